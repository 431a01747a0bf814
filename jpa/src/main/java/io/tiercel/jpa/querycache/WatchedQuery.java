package io.tiercel.jpa.querycache;

import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.query.Boundary;
import io.tiercel.cache.query.Dependency;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.query.watch.WatchPlan;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.shared.SharedEntity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query as its stored results see it: the tables that it reads, and what changes of them count.
/// Immutable, safe for any number of threads.
///
/// @param sources in the order of the plan
/// @param entities of the sources
/// @param refusal why results are not stored; null where they are
record WatchedQuery(
    WatchPlan plan, List<Source> sources, List<SharedEntity> entities, @Nullable String refusal) {

  /// An entity of the statement, and where its rows are cached.
  record Source(WatchPlan.Source planned, SharedEntity shared) {

    /// What has to do with its rows; null as long as its tables are not followed.
    @Nullable WatchedTable table() {
      Table own = planned.entity().tables().getFirst().table();
      return shared.region().watched(own.schema() == null ? "" : own.schema(), own.name());
    }
  }

  static WatchedQuery of(QueryPlan query, SharedEntities entities) {
    WatchPlan plan = query.watchPlan();
    if (plan.refusal() != null) {
      return refused(plan, plan.refusal());
    }
    if (!query.isPlainRead()) {
      return refused(plan, "it asks for the time, or calls a function of the database");
    }
    List<Source> sources = new ArrayList<>();
    for (WatchPlan.Source each : plan.sources()) {
      EntityMapping entity = each.entity();
      SharedEntity shared = entities.of(entity);
      if (shared == null) {
        return refused(plan, "entity %s is not in the shared cache".formatted(entity));
      }
      sources.add(new Source(each, shared));
    }
    return sources.isEmpty()
        ? refused(plan, "it reads no table")
        : new WatchedQuery(
            plan,
            List.copyOf(sources),
            sources.stream().map(Source::shared).distinct().toList(),
            null);
  }

  private static WatchedQuery refused(WatchPlan plan, @Nullable String why) {
    return new WatchedQuery(plan, List.of(), List.of(), why);
  }

  /// Why its results are not stored now, although they may be; null where they are, or where it is
  /// only not yet known. Results of before are no hits as long as there is such a reason.
  @Nullable String unfit() {
    for (Source source : sources) {
      String unfit = source.shared().region().unfit();
      if (unfit != null) {
        return unfit;
      }
    }
    return null;
  }

  /// What a result depends on, one for each of the sources that is watched by rows, in their order,
  /// and then others; null as long as a table is not followed. No keys are in them yet.
  ///
  /// @param values of the parameters
  /// @param skipsRows whether the result begins behind the first row
  @Nullable List<Dependency> dependencies(@Nullable Object[] values, boolean skipsRows) {
    List<Dependency> byRows = new ArrayList<>();
    List<Dependency> others = new ArrayList<>();
    for (Source source : sources) {
      if (source.planned().isByRows() && !skipsRows) {
        WatchedTable table = source.table();
        if (table == null) {
          return null;
        }
        byRows.add(Dependency.onRows(table, predicate(source, table, values)));
        continue;
      }
      List<WatchedTable> tables = source.shared().region().watched();
      if (tables.isEmpty()) {
        return null;
      }
      tables.forEach(table -> others.add(Dependency.onTable(table)));
    }
    byRows.addAll(others);
    return byRows;
  }

  private Predicate predicate(Source source, WatchedTable table, @Nullable Object[] values) {
    return new Predicates(source.planned().alias(), table, values).of(plan.condition());
  }

  /// The sources that [#dependencies] begin with.
  List<Source> byRows(boolean skipsRows) {
    return skipsRows
        ? List.of()
        : sources.stream().filter(source -> source.planned().isByRows()).toList();
  }

  /// What a row must satisfy to come before the end of a result that was cut; null where that is
  /// not known.
  ///
  /// @param last what the order's column has in the last row
  @Nullable Predicate boundary(WatchedTable table, @Nullable Object last) {
    WatchPlan.Order order = plan.order();
    var column = order == null ? null : table.column(order.column().name());
    return order == null || column == null || !column.domain().isOrdered()
        ? null
        : Boundary.of(column, last, order.descending(), order.nullsFirst());
  }
}
