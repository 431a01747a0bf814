package io.tiercel.jpa.metamodel;

import jakarta.persistence.metamodel.MappedSuperclassType;

/// A mapped superclass.
final class UnitMappedSuperclassType<X> implements MappedSuperclassType<X>, IdentifiableView<X> {
  private final UnitMetamodel unit;
  private final Class<X> javaType;
  private final TypeAttributes<X> attributes;

  UnitMappedSuperclassType(UnitMetamodel unit, Class<X> javaType) {
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
  public Class<X> getJavaType() {
    return javaType;
  }

  @Override
  public PersistenceType getPersistenceType() {
    return PersistenceType.MAPPED_SUPERCLASS;
  }

  @Override
  public String toString() {
    return "mapped superclass " + javaType.getName();
  }
}
