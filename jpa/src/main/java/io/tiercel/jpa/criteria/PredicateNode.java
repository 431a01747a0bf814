package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Predicate.And;
import io.tiercel.jpa.query.syntax.Predicate.IsNull;
import io.tiercel.jpa.query.syntax.Predicate.Not;
import io.tiercel.jpa.query.syntax.Predicate.Or;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import java.util.ArrayList;
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
          var lowered = lowering.expressions(copy);
          boolean isAnd = operator == BooleanOperator.AND;
          return switch (lowered.size()) {
            case 0 -> new Constant.Literal(Node.NOWHERE, isAnd);
            case 1 -> lowered.getFirst();
            default -> isAnd ? new And(Node.NOWHERE, lowered) : new Or(Node.NOWHERE, lowered);
          };
        });
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
  io.tiercel.jpa.query.syntax.Expression lower(Lowering lowering) {
    var lowered = form.lower(lowering);
    return negated ? new Not(Node.NOWHERE, lowered) : lowered;
  }
}
