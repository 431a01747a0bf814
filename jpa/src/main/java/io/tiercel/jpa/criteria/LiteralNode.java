package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Reference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A value in a query. It becomes a parameter, so that queries with other values are the same
/// statement; only where there are few values, as of booleans, it is written out.
final class LiteralNode<T> extends ExpressionNode<T> {
  private final @Nullable Object value;

  private LiteralNode(Class<?> type, @Nullable Object value) {
    super(type);
    this.value = value;
  }

  /// A value; IllegalArgumentException for null.
  static <T> LiteralNode<T> of(@Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(
          "expected a value, got null\nHint: compare by isNull, or use nullLiteral.");
    }
    return new LiteralNode<>(value.getClass(), value);
  }

  static LiteralNode<Object> ofNullable(@Nullable Object value) {
    return new LiteralNode<>(value == null ? Object.class : value.getClass(), value);
  }

  static <T> LiteralNode<T> ofNull(Class<T> type) {
    return new LiteralNode<>(type, null);
  }

  @Nullable Object value() {
    return value;
  }

  @Override
  io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
    return switch (value) {
      case null ->
          new FunctionCall.As(Node.NOWHERE, new Constant.Null(Node.NOWHERE), getJavaType(), true);
      case Boolean bool -> new Constant.Literal(Node.NOWHERE, bool);
      case Class<?> entity ->
          new Reference.Path(Node.NOWHERE, List.of(lowering.entityName(entity)));
      default ->
          new Constant.TypedParameter(
              Node.NOWHERE, lowering.keyOf(this, value), boxed(value.getClass()));
    };
  }
}
