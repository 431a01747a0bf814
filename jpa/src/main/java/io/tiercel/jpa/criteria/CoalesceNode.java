package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.PlainFunction;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `coalesce(…)`, which takes its arguments one after the other.
final class CoalesceNode<T> extends ExpressionNode<T> implements CriteriaBuilder.Coalesce<T> {
  private final List<ExpressionNode<?>> values = new ArrayList<>();

  CoalesceNode() {
    super(Object.class);
  }

  @Override
  public CriteriaBuilder.Coalesce<T> value(@Nullable T value) {
    values.add(LiteralNode.ofNullable(value));
    return this;
  }

  @Override
  public CriteriaBuilder.Coalesce<T> value(Expression<? extends T> value) {
    values.add(ExpressionNode.of(value));
    return this;
  }

  @Override
  @SuppressWarnings("unchecked") // T is known only to the caller
  public Class<? extends T> getJavaType() {
    return (Class<? extends T>)
        values.stream()
            .<Class<?>>map(ExpressionNode::getJavaType)
            .filter(type -> type != Object.class)
            .findFirst()
            .orElse(Object.class);
  }

  @Override
  io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
    return switch (values.size()) {
      case 0 -> throw new IllegalArgumentException("coalesce has no argument\nHint: call value.");
      case 1 -> values.getFirst().lower(lowering);
      default ->
          new FunctionCall.Plain(
              Node.NOWHERE, PlainFunction.COALESCE, lowering.expressions(values));
    };
  }
}
