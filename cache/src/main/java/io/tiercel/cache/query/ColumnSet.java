package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Cover;
import io.tiercel.cache.predicate.RowImage;
import io.tiercel.cache.predicate.Special;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Columns of a table by whose values results are looked up together, `customer` or
/// `customer, state`, and who watches which values. Safe for any thread.
final class ColumnSet {
  private final Coherence coherence;
  private final List<Column> columns;
  private final int seed;

  /// For changes of which the values are not known.
  private final int stripe;

  private final Watchers<List<Object>> watchers = new Watchers<>();

  /// Null until it was published.
  private volatile @Nullable Floor floor;

  ColumnSet(Coherence coherence, int tableSeed, List<Column> columns) {
    this.coherence = coherence;
    this.columns = columns;
    seed = tableSeed * 31 + columns.hashCode();
    stripe = coherence.stripe(seed);
  }

  void published() {
    floor = Floor.now(coherence);
  }

  boolean is(Cover.Points points) {
    return columns.equals(points.columns());
  }

  /// The values of a row in these columns, null if one of them is not known.
  private @Nullable List<Object> values(RowImage row) {
    List<Object> values = new ArrayList<>(columns.size());
    for (Column column : columns) {
      Object value = row.value(column);
      if (value == Special.UNKNOWN) {
        return null;
      }
      values.add(value);
    }
    return values;
  }

  private int stripe(List<Object> values) {
    return coherence.stripe(seed * 31 + values.hashCode());
  }

  /// The stripe that a row belongs to.
  void mark(RowImage row, IntConsumer marker) {
    List<Object> values = values(row);
    marker.accept(values == null ? stripe : stripe(values));
  }

  /// Who may have to do with a row.
  Collection<Watcher> watching(RowImage row) {
    List<Object> values = values(row);
    return values == null ? watchers.all() : watchers.of(values);
  }

  /// Whether all the stripes pass that the points belong to.
  boolean admits(Cover.Points points, Fill fill, IntPredicate check) {
    Floor since = floor;
    if (since == null || !since.admits(fill) || !check.test(stripe)) {
      return false;
    }
    for (List<Object> values : points.values()) {
      if (!check.test(stripe(values))) {
        return false;
      }
    }
    return true;
  }

  void add(Cover.Points points, Watcher watcher) {
    points.values().forEach(values -> watchers.add(values, watcher));
  }

  void remove(Cover.Points points, Watcher watcher) {
    points.values().forEach(values -> watchers.remove(values, watcher));
  }

  int watched() {
    return watchers.size();
  }

  @Override
  public String toString() {
    return columns + " since " + floor;
  }
}
