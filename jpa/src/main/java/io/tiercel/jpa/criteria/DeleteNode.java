package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Statement;
import jakarta.persistence.criteria.CriteriaDelete;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Subquery;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A bulk delete.
final class DeleteNode<T> implements CriteriaDelete<T> {
  private final BulkParts<T> parts;

  DeleteNode(Metamodel metamodel, Class<T> entity) {
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

  @Override
  public CriteriaDelete<T> where(Expression<Boolean> restriction) {
    parts.where(QueryParts.one(restriction));
    return this;
  }

  @Override
  public CriteriaDelete<T> where(Predicate... restrictions) {
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

  @Override
  public Set<ParameterExpression<?>> getParameters() {
    var lowering = Lowering.ofParts();
    parts.whereTree(lowering);
    return lowering.declaredParameters();
  }

  Statement lower(Lowering lowering) {
    var variable = lowering.declare(parts.root());
    return new Statement.Delete(
        Node.NOWHERE, parts.root().getModel().getName(), variable, parts.whereTree(lowering));
  }
}
