package io.tiercel.jpa.metamodel;

import jakarta.persistence.metamodel.EntityType;

/// An entity.
final class UnitEntityType<X> implements EntityType<X>, IdentifiableView<X> {
  private final UnitMetamodel unit;
  private final Class<X> javaType;
  private final TypeAttributes<X> attributes;

  UnitEntityType(UnitMetamodel unit, Class<X> javaType) {
    this.unit = unit;
    this.javaType = javaType;
    this.attributes = new TypeAttributes<>(unit, this);
  }

  @Override
  public UnitMetamodel unit() {
    return unit;
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
  public String getName() {
    return unit.classes().entityName(javaType);
  }

  @Override
  public Class<X> getJavaType() {
    return javaType;
  }

  @Override
  public PersistenceType getPersistenceType() {
    return PersistenceType.ENTITY;
  }

  @Override
  public BindableType getBindableType() {
    return BindableType.ENTITY_TYPE;
  }

  @Override
  public Class<X> getBindableJavaType() {
    return javaType;
  }

  @Override
  public String toString() {
    return "entity " + getName();
  }
}
