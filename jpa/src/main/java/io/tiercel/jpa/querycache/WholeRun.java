package io.tiercel.jpa.querycache;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.query.Dependency;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.jpa.load.SharedQueries;
import io.tiercel.jpa.load.TableRows;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A query for entities whose rows are all kept: answered by looking at each of them. What it
/// cannot tell for sure as the server would is left to another run.
///
/// Each row is at least as new as the level in force demands, and so is what is known of rows that
/// came or went; they need not be of one moment.
final class WholeRun extends CachedRun {
  /// So many rows that are missing are always read by their ids; of more the eighth part at most.
  private static final int FEW = 64;

  private final QueryResults results;
  private final SharedQueries shared;
  private final Request request;
  private final WatchedQuery.Source source;
  private final WholeQuery query;
  private final @Nullable CachedRun otherwise;

  /// @param otherwise how it runs where it is not answered here; null when that is not cached
  WholeRun(
      QueryResults results,
      SharedQueries shared,
      Request request,
      PlannedResults planned,
      WholeQuery query,
      @Nullable CachedRun otherwise) {
    this.results = results;
    this.shared = shared;
    this.request = request;
    this.source = planned.watched().sources().getFirst();
    this.query = query;
    this.otherwise = otherwise;
  }

  /// A row of the table.
  record Found(Object id, CachedRow row) {}

  @Override
  public @Nullable List<@Nullable Object> hit(Supplier<RowElements> elements) {
    WatchedTable table = shared.serves() ? source.table() : null;
    List<Found> chosen = table == null ? null : choose(table);
    if (chosen != null) {
      List<@Nullable Object> instances = managed(chosen);
      if (instances != null) {
        return instances;
      }
    }
    return otherwise == null ? null : otherwise.hit(elements);
  }

  @Override
  public boolean mayAsk() {
    return true;
  }

  private @Nullable List<Found> choose(WatchedTable table) {
    var predicates = new Predicates(source.planned().alias(), table, request.values());
    Predicate condition = predicates.of(query.plan().condition());
    if (condition == Predicate.Constant.UNKNOWN) {
      return null;
    }
    WholeQuery.Choice choice = query.choice(table, condition);
    if (choice == null) {
      return null;
    }
    List<Found> all = all(table);
    return all == null ? null : choice.of(all, request.first(), request.max());
  }

  private @Nullable List<Found> all(WatchedTable table) {
    TableRows rows = shared.table(entity(), source.shared());
    Entry<CachedValue> told =
        shared.hit(List.of(source.shared()), results.results(), query.table().ids());
    List<Found> known =
        told == null ? null : known(rows, told, ((WholeTable.Members) told.value()).ids());
    return known == null && query.table().isDue() ? read(rows, table) : known;
  }

  private EntityMapping entity() {
    return source.planned().entity();
  }

  /// The rows of those ids; null when too many are missing.
  private static @Nullable List<Found> known(TableRows rows, Entry<?> told, List<Object> ids) {
    int maxMissing = Math.max(FEW, ids.size() / 8);
    List<Found> found = new ArrayList<>(ids.size());
    List<Object> missing = new ArrayList<>(0);
    for (Object id : ids) {
      CachedRow row = rows.row(told, id);
      if (row != null) {
        found.add(new Found(id, row));
      } else if (missing.size() < maxMissing) {
        missing.add(id);
      } else {
        return null;
      }
    }
    if (!missing.isEmpty()) {
      rows.read(missing, (id, row) -> found.add(new Found(id, row)));
    }
    return found;
  }

  /// Reads the table, and keeps it if it may.
  private @Nullable List<Found> read(TableRows rows, WatchedTable table) {
    if (!shared.mayStore()) {
      return null;
    }
    Dependency members = Dependency.onMembers(table, Predicate.Constant.TRUE);
    results.results().prepare(List.of(members));
    Fill fill = shared.beginFill();
    if (fill == null) {
      return null;
    }
    List<Found> found = new ArrayList<>();
    long[] bytes = new long[1];
    rows.readAll(
        fill,
        (id, row) -> {
          found.add(new Found(id, row));
          bytes[0] += row.bytes();
        });
    if (query.table().fits(found.size(), bytes[0]) && shared.mayStore()) {
      keep(found, members, fill);
    }
    return found;
  }

  private void keep(List<Found> found, Dependency members, Fill fill) {
    List<Object> ids = new ArrayList<>(found.size());
    Set<Object> keys = HashSet.newHashSet(found.size());
    for (Found each : found) {
      ids.add(each.id());
      keys.add(source.shared().region().rowKey(SharedQueries.key(each.id())));
    }
    var kept = new WholeTable.Members(ids);
    WholeTable.Ids key = query.table().ids();
    if (!results.results().offer(key, kept, List.of(members.with(keys)), fill, 0)) {
      Entry<CachedValue> present = results.results().entry(key);
      if (present == null || !kept.equals(present.value())) {
        shared.readAhead();
      }
    }
  }

  private @Nullable List<@Nullable Object> managed(List<Found> chosen) {
    EntityMapping entity = entity();
    var managed = shared.managed(entity, request.graph().of(entity.javaType()));
    List<@Nullable Object> instances = new ArrayList<>(chosen.size());
    for (Found each : chosen) {
      Object instance = managed.add(each.id(), each.row());
      if (instance == null) {
        return null;
      }
      instances.add(instance);
    }
    managed.complete();
    return instances;
  }

  @Override
  public String begin() {
    return otherwise == null
        ? request.plan().sql(request.max() != null, request.first() != null)
        : otherwise.begin();
  }

  @Override
  public void accept(DataRow row) {
    if (otherwise != null) {
      otherwise.accept(row);
    }
  }

  @Override
  public void complete() {
    if (otherwise != null) {
      otherwise.complete();
    }
  }
}
