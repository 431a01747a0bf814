package io.tiercel.jpa.querycache;

import io.tiercel.cache.RowKey;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.jpa.load.SharedQueries;
import io.tiercel.jpa.query.watch.Operand;
import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A query for the entity with some unique values: answered by the index of these columns and the
/// stored row, or by the row alone where they are the id.
final class UniqueRun extends CachedRun {
  private final QueryResults results;
  private final SharedQueries shared;
  private final Request request;
  private final WatchedQuery.Source source;
  private final UniqueColumns unique;
  private final @Nullable Object[] values;
  private final AtomicReference<QueryResults.@Nullable Index> kept;

  /// Null where nothing is stored.
  private QueryResults.@Nullable Index index;

  private @Nullable Fill fill;
  private @Nullable Object key;
  private int rows;

  UniqueRun(
      QueryResults results,
      SharedQueries shared,
      Request request,
      PlannedResults planned,
      UniqueColumns unique) {
    this.results = results;
    this.shared = shared;
    this.request = request;
    this.source = planned.watched().sources().getFirst();
    this.unique = unique;
    this.kept = planned.index();
    this.values = values(unique, request.values());
  }

  private static @Nullable Object[] values(UniqueColumns unique, @Nullable Object[] of) {
    @Nullable Object[] values = new @Nullable Object[unique.values().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (unique.values().get(i)) {
            case Operand.Argument(int number) -> of[number - 1];
            case Operand.Constant(var value) -> value;
            case Operand.OfColumn column -> throw new IllegalStateException("no value: " + column);
          };
    }
    return values;
  }

  @Override
  public @Nullable List<@Nullable Object> hit(Supplier<RowElements> elements) {
    if (!shared.serves()) {
      return null;
    }
    if (unique.isId()) {
      Object id = id();
      return id == null ? null : managed(id);
    }
    QueryResults.Index known = index();
    if (known == null) {
      return null;
    }
    Entry<Optional<Object>> answer =
        shared.find(source.shared(), known.index(), Arrays.asList(values));
    if (answer == null) {
      return null;
    }
    return answer.value().isEmpty()
        ? new ArrayList<>(0)
        : managed(((RowKey) answer.value().get()).id(), known);
  }

  /// The index, if it compares the values as the server does.
  private QueryResults.@Nullable Index index() {
    WatchedTable table = source.table();
    QueryResults.Index known = kept.get();
    if (table == null || known == null || known.table() != table) {
      known = results.index(unique, table);
      kept.set(known);
    }
    if (known == null) {
      return null;
    }
    for (int i = 0; i < values.length; i++) {
      Column watched = known.columns().get(i);
      if (values[i] == null
          || !Predicates.isComparable(unique.columns().get(i), watched, values[i])) {
        return null;
      }
    }
    return known;
  }

  /// The id as rows are stored under it; null where a value is of another class than the column.
  private @Nullable Object id() {
    List<Object> parts = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value == null || value.getClass() != unique.columns().get(i).columnType()) {
        return null;
      }
      parts.add(value);
    }
    return parts.size() == 1 ? CompositeKey.normal(parts.getFirst()) : new CompositeKey(parts);
  }

  private @Nullable List<@Nullable Object> managed(Object id) {
    CachedRow row = shared.row(unique.entity(), id);
    return row == null ? null : managed(id, row);
  }

  /// The row may be newer than the answer of the index.
  private @Nullable List<@Nullable Object> managed(Object id, QueryResults.Index known) {
    CachedRow row = shared.row(unique.entity(), id);
    if (row == null) {
      return null;
    }
    for (int i = 0; i < values.length; i++) {
      var domain = known.columns().get(i).domain();
      Object is = row.row().values()[unique.columns().get(i).slot()];
      if (!domain.canonical(is).equals(domain.canonical(values[i]))) {
        return null;
      }
    }
    return managed(id, row);
  }

  private @Nullable List<@Nullable Object> managed(Object id, CachedRow row) {
    var managed = shared.managed(unique.entity(), request.graph().of(unique.entity().javaType()));
    Object instance = managed.add(id, row);
    if (instance == null) {
      return null;
    }
    managed.complete();
    List<@Nullable Object> found = new ArrayList<>(1);
    found.add(instance);
    return found;
  }

  @Override
  public String begin() {
    if (!unique.isId() && shared.mayStore()) {
      index = index();
      if (index != null) {
        index.index().prepare(Arrays.asList(values));
        fill = shared.beginFill();
      }
    }
    return request.plan().sql(request.max() != null, request.first() != null);
  }

  @Override
  public void accept(DataRow row) {
    rows++;
    if (fill != null && rows == 1) {
      key = SharedQueries.key(row, source.planned().keyColumn(), unique.entity());
    }
  }

  @Override
  public void complete() {
    // What was cut tells nothing of further rows: the database may know of no constraint.
    boolean isWhole = request.max() == null || rows < request.max();
    if (index == null || fill == null || rows > 1 || !isWhole || !shared.mayStore()) {
      return;
    }
    Object found = key == null ? null : source.shared().region().rowKey(key);
    List<@Nullable Object> of = Arrays.asList(values);
    if (!index.index().offer(of, found, fill, 0) && !index.index().holds(of, found)) {
      shared.readAhead();
    }
  }
}
