package io.tiercel.cache.query;

import io.tiercel.cache.predicate.Cover;
import io.tiercel.cache.predicate.RowImage;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A stored result as the watch of one table. Immutable; equal to itself only.
final class Watcher {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final long number = NUMBERS.incrementAndGet();
  private final Stored<?, ?> stored;
  private final Dependency dependency;
  private final List<Cover> covers;

  Watcher(Stored<?, ?> stored, Dependency dependency) {
    this.stored = stored;
    this.dependency = dependency;
    covers = dependency.covers();
  }

  long number() {
    return number;
  }

  Dependency dependency() {
    return dependency;
  }

  WatchedTable table() {
    return dependency.table();
  }

  List<Cover> covers() {
    return covers;
  }

  /// A row of the result has changed.
  ///
  /// @param row what it is now, null if it is gone
  void changed(@Nullable RowImage row) {
    if (row == null || !stays(row)) {
      stored.end();
    }
  }

  private boolean stays(RowImage row) {
    return dependency.extent() == Dependency.Extent.MEMBERS
        && dependency.predicate().surelyHolds(row);
  }

  /// A row may have come in.
  void mayHaveCome(Object key, RowImage row) {
    boolean wasThere = dependency.keys().contains(key) && stays(row);
    if (!wasThere && dependency.predicate().mayHold(row)) {
      stored.end();
    }
  }

  /// Something in the table has changed.
  void changedSomehow() {
    stored.end();
  }
}
