package io.tiercel.jpa.request;

import io.tiercel.jpa.criteria.CriteriaStatement;
import io.tiercel.jpa.criteria.extension.CriteriaExtensions;
import io.tiercel.jpa.criteria.extension.CriteriaInsert;
import io.tiercel.jpa.criteria.extension.TiercelCriteriaBuilder;
import jakarta.persistence.Query;

/// What criteria have beside the specification, for one EntityManager. Confined to one thread.
///
/// @param builder of the unit
/// @param queries of the EntityManager
public record UnitCriteria(TiercelCriteriaBuilder builder, QueryMaker queries)
    implements CriteriaExtensions {

  @Override
  public TiercelCriteriaBuilder getCriteriaBuilder() {
    return builder;
  }

  @Override
  public Query createQuery(CriteriaInsert<?> insert) {
    return queries.criteria(() -> CriteriaStatement.of(insert));
  }
}
