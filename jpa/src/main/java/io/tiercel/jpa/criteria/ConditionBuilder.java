package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Predicate.Between;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.syntax.Predicate.Exists;
import io.tiercel.jpa.query.syntax.Predicate.IsEmpty;
import io.tiercel.jpa.query.syntax.Predicate.MemberOf;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Predicate.BooleanOperator;
import jakarta.persistence.criteria.Subquery;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The conditions of the builder (specification 6.5.6 and 6.5.7), apart from `like`.
interface ConditionBuilder extends CriteriaBuilder {

  // ---- and, or, not ----

  @Override
  default Predicate and(Expression<Boolean> x, Expression<Boolean> y) {
    return PredicateNode.compound(BooleanOperator.AND, List.of(x, y));
  }

  @Override
  default Predicate and(Predicate... restrictions) {
    return and(List.of(restrictions));
  }

  @Override
  default Predicate and(List<Predicate> restrictions) {
    return PredicateNode.compound(BooleanOperator.AND, restrictions);
  }

  @Override
  default Predicate or(Expression<Boolean> x, Expression<Boolean> y) {
    return PredicateNode.compound(BooleanOperator.OR, List.of(x, y));
  }

  @Override
  default Predicate or(Predicate... restrictions) {
    return or(List.of(restrictions));
  }

  @Override
  default Predicate or(List<Predicate> restrictions) {
    return PredicateNode.compound(BooleanOperator.OR, restrictions);
  }

  @Override
  default Predicate not(Expression<Boolean> restriction) {
    return PredicateNode.condition(restriction).not();
  }

  @Override
  default Predicate conjunction() {
    return PredicateNode.compound(BooleanOperator.AND, List.of());
  }

  @Override
  default Predicate disjunction() {
    return PredicateNode.compound(BooleanOperator.OR, List.of());
  }

  @Override
  default Predicate isTrue(Expression<Boolean> x) {
    return PredicateNode.compound(BooleanOperator.AND, List.of(x));
  }

  @Override
  default Predicate isFalse(Expression<Boolean> x) {
    return isTrue(x).not();
  }

  @Override
  default Predicate isNull(Expression<?> x) {
    return PredicateNode.isNull(ExpressionNode.of(x), false);
  }

  @Override
  default Predicate isNotNull(Expression<?> x) {
    return PredicateNode.isNull(ExpressionNode.of(x), true);
  }

  @Override
  default Predicate exists(Subquery<?> subquery) {
    var node = SubqueryNode.of(subquery);
    return new PredicateNode(lowering -> new Exists(Node.NOWHERE, node.rows(lowering)));
  }

  // ---- comparisons ----

  @Override
  default Predicate equal(Expression<?> x, Expression<?> y) {
    return Comparisons.equal(x, y);
  }

  @Override
  default Predicate equal(Expression<?> x, @Nullable Object y) {
    return Comparisons.equal(x, operand(y));
  }

  @Override
  default Predicate notEqual(Expression<?> x, Expression<?> y) {
    return Comparisons.notEqual(x, y);
  }

  @Override
  default Predicate notEqual(Expression<?> x, @Nullable Object y) {
    return Comparisons.notEqual(x, operand(y));
  }

  /// A parameter is an expression that may be declared as what is none, and so is one behind a
  /// variable of type Object.
  private static Expression<?> operand(@Nullable Object y) {
    return y instanceof Expression<?> expression ? expression : LiteralNode.of(y);
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate greaterThan(
      Expression<? extends Y> x, Expression<? extends Y> y) {
    return Comparisons.of(ComparisonOperator.GREATER, x, y);
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate greaterThan(Expression<? extends Y> x, Y y) {
    return Comparisons.of(ComparisonOperator.GREATER, x, LiteralNode.of(y));
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate greaterThanOrEqualTo(
      Expression<? extends Y> x, Expression<? extends Y> y) {
    return Comparisons.of(ComparisonOperator.GREATER_OR_EQUAL, x, y);
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate greaterThanOrEqualTo(
      Expression<? extends Y> x, Y y) {
    return Comparisons.of(ComparisonOperator.GREATER_OR_EQUAL, x, LiteralNode.of(y));
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate lessThan(
      Expression<? extends Y> x, Expression<? extends Y> y) {
    return Comparisons.of(ComparisonOperator.LESS, x, y);
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate lessThan(Expression<? extends Y> x, Y y) {
    return Comparisons.of(ComparisonOperator.LESS, x, LiteralNode.of(y));
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate lessThanOrEqualTo(
      Expression<? extends Y> x, Expression<? extends Y> y) {
    return Comparisons.of(ComparisonOperator.LESS_OR_EQUAL, x, y);
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate lessThanOrEqualTo(
      Expression<? extends Y> x, Y y) {
    return Comparisons.of(ComparisonOperator.LESS_OR_EQUAL, x, LiteralNode.of(y));
  }

  @Override
  default Predicate gt(Expression<? extends Number> x, Expression<? extends Number> y) {
    return Comparisons.of(ComparisonOperator.GREATER, x, y);
  }

  @Override
  default Predicate gt(Expression<? extends Number> x, Number y) {
    return Comparisons.of(ComparisonOperator.GREATER, x, LiteralNode.of(y));
  }

  @Override
  default Predicate ge(Expression<? extends Number> x, Expression<? extends Number> y) {
    return Comparisons.of(ComparisonOperator.GREATER_OR_EQUAL, x, y);
  }

  @Override
  default Predicate ge(Expression<? extends Number> x, Number y) {
    return Comparisons.of(ComparisonOperator.GREATER_OR_EQUAL, x, LiteralNode.of(y));
  }

  @Override
  default Predicate lt(Expression<? extends Number> x, Expression<? extends Number> y) {
    return Comparisons.of(ComparisonOperator.LESS, x, y);
  }

  @Override
  default Predicate lt(Expression<? extends Number> x, Number y) {
    return Comparisons.of(ComparisonOperator.LESS, x, LiteralNode.of(y));
  }

  @Override
  default Predicate le(Expression<? extends Number> x, Expression<? extends Number> y) {
    return Comparisons.of(ComparisonOperator.LESS_OR_EQUAL, x, y);
  }

  @Override
  default Predicate le(Expression<? extends Number> x, Number y) {
    return Comparisons.of(ComparisonOperator.LESS_OR_EQUAL, x, LiteralNode.of(y));
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate between(
      Expression<? extends Y> value, Expression<? extends Y> low, Expression<? extends Y> high) {
    var range = List.of(ExpressionNode.of(value), ExpressionNode.of(low), ExpressionNode.of(high));
    return new PredicateNode(
        lowering -> {
          var lowered = lowering.expressions(range);
          return new Between(Node.NOWHERE, false, lowered.get(0), lowered.get(1), lowered.get(2));
        });
  }

  @Override
  default <Y extends Comparable<? super Y>> Predicate between(
      Expression<? extends Y> value, Y low, Y high) {
    return between(value, LiteralNode.of(low), LiteralNode.of(high));
  }

  @Override
  default <T> In<T> in(Expression<? extends T> expression) {
    @SuppressWarnings("unchecked") // an expression only gives values
    Expression<T> value = (Expression<T>) expression;
    return InNode.of(ExpressionNode.of(value), List.of());
  }

  // ---- collections ----

  @Override
  default <C extends Collection<?>> Predicate isEmpty(Expression<C> collection) {
    var node = ExpressionNode.of(collection);
    return new PredicateNode(lowering -> new IsEmpty(Node.NOWHERE, false, node.lower(lowering)));
  }

  @Override
  default <C extends Collection<?>> Predicate isNotEmpty(Expression<C> collection) {
    var node = ExpressionNode.of(collection);
    return new PredicateNode(lowering -> new IsEmpty(Node.NOWHERE, true, node.lower(lowering)));
  }

  @Override
  default <E, C extends Collection<E>> Predicate isMember(
      Expression<E> element, Expression<C> collection) {
    return member(false, element, collection);
  }

  @Override
  default <E, C extends Collection<E>> Predicate isMember(E element, Expression<C> collection) {
    return member(false, LiteralNode.of(element), collection);
  }

  @Override
  default <E, C extends Collection<E>> Predicate isNotMember(
      Expression<E> element, Expression<C> collection) {
    return member(true, element, collection);
  }

  @Override
  default <E, C extends Collection<E>> Predicate isNotMember(E element, Expression<C> collection) {
    return member(true, LiteralNode.of(element), collection);
  }

  private static Predicate member(
      boolean negated, Expression<?> element, Expression<?> collection) {
    var value = ExpressionNode.of(element);
    var elements = ExpressionNode.of(collection);
    if (elements instanceof LiteralNode<?>) {
      var in = InNode.of(value, List.of(elements));
      return negated ? in.not() : in;
    }
    return new PredicateNode(
        lowering ->
            new MemberOf(Node.NOWHERE, negated, value.lower(lowering), elements.lower(lowering)));
  }
}
