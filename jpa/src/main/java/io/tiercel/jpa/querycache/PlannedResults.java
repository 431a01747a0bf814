package io.tiercel.jpa.querycache;

import io.tiercel.jpa.mapping.TargetMark;
import io.tiercel.jpa.query.EntitySelection;
import io.tiercel.jpa.query.QueryPlan;
import org.jspecify.annotations.Nullable;

/// What was worked out for the results of one query. Safe for any number of threads.
///
/// @param watched what its results depend on
/// @param unique whether it asks for the one entity with some values; null for other queries
/// @param entities the entity that it selects, if that is all and its rows tell everything
/// @param whole the query as one that looks at all rows of an entity; null for others
record PlannedResults(
    WatchedQuery watched,
    @Nullable UniqueLookup unique,
    @Nullable EntitySelection entities,
    @Nullable WholeQuery whole) {

  static PlannedResults of(QueryPlan plan, QueryResults results) {
    WatchedQuery watched = WatchedQuery.of(plan, results.entities());
    EntitySelection entities = entities(plan);
    return new PlannedResults(
        watched,
        watched.refusal() == null ? unique(plan, watched, results) : null,
        entities,
        watched.refusal() == null && entities != null
            ? WholeQuery.of(plan, entities.mapping(), results)
            : null);
  }

  private static @Nullable UniqueLookup unique(
      QueryPlan plan, WatchedQuery watched, QueryResults results) {
    UniqueColumns unique = UniqueColumns.of(plan);
    return unique == null ? null : new UniqueLookup(results, unique, watched.sources().getFirst());
  }

  private static @Nullable EntitySelection entities(QueryPlan plan) {
    return plan.selections().size() == 1
            && plan.selections().getFirst() instanceof EntitySelection selection
            && selection.joined().isEmpty()
            && selection.collections().isEmpty()
            && !selection.mapping().isPolymorphic()
            && TargetMark.of(selection.mapping()).isEmpty()
        ? selection
        : null;
  }
}
