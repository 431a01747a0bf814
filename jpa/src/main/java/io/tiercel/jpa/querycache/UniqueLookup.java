package io.tiercel.jpa.querycache;

import io.tiercel.cache.RowKey;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.load.SharedQueries;
import io.tiercel.jpa.query.watch.Operand;
import io.tiercel.jpa.result.RootPlan;
import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.shared.CachedRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A query for the entity with some unique values, as one that memory may answer without the
/// statement: by the index of these columns and the stored row, or by the row alone where they are
/// the id. Safe for any number of threads.
public final class UniqueLookup {
  private final QueryResults results;
  private final UniqueColumns columns;
  private final WatchedQuery.Source source;

  /// Whether the values are the arguments of the statement, in their order.
  private final boolean areArguments;

  /// The index that was found last.
  private volatile QueryResults.@Nullable Index known;

  UniqueLookup(QueryResults results, UniqueColumns columns, WatchedQuery.Source source) {
    this.results = results;
    this.columns = columns;
    this.source = source;
    this.areArguments = areArguments(columns.values());
  }

  private static boolean areArguments(List<Operand> values) {
    for (int i = 0; i < values.size(); i++) {
      if (!(values.get(i) instanceof Operand.Argument(int number)) || number != i + 1) {
        return false;
      }
    }
    return true;
  }

  UniqueColumns columns() {
    return columns;
  }

  WatchedQuery.Source source() {
    return source;
  }

  /// What the columns are to have, in their order. Not to be changed.
  ///
  /// @param of the values of `$1`, `$2`, …, with those of limit and offset behind them or not
  @Nullable Object[] values(@Nullable Object[] of) {
    int count = columns.values().size();
    if (areArguments && of.length == count) {
      return of;
    }
    @Nullable Object[] values = new @Nullable Object[count];
    for (int i = 0; i < count; i++) {
      values[i] =
          switch (columns.values().get(i)) {
            case Operand.Argument(int number) -> of[number - 1];
            case Operand.Constant(var value) -> value;
            case Operand.OfColumn column -> throw new IllegalStateException("no value: " + column);
          };
    }
    return values;
  }

  /// The managed instance as the only element of the result, or a result without any; null when the
  /// database has to be asked.
  ///
  /// @param arguments the values of `$1`, `$2`, …
  /// @param graph what is to be read with the entity
  public @Nullable List<@Nullable Object> find(
      SharedQueries shared, @Nullable Object[] arguments, RootPlan graph) {
    if (!shared.serves()) {
      return null;
    }
    @Nullable Object[] values = values(arguments);
    FetchPlan plan = graph.of(columns.entity().javaType());
    if (columns.isId()) {
      Object id = id(values);
      CachedRow row = id == null ? null : shared.row(columns.entity(), id);
      return row == null || id == null ? null : managed(shared, id, row, plan);
    }
    QueryResults.Index index = index(values);
    Entry<Optional<Object>> answer =
        index == null ? null : shared.find(source.shared(), index.index(), Arrays.asList(values));
    if (index == null || answer == null) {
      return null;
    }
    Object key = answer.value().orElse(null);
    if (key == null) {
      return new ArrayList<>(0);
    }
    Object id = ((RowKey) key).id();
    CachedRow row = shared.row(columns.entity(), id);
    return row == null || !has(row, values, index) ? null : managed(shared, id, row, plan);
  }

  /// The index, if it compares the values as the server does.
  QueryResults.@Nullable Index index(@Nullable Object[] values) {
    WatchedTable table = source.table();
    QueryResults.Index index = known;
    if (table == null || index == null || index.table() != table) {
      index = results.index(columns, table);
      known = index;
    }
    if (index == null) {
      return null;
    }
    for (int i = 0; i < values.length; i++) {
      Column watched = index.columns().get(i);
      if (values[i] == null
          || !Predicates.isComparable(columns.columns().get(i), watched, values[i])) {
        return null;
      }
    }
    return index;
  }

  /// The id as rows are stored under it; null where a value is of another class than the column.
  private @Nullable Object id(@Nullable Object[] values) {
    List<Object> parts = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value == null || value.getClass() != columns.columns().get(i).columnType()) {
        return null;
      }
      parts.add(value);
    }
    return parts.size() == 1 ? CompositeKey.normal(parts.getFirst()) : new CompositeKey(parts);
  }

  /// The row may be newer than the answer of the index.
  private boolean has(CachedRow row, @Nullable Object[] values, QueryResults.Index index) {
    for (int i = 0; i < values.length; i++) {
      var domain = index.columns().get(i).domain();
      Object is = row.row().values()[columns.columns().get(i).slot()];
      if (!domain.canonical(is).equals(domain.canonical(values[i]))) {
        return false;
      }
    }
    return true;
  }

  private @Nullable List<@Nullable Object> managed(
      SharedQueries shared, Object id, CachedRow row, FetchPlan plan) {
    Object instance = shared.managed(columns.entity(), id, row, plan);
    if (instance == null) {
      return null;
    }
    List<@Nullable Object> found = new ArrayList<>(1);
    found.add(instance);
    return found;
  }
}
