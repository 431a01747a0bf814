package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.DatabaseSnapshot;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.predicate.RowImage;
import io.tiercel.cache.predicate.Special;
import io.tiercel.cache.query.RandomQuery.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A table whose rows change by lot, one committed transaction after the other, and the results of
/// queries of it that are stored.
final class RandomTable {
  private static final int KEYS = 12;

  final Coherence coherence = new Coherence();
  final StreamSession session = coherence.follow(0, 0);
  final Region<Integer, String> region = new Region<>(coherence, "item", new ConcurrentHashMap<>());
  final WatchedTable table = new WatchedTable(coherence, "item", region, List.of());
  final Results<String, List<Integer>> results = new Results<>(new ConcurrentHashMap<>());
  final Map<Integer, Row> rows = new TreeMap<>();
  final Random random;
  private int xid = 10;

  RandomTable(long seed) {
    random = new Random(seed);
    session.settle(snapshot());
    for (int key = 0; key < KEYS; key += 2) {
      rows.put(key, RandomQuery.row(random));
    }
  }

  private DatabaseSnapshot snapshot() {
    return new DatabaseSnapshot(xid, xid, List.of());
  }

  /// Stores the keys of a query's rows.
  ///
  /// @return whether it did
  boolean store(RandomQuery query, Dependency.Extent extent) {
    var owed = new Dependency(table, query.predicate(), extent, List.of());
    results.prepare(List.of(owed));
    Fill fill = coherence.beginFill();
    List<Integer> keys = keys(query);
    return results.offer(query.text(), keys, List.of(owed.with(keys)), fill, 0);
  }

  List<Integer> keys(RandomQuery query) {
    return rows.entrySet().stream()
        .filter(row -> query.holds(row.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /// The keys of the first rows by column c, as `order by c limit n`, or by `c desc`.
  List<Integer> first(RandomQuery query, boolean descending, int limit) {
    Comparator<Integer> order =
        Comparator.comparing(this::lastColumn, Comparator.nullsLast(Comparator.naturalOrder()));
    return keys(query).stream()
        .sorted((descending ? order.reversed() : order).thenComparing(key -> key))
        .limit(limit)
        .toList();
  }

  /// By which results are ordered.
  @Nullable Integer lastColumn(int key) {
    return Objects.requireNonNull(rows.get(key)).value(RandomQuery.COLUMNS.getLast());
  }

  /// What one transaction does to a row.
  record Step(int key, @Nullable Row before, @Nullable Row after, boolean isKnown) {}

  /// Inserts, updates, deletes a row, or gives it another key.
  List<Step> change(boolean mayHideValues) {
    int key = random.nextInt(KEYS);
    @Nullable Row before = rows.remove(key);
    boolean isDelete = before != null && random.nextInt(4) == 0;
    @Nullable Row after = isDelete ? null : RandomQuery.row(random);
    List<Step> steps = new ArrayList<>();
    int newKey = random.nextInt(KEYS);
    boolean hides = mayHideValues && random.nextInt(3) == 0;
    if (before != null && after != null && !rows.containsKey(newKey) && newKey != key) {
      steps.add(new Step(key, before, null, true));
      steps.add(new Step(newKey, null, after, !hides));
      rows.put(newKey, after);
    } else {
      steps.add(new Step(key, before, after, !hides));
      if (after != null) {
        rows.put(key, after);
      }
    }
    apply(steps.stream().map(step -> table.changed(step.key(), image(step))).toList());
    return steps;
  }

  private static @Nullable RowImage image(Step step) {
    @Nullable Row after = step.after();
    if (after == null) {
      return null;
    }
    return column ->
        step.isKnown() || column.ordinal() != step.key() % 3
            ? column.domain().canonical(after.value(column))
            : Special.UNKNOWN;
  }

  void apply(List<Change> changes) {
    int now = xid++;
    session.apply(now, now * 10L, changes);
    session.settle(snapshot());
  }
}
