package io.tiercel.jpa.metamodel;

import jakarta.persistence.metamodel.BasicType;

/// A type whose values one column holds, and an id class.
record UnitBasicType<X>(Class<X> javaType) implements BasicType<X> {
  @Override
  public PersistenceType getPersistenceType() {
    return PersistenceType.BASIC;
  }

  @Override
  public Class<X> getJavaType() {
    return javaType;
  }
}
