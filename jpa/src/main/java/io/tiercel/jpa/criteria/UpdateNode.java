package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Statement;
import jakarta.persistence.criteria.CriteriaUpdate;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Subquery;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;
import jakarta.persistence.metamodel.SingularAttribute;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A bulk update.
final class UpdateNode<T> implements CriteriaUpdate<T> {
  private final BulkParts<T> parts;
  private final Changes changes = new Changes();

  UpdateNode(Metamodel metamodel, Class<T> entity) {
    this.parts = new BulkParts<>(metamodel, entity);
  }

  @Override
  public Root<T> from(Class<T> entity) {
    return parts.from(parts.metamodel().entity(entity));
  }

  @Override
  public Root<T> from(EntityType<T> entity) {
    return parts.from(entity);
  }

  @Override
  public Root<T> getRoot() {
    return parts.root();
  }

  // ---- set ----

  @Override
  public <Y, X extends Y> CriteriaUpdate<T> set(
      SingularAttribute<? super T, Y> attribute, @Nullable X value) {
    return set(PathNode.nameOf(attribute), value);
  }

  @Override
  public <Y> CriteriaUpdate<T> set(
      SingularAttribute<? super T, Y> attribute, Expression<? extends Y> value) {
    return set(PathNode.nameOf(attribute), value);
  }

  @Override
  public <Y, X extends Y> CriteriaUpdate<T> set(Path<Y> attribute, @Nullable X value) {
    return change(attribute, value);
  }

  @Override
  public <Y> CriteriaUpdate<T> set(Path<Y> attribute, Expression<? extends Y> value) {
    return change(attribute, value);
  }

  @Override
  public CriteriaUpdate<T> set(String name, @Nullable Object value) {
    return change(parts.root().get(name), value);
  }

  private CriteriaUpdate<T> change(Path<?> target, @Nullable Object value) {
    changes.set(target, value);
    return this;
  }

  // ---- where ----

  @Override
  public CriteriaUpdate<T> where(Expression<Boolean> restriction) {
    parts.where(QueryParts.one(restriction));
    return this;
  }

  @Override
  public CriteriaUpdate<T> where(Predicate... restrictions) {
    parts.where(QueryParts.all(List.of(restrictions)));
    return this;
  }

  @Override
  public @Nullable Predicate getRestriction() {
    return parts.where();
  }

  @Override
  public <U> Subquery<U> subquery(Class<U> type) {
    return new SubqueryNode<>(parts.metamodel(), this, type);
  }

  @Override
  public <U> Subquery<U> subquery(EntityType<U> type) {
    return subquery(type.getJavaType());
  }

  // ---- the tree ----

  @Override
  public Set<ParameterExpression<?>> getParameters() {
    var lowering = Lowering.ofParts();
    var unused = changes.lower(lowering);
    parts.whereTree(lowering);
    return lowering.declaredParameters();
  }

  Statement lower(Lowering lowering) {
    if (changes.isEmpty()) {
      throw new IllegalArgumentException("the update sets nothing\nHint: call set.");
    }
    var variable = lowering.declare(parts.root());
    return new Statement.Update(
        Node.NOWHERE,
        parts.root().getModel().getName(),
        variable,
        changes.lower(lowering),
        parts.whereTree(lowering));
  }
}
