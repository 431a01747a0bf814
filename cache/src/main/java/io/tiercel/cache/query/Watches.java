package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Cover;
import io.tiercel.cache.predicate.RowImage;
import io.tiercel.cache.predicate.Special;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Who waits for which rows to come into a table: by values, by intervals, or for all. A row costs
/// a look-up for each set of columns, a walk through a tree for each column with intervals, and
/// one evaluation for each who waits for all. Safe for any thread.
final class Watches {
  /// More ways to look up than this cost each change more than they narrow.
  static final int MOST_COLUMN_SETS = 64;

  private final Coherence coherence;
  private final int seed;
  private final Set<Watcher> everywhere = ConcurrentHashMap.newKeySet();
  private volatile List<ColumnSet> sets = List.of();
  private volatile List<Intervals> intervals = List.of();

  Watches(Coherence coherence, int seed) {
    this.coherence = coherence;
    this.seed = seed;
  }

  void prepare(Cover cover) {
    if (cover instanceof Cover.Points points) {
      var unused = set(points);
    }
  }

  /// Null when there are too many.
  private @Nullable ColumnSet set(Cover.Points points) {
    ColumnSet found = find(points);
    return found != null ? found : newSet(points);
  }

  private @Nullable ColumnSet find(Cover.Points points) {
    for (ColumnSet set : sets) {
      if (set.is(points)) {
        return set;
      }
    }
    return null;
  }

  private synchronized @Nullable ColumnSet newSet(Cover.Points points) {
    ColumnSet found = find(points);
    if (found != null || sets.size() >= MOST_COLUMN_SETS) {
      return found;
    }
    var added = new ColumnSet(coherence, seed, points.columns());
    List<ColumnSet> more = new ArrayList<>(sets);
    more.add(added);
    sets = List.copyOf(more);
    added.published();
    return added;
  }

  private Intervals intervals(Column column) {
    for (Intervals each : intervals) {
      if (each.column().equals(column)) {
        return each;
      }
    }
    return newIntervals(column);
  }

  private synchronized Intervals newIntervals(Column column) {
    for (Intervals each : intervals) {
      if (each.column().equals(column)) {
        return each;
      }
    }
    var added = new Intervals(column);
    List<Intervals> more = new ArrayList<>(intervals);
    more.add(added);
    intervals = List.copyOf(more);
    return added;
  }

  void add(Cover cover, Watcher watcher) {
    switch (cover) {
      case Cover.Points points -> {
        ColumnSet set = set(points);
        if (set == null) {
          everywhere.add(watcher);
        } else {
          set.add(points, watcher);
        }
      }
      case Cover.Span span -> intervals(span.column()).add(span, watcher);
      case Cover.Everything _ -> everywhere.add(watcher);
    }
  }

  void remove(Cover cover, Watcher watcher) {
    switch (cover) {
      case Cover.Points points -> {
        ColumnSet set = find(points);
        if (set == null) {
          everywhere.remove(watcher);
        } else {
          set.remove(points, watcher);
        }
      }
      case Cover.Span span -> intervals(span.column()).remove(span, watcher);
      case Cover.Everything _ -> everywhere.remove(watcher);
    }
  }

  void mark(RowImage row, IntConsumer marker) {
    for (ColumnSet set : sets) {
      set.mark(row, marker);
    }
  }

  /// Tells everyone for whom the row may count.
  void forEachOf(RowImage row, Consumer<Watcher> found) {
    for (ColumnSet set : sets) {
      set.watching(row).forEach(found);
    }
    for (Intervals each : intervals) {
      Object value = row.value(each.column());
      if (value == Special.UNKNOWN) {
        each.all(found);
      } else if (value != Special.NULL) {
        each.around(value, found);
      }
    }
    everywhere.forEach(found);
  }

  /// Whether no row was applied that a fill may lack, and that lies in the cover.
  ///
  /// @param anyStripe marked by every row
  boolean admits(Cover cover, Fill fill, int anyStripe, IntPredicate check) {
    if (cover instanceof Cover.Points points) {
      ColumnSet set = find(points);
      if (set != null) {
        return set.admits(points, fill, check);
      }
    }
    return check.test(anyStripe);
  }

  String floors() {
    return sets.stream().map(ColumnSet::toString).toList().toString();
  }

  int watched() {
    int watched = everywhere.size();
    for (ColumnSet set : sets) {
      watched += set.watched();
    }
    for (Intervals each : intervals) {
      int[] count = new int[1];
      each.all(_ -> count[0]++);
      watched += count[0];
    }
    return watched;
  }
}
