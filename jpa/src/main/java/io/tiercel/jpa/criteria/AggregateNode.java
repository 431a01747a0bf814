package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Operation.AggregateFunction;
import jakarta.persistence.criteria.Expression;
import org.jspecify.annotations.Nullable;

/// An aggregate, perhaps of some of the rows or over a window of them. Immutable.
final class AggregateNode<T> extends ExpressionNode<T> {
  private final AggregateFunction function;
  private final boolean distinct;
  private final ExpressionNode<?> argument;
  private final @Nullable ExpressionNode<Boolean> condition;
  private final @Nullable WindowNode window;

  private AggregateNode(
      Class<?> type,
      AggregateFunction function,
      boolean distinct,
      ExpressionNode<?> argument,
      @Nullable ExpressionNode<Boolean> condition,
      @Nullable WindowNode window) {
    super(type);
    this.function = function;
    this.distinct = distinct;
    this.argument = argument;
    this.condition = condition;
    this.window = window;
  }

  AggregateNode(
      Class<?> type, AggregateFunction function, boolean distinct, ExpressionNode<?> argument) {
    this(type, function, distinct, argument, null, null);
  }

  /// The expression as an aggregate that has no window yet.
  static <T> AggregateNode<T> of(Expression<T> expression) {
    if (expression instanceof AggregateNode<T> node && node.window == null) {
      return node;
    }
    throw new IllegalArgumentException(
        "expected an aggregate without a window, got %s\nHint: pass what count, sum, avg, min, max, greatest or least return."
            .formatted(expression));
  }

  /// The aggregate of the rows that the condition is true for.
  AggregateNode<T> filtered(Expression<Boolean> rows) {
    if (condition != null) {
      throw new IllegalArgumentException(
          "the aggregate has a filter already\nHint: join the conditions by and.");
    }
    return new AggregateNode<>(
        getJavaType(), function, distinct, argument, ExpressionNode.of(rows), null);
  }

  /// The aggregate over a window.
  AggregateNode<T> over(WindowNode rows) {
    return new AggregateNode<>(getJavaType(), function, distinct, argument, condition, rows);
  }

  @Override
  io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
    var operation = operation(lowering);
    // Java reads it as a type which the language does not give it.
    var type = getJavaType();
    return type == Object.class || type == Number.class
        ? operation
        : new FunctionCall.As(Node.NOWHERE, operation, boxed(type), false);
  }

  private Operation operation(Lowering lowering) {
    var aggregate =
        new Operation.Aggregate(Node.NOWHERE, function, distinct, argument.lower(lowering));
    Operation rows =
        condition == null
            ? aggregate
            : new Operation.Filtered(Node.NOWHERE, aggregate, condition.lower(lowering));
    return window == null ? rows : window.lower(lowering, rows);
  }
}
