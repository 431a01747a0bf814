package io.tiercel.jpa.criteria;

import jakarta.persistence.criteria.AbstractQuery;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Subquery;
import jakarta.persistence.metamodel.EntityType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What queries and subqueries answer alike. What returns the query itself stands in both, because
/// the API gives it two types there.
sealed interface QueryNode<T> extends AbstractQuery<T> permits SelectNode, SubqueryNode {

  QueryParts parts();

  static QueryNode<?> of(AbstractQuery<?> query) {
    if (query instanceof QueryNode<?> node) {
      return node;
    }
    throw new IllegalArgumentException("not a query of this CriteriaBuilder: " + query);
  }

  @Override
  default <X> Root<X> from(Class<X> entity) {
    return parts().root(entity);
  }

  @Override
  default <X> Root<X> from(EntityType<X> entity) {
    return parts().root(entity);
  }

  @Override
  default Set<Root<?>> getRoots() {
    return parts().roots();
  }

  @Override
  default boolean isDistinct() {
    return parts().isDistinct();
  }

  @Override
  default @Nullable Predicate getRestriction() {
    return parts().where();
  }

  @Override
  default List<Expression<?>> getGroupList() {
    return parts().groupBy();
  }

  @Override
  default @Nullable Predicate getGroupRestriction() {
    return parts().having();
  }

  @Override
  default <U> Subquery<U> subquery(Class<U> type) {
    return new SubqueryNode<>(parts().metamodel(), this, type);
  }

  @Override
  default <U> Subquery<U> subquery(EntityType<U> type) {
    return subquery(type.getJavaType());
  }
}
