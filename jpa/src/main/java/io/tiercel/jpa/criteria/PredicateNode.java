package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Predicate.And;
import io.tiercel.jpa.query.syntax.Predicate.IsNull;
import io.tiercel.jpa.query.syntax.Predicate.Not;
import io.tiercel.jpa.query.syntax.Predicate.Or;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// A condition (specification 6.5.6): a simple one, or several under AND or OR.
class PredicateNode extends ExpressionNode<Boolean> implements Predicate {
  private final BooleanOperator operator;
  private final List<Expression<Boolean>> operands;
  private final boolean negated;
  private final Form form;

  private PredicateNode(
      BooleanOperator operator, List<Expression<Boolean>> operands, boolean negated, Form form) {
    super(Boolean.class);
    this.operator = operator;
    this.operands = List.copyOf(operands);
    this.negated = negated;
    this.form = form;
  }

  /// A simple condition.
  PredicateNode(Form form) {
    this(BooleanOperator.AND, List.of(), false, form);
  }

  static PredicateNode isNull(ExpressionNode<?> value, boolean negated) {
    return new PredicateNode(lowering -> new IsNull(Node.NOWHERE, negated, value.lower(lowering)));
  }

  /// Several conditions; without any, AND is true and OR is false.
  static PredicateNode compound(
      BooleanOperator operator, List<? extends Expression<Boolean>> operands) {
    List<Expression<Boolean>> copy = new ArrayList<>();
    operands.forEach(operand -> copy.add(ExpressionNode.of(operand)));
    return new PredicateNode(
        operator,
        copy,
        false,
        lowering -> {
          var lowered = lowering.expressions(flat(operator, copy));
          boolean isAnd = operator == BooleanOperator.AND;
          return switch (lowered.size()) {
            case 0 -> new Constant.Literal(Node.NOWHERE, isAnd);
            case 1 -> lowered.getFirst();
            default -> isAnd ? new And(Node.NOWHERE, lowered) : new Or(Node.NOWHERE, lowered);
          };
        });
  }

  /// The operands of those of the same operator, and so on. In a loop: conditions that are
  /// added one by one, as in `p = cb.or(p, next)`, nest thousands deep.
  private static List<Expression<Boolean>> flat(
      BooleanOperator operator, List<Expression<Boolean>> operands) {
    List<Expression<Boolean>> flat = new ArrayList<>();
    Deque<Expression<Boolean>> open = new ArrayDeque<>(operands);
    while (!open.isEmpty()) {
      var next = open.removeFirst();
      if (next instanceof PredicateNode node && node.isPartOf(operator)) {
        node.operands.reversed().forEach(open::addFirst);
      } else {
        flat.add(next);
      }
    }
    return flat;
  }

  /// Whether its operands mean under that operator what it means itself; one alone does under any.
  private boolean isPartOf(BooleanOperator outer) {
    return !negated && (operands.size() == 1 || (operands.size() > 1 && operator == outer));
  }

  /// The expression as a condition.
  static Predicate condition(Expression<Boolean> expression) {
    return expression instanceof Predicate predicate
        ? predicate
        : compound(BooleanOperator.AND, List.of(expression));
  }

  @Override
  public BooleanOperator getOperator() {
    return operator;
  }

  @Override
  public boolean isNegated() {
    return negated;
  }

  @Override
  public List<Expression<Boolean>> getExpressions() {
    return new ArrayList<>(operands);
  }

  @Override
  public Predicate not() {
    return new PredicateNode(operator, operands, !negated, form);
  }

  @Override
  io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
    var lowered = form.lower(lowering);
    return negated ? new Not(Node.NOWHERE, lowered) : lowered;
  }
}
