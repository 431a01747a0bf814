package io.tiercel.jpa.querycache;

import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.predicate.Special;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.query.watch.WatchPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query that can be answered by looking at all rows of one entity. Immutable.
///
/// @param plan by rows, with one source, and sorted by columns of it alone
record WholeQuery(WatchPlan plan, List<WatchPlan.Sort> sorting, WholeTable table) {

  /// Null for other queries.
  ///
  /// @param entity what it selects, if that is all and its rows tell everything
  static @Nullable WholeQuery of(QueryPlan query, EntityMapping entity, QueryResults results) {
    WatchPlan plan = query.watchPlan();
    List<WatchPlan.Sort> sorting = plan.sorting();
    WholeTable table = results.whole(entity);
    return table != null
            && sorting != null
            && !query.isPage()
            && plan.sources().size() == 1
            && plan.isByRows()
            && plan.sources().getFirst().entity() == entity
            && sorting.stream().allMatch(each -> isOf(plan, each))
        ? new WholeQuery(plan, sorting, table)
        : null;
  }

  private static boolean isOf(WatchPlan plan, WatchPlan.Sort sort) {
    return sort.by().alias().equals(plan.sources().getFirst().alias());
  }

  /// What it takes of the rows for the values of one run; null when its order is the server's
  /// secret.
  @Nullable Choice choice(WatchedTable columns, Predicate condition) {
    List<SortColumn> order = new ArrayList<>(sorting.size());
    for (WatchPlan.Sort each : sorting) {
      Column column = columns.column(each.by().column().name());
      if (column == null || !column.domain().isOrdered()) {
        return null;
      }
      order.add(new SortColumn(column, each));
    }
    return new Choice(slots(columns), condition, order);
  }

  /// Where the state of an entity has the columns of its table, by their ordinals.
  private int[] slots(WatchedTable columns) {
    int[] slots = new int[columns.columns().size()];
    for (var mapped : plan.sources().getFirst().entity().columns()) {
      Column column = columns.column(mapped.name());
      if (column != null) {
        slots[column.ordinal()] = mapped.slot();
      }
    }
    return slots;
  }

  private record SortColumn(Column column, WatchPlan.Sort sort) {

    /// Of canonical values.
    int compare(Object left, Object right) {
      if (left == Special.NULL || right == Special.NULL) {
        int nulls = left == right ? 0 : left == Special.NULL ? -1 : 1;
        return sort.nullsFirst() ? nulls : -nulls;
      }
      int order = column.domain().compare(left, right);
      return sort.descending() ? -order : order;
    }
  }

  /// What is taken of the rows. Immutable.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Choice(int[] slots, Predicate condition, List<SortColumn> order) {

    private record Sorted(WholeRun.Found found, Object[] by) {}

    /// Those that satisfy the condition, in order; null when that cannot be told of one of them.
    ///
    /// @param first null for the first
    /// @param max null for all
    @Nullable List<WholeRun.Found> of(
        List<WholeRun.Found> rows, @Nullable Integer first, @Nullable Integer max) {
      List<Sorted> chosen = new ArrayList<>();
      for (WholeRun.Found each : rows) {
        @Nullable Object[] values = each.row().row().values();
        boolean holds = condition.surelyHolds(column -> value(values, column));
        if (!holds && condition.mayHold(column -> value(values, column))) {
          return null;
        }
        if (holds) {
          Object[] by = by(values);
          if (by == null) {
            return null;
          }
          chosen.add(new Sorted(each, by));
        }
      }
      if (!order.isEmpty()) {
        chosen.sort(comparator());
      }
      int from = first == null ? 0 : Math.min(first, chosen.size());
      int to = max == null ? chosen.size() : (int) Math.min(chosen.size(), (long) from + max);
      return chosen.subList(from, to).stream().map(Sorted::found).toList();
    }

    private Object value(@Nullable Object[] values, Column column) {
      return column.domain().canonical(values[slots[column.ordinal()]]);
    }

    /// Null when one cannot be compared.
    private Object @Nullable [] by(@Nullable Object[] values) {
      Object[] by = new Object[order.size()];
      for (int i = 0; i < by.length; i++) {
        by[i] = value(values, order.get(i).column());
        if (by[i] == Special.UNKNOWN) {
          return null;
        }
      }
      return by;
    }

    private Comparator<Sorted> comparator() {
      return (left, right) -> {
        for (int i = 0; i < order.size(); i++) {
          int by = order.get(i).compare(left.by()[i], right.by()[i]);
          if (by != 0) {
            return by;
          }
        }
        return 0;
      };
    }
  }
}
