package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.OwnChange;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Cover;
import io.tiercel.cache.predicate.RowImage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// A table of the followed ones, and the stored results that owe something to it. Safe for any
/// thread.
///
/// Who applies a change marks the stripes of all that it touches, and then ends the results that it
/// finds. Who stores a result makes it watch, and then checks the stripes. So one of the two sees
/// the other.
public final class WatchedTable {
  private final Coherence coherence;
  private final String name;
  private final Region<?, ?> region;
  /// None as long as there is no such table.
  private volatile List<WatchedColumn> columns;

  private final int seed;

  /// For every change of a row.
  private final int anyStripe;

  private final Watchers<Object> byKey = new Watchers<>();
  private final Watches watches;
  private final Set<Watcher> ofTable = ConcurrentHashMap.newKeySet();
  private final Floor floor;

  /// The columns that conditions have named so far.
  private volatile Set<Column> asked = Set.of();

  private volatile boolean areColumnsKnown = true;

  /// To be made before the stream is followed that brings its changes.
  ///
  /// @param name that no other table of the node has
  /// @param region of the table's rows: what happens to it as a whole holds for results as well
  public WatchedTable(
      Coherence coherence, String name, Region<?, ?> region, List<WatchedColumn> columns) {
    this.coherence = coherence;
    this.name = name;
    this.region = region;
    this.columns = List.copyOf(columns);
    seed = ("results of " + name).hashCode();
    anyStripe = coherence.stripe(seed * 31 + 1);
    watches = new Watches(coherence, seed);
    floor = Floor.now(coherence);
  }

  /// The region of its rows.
  public Region<?, ?> region() {
    return region;
  }

  /// The columns that conditions may name.
  public List<WatchedColumn> columns() {
    return columns;
  }

  /// The column of that name, null if there is none.
  public @Nullable Column column(String columnName) {
    for (WatchedColumn each : columns) {
      if (each.column().name().equals(columnName)) {
        return each.column();
      }
    }
    return null;
  }

  /// The columns whose values are looked at: of all others an image need not know anything. None
  /// after the columns were [found to compare otherwise][#compareColumns].
  public Set<Column> asked() {
    return areColumnsKnown ? asked : Set.of();
  }

  /// If a column compares otherwise than it did when the table was made, nothing is known from now
  /// on of any row that changes, so each change ends all results that ask for a value.
  ///
  /// @param now the table's columns as they are
  public void compareColumns(List<WatchedColumn> now) {
    if (columns.isEmpty()) {
      columns = List.copyOf(now);
    }
    for (WatchedColumn is : now) {
      for (WatchedColumn was : columns) {
        if (is.column().name().equals(was.column().name()) && !is.comparesAs(was)) {
          areColumnsKnown = false;
        }
      }
    }
  }

  private void ask(Dependency dependency) {
    Set<Column> named = new HashSet<>();
    dependency.predicate().addColumns(named);
    if (!asked.containsAll(named)) {
      askMore(named);
    }
  }

  private synchronized void askMore(Set<Column> named) {
    named.addAll(asked);
    asked = Set.copyOf(named);
  }

  /// What a committed transaction did to a row: inserted, updated or deleted it. A row that took
  /// another key has two changes, of which the first leaves none under the former key.
  ///
  /// @param key as [dependencies][Dependency] name it
  /// @param row what it is after the change, null if it is gone
  public Change changed(Object key, @Nullable RowImage row) {
    return new RowChange(this, key, row);
  }

  /// As [#changed], by a transaction of this node: for
  /// [io.tiercel.cache.coherence.OwnWrite#changes].
  public OwnChange written(Object key, @Nullable RowImage row) {
    return new RowChange(this, key, row);
  }

  void mark(Object key, @Nullable RowImage row, IntConsumer marker) {
    marker.accept(anyStripe);
    marker.accept(stripe(key));
    if (row != null) {
      watches.mark(row, marker);
    }
  }

  private int stripe(Object key) {
    return coherence.stripe((seed + 2) * 31 + key.hashCode());
  }

  /// Ends all results that the change of a row alters.
  void endTouched(Object key, @Nullable RowImage row) {
    byKey.of(key).forEach(watcher -> watcher.changed(row));
    if (row != null) {
      watches.forEachOf(row, watcher -> watcher.mayHaveCome(key, row));
    }
    ofTable.forEach(Watcher::changedSomehow);
  }

  /// Gets ready to look for what the dependency is about.
  void prepare(Dependency dependency) {
    ask(dependency);
    dependency.covers().forEach(watches::prepare);
  }

  void add(Watcher watcher) {
    if (watcher.dependency().extent() == Dependency.Extent.TABLE) {
      ofTable.add(watcher);
      return;
    }
    ask(watcher.dependency());
    watcher.covers().forEach(cover -> watches.add(cover, watcher));
    watcher.dependency().keys().forEach(key -> byKey.add(key, watcher));
  }

  void remove(Watcher watcher) {
    if (watcher.dependency().extent() == Dependency.Extent.TABLE) {
      ofTable.remove(watcher);
      return;
    }
    watcher.covers().forEach(cover -> watches.remove(cover, watcher));
    watcher.dependency().keys().forEach(key -> byKey.remove(key, watcher));
  }

  /// Whether nothing was applied that a result of the fill may lack.
  boolean admits(Watcher watcher, Fill fill) {
    IntPredicate check = stripe -> coherence.admits(stripe, fill);
    if (!floor.admits(fill) || !region.admits(fill)) {
      return false;
    }
    if (watcher.dependency().extent() == Dependency.Extent.TABLE) {
      return check.test(anyStripe);
    }
    for (Cover cover : watcher.covers()) {
      if (!watches.admits(cover, fill, anyStripe, check)) {
        return false;
      }
    }
    for (Object key : watcher.dependency().keys()) {
      if (!check.test(stripe(key))) {
        return false;
      }
    }
    return true;
  }

  /// Whether the table as a whole has not changed since.
  boolean isCurrent(Entry<?> entry) {
    return region.isCurrent(entry);
  }

  /// Whether no commit was applied to the table that a snapshot taken after the fill may lack. A
  /// row that has left a result since is not in it any more, and its former values did not come
  /// with the stream: so any change counts.
  boolean isUnchangedSince(Fill fill) {
    return floor.admits(fill)
        && region.isUnchangedSince(fill)
        && fill.session().invalidated(anyStripe) <= fill.settled();
  }

  /// How many places a watcher stands in.
  int watches(Watcher watcher) {
    int watched = watcher.dependency().keys().size();
    for (Cover cover : watcher.covers()) {
      watched += cover instanceof Cover.Points points ? points.values().size() : 1;
    }
    return watched;
  }

  /// How many rows and conditions are watched; for tests and statistics.
  int watched() {
    return byKey.size() + watches.watched() + ofTable.size();
  }

  /// Since when what is marked; for tests.
  String floors() {
    return floor + " " + watches.floors();
  }

  @Override
  public String toString() {
    return name;
  }
}
