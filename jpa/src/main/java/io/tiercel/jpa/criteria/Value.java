package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.PlainFunction;
import jakarta.persistence.criteria.Expression;

/// A computed value: a function or an operator on other expressions.
final class Value<T> extends ExpressionNode<T> {
  private final Form form;

  Value(Class<?> type, Form form) {
    super(type);
    this.form = form;
  }

  /// A function of the language.
  static <T> Value<T> of(Class<T> type, PlainFunction function, Expression<?>... arguments) {
    return typedAs(type, function, arguments);
  }

  /// A function of the language whose type is that of an argument.
  static <T> Value<T> like(
      Expression<?> argument, PlainFunction function, Expression<?>... arguments) {
    return typedAs(argument.getJavaType(), function, arguments);
  }

  private static <T> Value<T> typedAs(
      Class<?> type, PlainFunction function, Expression<?>... arguments) {
    for (var argument : arguments) {
      ExpressionNode.of(argument);
    }
    return new Value<>(
        type,
        lowering ->
            new FunctionCall.Plain(Node.NOWHERE, function, lowering.expressions(arguments)));
  }

  /// A value that Java reads as a type which the language does not give it.
  static <T> Value<T> readAs(Class<?> type, Form form) {
    return type == Object.class || type == Number.class
        ? new Value<>(type, form)
        : new Value<>(
            type,
            lowering ->
                new FunctionCall.As(Node.NOWHERE, form.lower(lowering), boxed(type), false));
  }

  @Override
  io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
    return form.lower(lowering);
  }
}
