package io.tiercel.jpa.criteria;

import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;
import org.jspecify.annotations.Nullable;

/// What bulk updates and deletes have in common (specification 6.3.2).
final class BulkParts<T> {
  private final Metamodel metamodel;
  private final EntityType<T> entity;
  private @Nullable RootNode<T> root;
  private @Nullable Predicate where;

  BulkParts(Metamodel metamodel, Class<T> entity) {
    this.metamodel = metamodel;
    this.entity = metamodel.entity(entity);
  }

  Metamodel metamodel() {
    return metamodel;
  }

  EntityType<T> entity() {
    return entity;
  }

  Root<T> from(EntityType<T> type) {
    root = RootNode.of(metamodel, type);
    return root;
  }

  /// The root; IllegalStateException before there is one.
  RootNode<T> root() {
    if (root == null) {
      throw new IllegalStateException(
          "the statement has no root\nHint: call from(%s.class)."
              .formatted(entity.getJavaType().getSimpleName()));
    }
    return root;
  }

  boolean hasRoot() {
    return root != null;
  }

  void where(@Nullable Predicate condition) {
    where = condition;
  }

  @Nullable Predicate where() {
    return where;
  }

  io.tiercel.jpa.query.syntax.@Nullable Expression whereTree(Lowering lowering) {
    return where == null ? null : lowering.expression(where);
  }
}
