package io.tiercel.jpa.querycache;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.query.Dependency;
import io.tiercel.jpa.load.SharedQueries;
import io.tiercel.jpa.query.EntitySelection;
import io.tiercel.jpa.query.watch.WatchPlan;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A query whose result is stored.
final class ResultRun extends CachedRun {
  /// The keys of more rows are not watched.
  private static final int MAX_ROWS = 10_000;

  private final QueryResults results;
  private final SharedQueries shared;
  private final Request request;
  private final WatchedQuery watched;

  /// Null where the result is kept as rows.
  private final @Nullable EntitySelection entities;

  private final ResultKey key;

  // While a statement is under way whose result may be stored; else null.
  private @Nullable Fill fill;
  private List<Dependency> dependencies = List.of();
  private List<WatchedQuery.Source> byRows = List.of();
  private List<Set<Object>> keys = List.of();
  private StoredRows.@Nullable Collector rows;
  private List<Object> ids = List.of();
  private List<CachedRow> states = List.of();
  private SharedQueries.@Nullable States reader;
  private @Nullable Object last;
  private int count;
  private long bytes;

  ResultRun(QueryResults results, SharedQueries shared, Request request, PlannedResults planned) {
    this.results = results;
    this.shared = shared;
    this.request = request;
    this.watched = planned.watched();
    this.entities = request.isPlain() ? planned.entities() : null;
    this.key = new ResultKey(sql(), entities != null, request.values());
  }

  private String sql() {
    return request.plan().sql(request.max() != null, request.first() != null);
  }

  @Override
  public @Nullable List<@Nullable Object> hit(Supplier<RowElements> elements) {
    Entry<CachedValue> entry =
        shared.serves() ? shared.hit(watched.entities(), results.results(), key) : null;
    return switch (entry == null ? null : entry.value()) {
      case StoredEntities stored -> managed(stored);
      case StoredRows stored -> read(stored, elements.get());
      case null, default -> null;
    };
  }

  private @Nullable List<@Nullable Object> managed(StoredEntities stored) {
    EntitySelection selection = entities;
    if (selection == null) {
      return null;
    }
    var managed =
        shared.managed(selection.mapping(), request.graph().of(selection.mapping().javaType()));
    List<@Nullable Object> instances = new ArrayList<>(stored.rows().size());
    for (int i = 0; i < stored.rows().size(); i++) {
      Object instance = managed.add(stored.ids().get(i), stored.rows().get(i));
      if (instance == null) {
        return null;
      }
      instances.add(instance);
    }
    managed.complete();
    return instances;
  }

  private static List<@Nullable Object> read(StoredRows stored, RowElements elements) {
    List<@Nullable Object> read = new ArrayList<>(stored.rows().size());
    stored.forEach(row -> read.add(elements.read(row)));
    elements.complete();
    return read;
  }

  @Override
  public String begin() {
    String unfit = watched.unfit();
    if (unfit != null) {
      results.tell(request.plan().sql(), unfit);
      return sql();
    }
    List<Dependency> owed =
        shared.mayStore() ? watched.dependencies(request.values(), request.skipsRows()) : null;
    if (owed == null) {
      return sql();
    }
    results.results().prepare(owed);
    fill = shared.beginFill();
    dependencies = owed;
    byRows = watched.byRows(request.skipsRows());
    keys = new ArrayList<>(byRows.size());
    byRows.forEach(source -> keys.add(new HashSet<>()));
    if (entities != null) {
      reader = shared.states(entities.mapping(), entities.firstColumn());
      ids = new ArrayList<>();
      states = new ArrayList<>();
    }
    return request.plan().sqlWithKeys(request.max() != null, request.first() != null);
  }

  @Override
  public void accept(DataRow row) {
    if (fill == null) {
      return;
    }
    count++;
    for (int i = 0; i < byRows.size(); i++) {
      WatchPlan.Source planned = byRows.get(i).planned();
      Object found = SharedQueries.key(row, planned.keyColumn(), planned.entity());
      if (found != null) {
        keys.get(i).add(byRows.get(i).shared().region().rowKey(found));
      }
    }
    keep(row);
    if (request.max() != null && watched.plan().order() != null) {
      WatchPlan.Order order = watched.plan().order();
      last = row.get(order.place(), order.column().columnType());
    }
    if (count > MAX_ROWS || bytes > results.maxBytes()) {
      giveUp();
    }
  }

  private void keep(DataRow row) {
    SharedQueries.States of = reader;
    Object id = of == null ? null : of.id(row);
    if (of == null || id == null) {
      StoredRows.Collector kept = rows();
      kept.add(row);
      bytes = kept.bytes();
      return;
    }
    CachedRow state = of.state(row);
    ids.add(id);
    states.add(state);
    bytes += state.bytes();
  }

  private StoredRows.Collector rows() {
    StoredRows.Collector known = rows;
    if (known == null) {
      known = new StoredRows.Collector();
      rows = known;
    }
    return known;
  }

  private void giveUp() {
    fill = null;
    results.tell(
        request.plan().sql(),
        "%d rows of %d bytes are too many to be kept".formatted(count, bytes));
  }

  @Override
  public void complete() {
    Fill from = fill;
    if (from == null || !shared.mayStore()) {
      return;
    }
    ResultKey stored = key.copy();
    if (stored == null) {
      results.tell(request.plan().sql(), "an argument is of a class whose values may change");
      return;
    }
    if (shared.replaces()) {
      results.results().remove(stored);
    }
    CachedValue value = reader == null ? rows().stored() : new StoredEntities(ids, states);
    if (!results.results().offer(stored, value, owed(), from, 0)) {
      Entry<CachedValue> present = results.results().entry(stored);
      if (present == null || !value.equals(present.value())) {
        shared.readAhead();
      }
    }
  }

  private List<Dependency> owed() {
    List<Dependency> owed = new ArrayList<>(dependencies);
    for (int i = 0; i < byRows.size(); i++) {
      Dependency dependency = dependencies.get(i).with(keys.get(i));
      Predicate boundary = boundary(i);
      owed.set(i, boundary == null ? dependency : dependency.narrowed(boundary));
    }
    return owed;
  }

  /// What comes behind the last row of a page does not count.
  private @Nullable Predicate boundary(int source) {
    WatchPlan.Order order = watched.plan().order();
    return order != null
            && request.max() != null
            && count > 0
            && count == request.max()
            && !request.plan().isPage()
            && order.alias().equals(byRows.get(source).planned().alias())
        ? watched.boundary(dependencies.get(source).table(), last)
        : null;
  }
}
