package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Operation.AggregateFunction;
import io.tiercel.jpa.query.syntax.Operation.BinaryOperator;
import io.tiercel.jpa.query.syntax.PlainFunction;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Aggregates, arithmetic and mathematical functions of the builder.
interface NumberBuilder extends CriteriaBuilder {

  // ---- aggregates ----

  private static <T> Expression<T> aggregate(
      Class<?> type, AggregateFunction function, boolean distinct, Expression<?> argument) {
    return new AggregateNode<>(type, function, distinct, ExpressionNode.of(argument));
  }

  @Override
  default <N extends Number> Expression<Double> avg(Expression<N> x) {
    return aggregate(Double.class, AggregateFunction.AVG, false, x);
  }

  @Override
  default <N extends Number> Expression<N> sum(Expression<N> x) {
    return aggregate(x.getJavaType(), AggregateFunction.SUM, false, x);
  }

  @Override
  default Expression<Long> sumAsLong(Expression<Integer> x) {
    return aggregate(Long.class, AggregateFunction.SUM, false, x);
  }

  @Override
  default Expression<Double> sumAsDouble(Expression<Float> x) {
    return aggregate(Double.class, AggregateFunction.SUM, false, x);
  }

  @Override
  default <N extends Number> Expression<N> max(Expression<N> x) {
    return aggregate(x.getJavaType(), AggregateFunction.MAX, false, x);
  }

  @Override
  default <N extends Number> Expression<N> min(Expression<N> x) {
    return aggregate(x.getJavaType(), AggregateFunction.MIN, false, x);
  }

  @Override
  default <X extends Comparable<? super X>> Expression<X> greatest(Expression<X> x) {
    return aggregate(x.getJavaType(), AggregateFunction.MAX, false, x);
  }

  @Override
  default <X extends Comparable<? super X>> Expression<X> least(Expression<X> x) {
    return aggregate(x.getJavaType(), AggregateFunction.MIN, false, x);
  }

  @Override
  default Expression<Long> count(Expression<?> x) {
    return aggregate(Long.class, AggregateFunction.COUNT, false, x);
  }

  @Override
  default Expression<Long> countDistinct(Expression<?> x) {
    return aggregate(Long.class, AggregateFunction.COUNT, true, x);
  }

  // ---- arithmetic ----

  private static <N> Expression<N> binary(
      BinaryOperator operator, Expression<?> left, Expression<?> right) {
    return typedBinary(
        NumberTypes.promoted(left.getJavaType(), right.getJavaType()), operator, left, right);
  }

  private static <N> Expression<N> typedBinary(
      Class<?> type, BinaryOperator operator, Expression<?> left, Expression<?> right) {
    var first = ExpressionNode.of(left);
    var second = ExpressionNode.of(right);
    return Value.readAs(
        type,
        lowering ->
            new Operation.Binary(
                Node.NOWHERE, operator, first.lower(lowering), second.lower(lowering)));
  }

  @Override
  default <N extends Number> Expression<N> sum(
      Expression<? extends N> x, Expression<? extends N> y) {
    return binary(BinaryOperator.ADD, x, y);
  }

  @Override
  default <N extends Number> Expression<N> sum(Expression<? extends N> x, N y) {
    return binary(BinaryOperator.ADD, x, LiteralNode.of(y));
  }

  @Override
  default <N extends Number> Expression<N> sum(N x, Expression<? extends N> y) {
    return binary(BinaryOperator.ADD, LiteralNode.of(x), y);
  }

  @Override
  default <N extends Number> Expression<N> prod(
      Expression<? extends N> x, Expression<? extends N> y) {
    return binary(BinaryOperator.MULTIPLY, x, y);
  }

  @Override
  default <N extends Number> Expression<N> prod(Expression<? extends N> x, N y) {
    return binary(BinaryOperator.MULTIPLY, x, LiteralNode.of(y));
  }

  @Override
  default <N extends Number> Expression<N> prod(N x, Expression<? extends N> y) {
    return binary(BinaryOperator.MULTIPLY, LiteralNode.of(x), y);
  }

  @Override
  default <N extends Number> Expression<N> diff(
      Expression<? extends N> x, Expression<? extends N> y) {
    return binary(BinaryOperator.SUBTRACT, x, y);
  }

  @Override
  default <N extends Number> Expression<N> diff(Expression<? extends N> x, N y) {
    return binary(BinaryOperator.SUBTRACT, x, LiteralNode.of(y));
  }

  @Override
  default <N extends Number> Expression<N> diff(N x, Expression<? extends N> y) {
    return binary(BinaryOperator.SUBTRACT, LiteralNode.of(x), y);
  }

  @Override
  default Expression<Number> quot(Expression<? extends Number> x, Expression<? extends Number> y) {
    return typedBinary(Number.class, BinaryOperator.DIVIDE, x, y);
  }

  @Override
  default Expression<Number> quot(Expression<? extends Number> x, Number y) {
    return quot(x, LiteralNode.of(y));
  }

  @Override
  default Expression<Number> quot(Number x, Expression<? extends Number> y) {
    return quot(LiteralNode.of(x), y);
  }

  @Override
  default <N extends Number> Expression<N> neg(Expression<N> x) {
    var node = ExpressionNode.of(x);
    return Value.readAs(
        x.getJavaType(),
        lowering -> new Operation.Signed(Node.NOWHERE, true, node.lower(lowering)));
  }

  // ---- functions ----

  @Override
  default Expression<Integer> sign(Expression<? extends Number> x) {
    return Value.of(Integer.class, PlainFunction.SIGN, x);
  }

  @Override
  default <N extends Number> Expression<N> abs(Expression<N> x) {
    return Value.like(x, PlainFunction.ABS, x);
  }

  @Override
  default <N extends Number> Expression<N> ceiling(Expression<N> x) {
    return Value.like(x, PlainFunction.CEILING, x);
  }

  @Override
  default <N extends Number> Expression<N> floor(Expression<N> x) {
    return Value.like(x, PlainFunction.FLOOR, x);
  }

  @Override
  default Expression<Integer> mod(Expression<Integer> x, Expression<Integer> y) {
    return Value.of(Integer.class, PlainFunction.MOD, x, y);
  }

  @Override
  default Expression<Integer> mod(Expression<Integer> x, Integer y) {
    return mod(x, LiteralNode.of(y));
  }

  @Override
  default Expression<Integer> mod(Integer x, Expression<Integer> y) {
    return mod(LiteralNode.of(x), y);
  }

  @Override
  default Expression<Double> sqrt(Expression<? extends Number> x) {
    return Value.of(Double.class, PlainFunction.SQRT, x);
  }

  @Override
  default Expression<Double> exp(Expression<? extends Number> x) {
    return Value.of(Double.class, PlainFunction.EXP, x);
  }

  @Override
  default Expression<Double> ln(Expression<? extends Number> x) {
    return Value.of(Double.class, PlainFunction.LN, x);
  }

  @Override
  default Expression<Double> power(Expression<? extends Number> x, Expression<? extends Number> y) {
    return Value.of(Double.class, PlainFunction.POWER, x, y);
  }

  @Override
  default Expression<Double> power(Expression<? extends Number> x, Number y) {
    return power(x, LiteralNode.of(y));
  }

  @Override
  default <T extends Number> Expression<T> round(Expression<T> x, Integer digits) {
    return Value.like(x, PlainFunction.ROUND, x, LiteralNode.of(digits));
  }

  // ---- conversions ----

  @Override
  default Expression<Long> toLong(Expression<? extends Number> number) {
    return number.cast(Long.class);
  }

  @Override
  default Expression<Integer> toInteger(Expression<? extends Number> number) {
    return number.cast(Integer.class);
  }

  @Override
  default Expression<Float> toFloat(Expression<? extends Number> number) {
    return number.cast(Float.class);
  }

  @Override
  default Expression<Double> toDouble(Expression<? extends Number> number) {
    return number.cast(Double.class);
  }

  @Override
  default Expression<BigDecimal> toBigDecimal(Expression<? extends Number> number) {
    return number.cast(BigDecimal.class);
  }

  @Override
  default Expression<BigInteger> toBigInteger(Expression<? extends Number> number) {
    return number.cast(BigInteger.class);
  }
}
