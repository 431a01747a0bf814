package io.tiercel.jpa.criteria;

import jakarta.persistence.criteria.Root;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;

/// A query root (specification 6.5.1).
final class RootNode<X> extends FromNode<X, X> implements Root<X> {
  private final EntityType<X> entity;

  private RootNode(FromSource<X, X> source, EntityType<X> entity) {
    super(source, entity.getJavaType(), null, entity, entity);
    this.entity = entity;
  }

  static <X> RootNode<X> of(Metamodel metamodel, EntityType<X> entity) {
    return new RootNode<>(FromSource.of(metamodel, entity.getName()), entity);
  }

  static <X> RootNode<X> of(Root<X> root) {
    if (root instanceof RootNode<X> node) {
      return node;
    }
    throw new IllegalArgumentException("not a root of this CriteriaBuilder: " + root);
  }

  RootNode<X> correlated() {
    return new RootNode<>(source().correlated(this), entity);
  }

  <T> RootNode<T> treatedRoot(EntityType<T> subtype) {
    return new RootNode<>(source().treated(subtype, subtype.equals(entity)), subtype);
  }

  @Override
  public EntityType<X> getModel() {
    return entity;
  }

  @Override
  public String toString() {
    return "root " + entity.getName();
  }
}
