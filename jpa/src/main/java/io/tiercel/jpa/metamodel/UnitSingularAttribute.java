package io.tiercel.jpa.metamodel;

import io.tiercel.jpa.mapping.AttributeFacts;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.SingularAttribute;
import jakarta.persistence.metamodel.Type;

/// A basic or embedded attribute or a to-one association. Equal only to itself.
final class UnitSingularAttribute<X, T> implements SingularAttribute<X, T>, UnitAttribute<X, T> {
  private final UnitMetamodel unit;
  private final ManagedType<X> declaringType;
  private final AttributeFacts facts;

  UnitSingularAttribute(UnitMetamodel unit, ManagedType<X> declaringType, AttributeFacts facts) {
    this.unit = unit;
    this.declaringType = declaringType;
    this.facts = facts;
  }

  @Override
  public AttributeFacts facts() {
    return facts;
  }

  @Override
  public ManagedType<X> declaringType() {
    return declaringType;
  }

  @Override
  public boolean isId() {
    return facts.isId();
  }

  @Override
  public boolean isVersion() {
    return facts.isVersion();
  }

  @Override
  public boolean isOptional() {
    return facts.optional();
  }

  @Override
  @SuppressWarnings("unchecked") // an association's target is the attribute's type or below it
  public Type<T> getType() {
    return (Type<T>) unit.type(facts.elementType());
  }

  @Override
  public BindableType getBindableType() {
    return BindableType.SINGULAR_ATTRIBUTE;
  }

  @Override
  public Class<T> getBindableJavaType() {
    return getJavaType();
  }

  @Override
  public String toString() {
    return declaringType.getJavaType().getSimpleName() + "." + getName();
  }
}
