package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Node;
import jakarta.persistence.criteria.ParameterExpression;
import org.jspecify.annotations.Nullable;

/// A parameter (specification 6.5.10): by name, or known by itself only.
final class ParameterNode<T> extends ExpressionNode<T> implements ParameterExpression<T> {
  private final @Nullable String name;
  private final Class<T> declaredType;

  ParameterNode(Class<T> type, @Nullable String name) {
    super(type);
    // The keys of values and of parameters without a name have one.
    if (name != null && name.indexOf(' ') >= 0) {
      throw new IllegalArgumentException(
          "a parameter's name is an identifier, got \"%s\"".formatted(name));
    }
    this.declaredType = type;
    this.name = name;
  }

  @Override
  public @Nullable String getName() {
    return name;
  }

  @Override
  public @Nullable Integer getPosition() {
    return null;
  }

  @Override
  public Class<T> getParameterType() {
    return declaredType;
  }

  @Override
  io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
    return new Constant.TypedParameter(Node.NOWHERE, lowering.keyOf(this), boxed(declaredType));
  }
}
