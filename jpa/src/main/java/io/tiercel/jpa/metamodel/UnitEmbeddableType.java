package io.tiercel.jpa.metamodel;

import jakarta.persistence.metamodel.EmbeddableType;

/// An embeddable.
final class UnitEmbeddableType<X> implements EmbeddableType<X>, ManagedView<X> {
  private final Class<X> javaType;
  private final TypeAttributes<X> attributes;

  UnitEmbeddableType(UnitMetamodel unit, Class<X> javaType) {
    this.javaType = javaType;
    this.attributes = new TypeAttributes<>(unit, this);
  }

  @Override
  public AttributeTable attributes() {
    return attributes.all();
  }

  @Override
  public AttributeTable declared() {
    return attributes.declared();
  }

  @Override
  public Class<X> getJavaType() {
    return javaType;
  }

  @Override
  public PersistenceType getPersistenceType() {
    return PersistenceType.EMBEDDABLE;
  }

  @Override
  public String toString() {
    return "embeddable " + javaType.getName();
  }
}
