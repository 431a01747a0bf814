package io.tiercel.cache.coherence;

import org.jspecify.annotations.Nullable;

/// SNAPSHOT: inside of a REPEATABLE READ transaction, exactly what its snapshot would return. Waits
/// once for the stream to bring what the snapshot sees. For the thread of the transaction.
public final class SnapshotReads implements Reads {
  private final Fill fill;
  private final long upTo;
  private final long timeoutNanos;

  /// @param fill of before the snapshot was taken
  /// @param upTo `pg_current_wal_insert_lsn()` of after it
  /// @param timeoutNanos how long the stream may take at a read until the database is asked instead
  public SnapshotReads(Fill fill, long upTo, long timeoutNanos) {
    this.fill = fill;
    this.upTo = upTo;
    this.timeoutNanos = timeoutNanos;
  }

  @Override
  public <K, V> @Nullable Entry<V> hit(Source<K, V> source, K key) throws InterruptedException {
    if (fill.settled() < 0 || !fill.session().awaitApplied(upTo, timeoutNanos)) {
      return null;
    }
    Entry<V> entry = source.entry(key);
    // The order counts: what the entry shows is applied by now, so it is among the marks.
    return entry != null
            && entry.session().equals(fill.session())
            && entry.upTo() != 0
            && entry.upTo() <= fill.session().applied()
            && source.isUnchangedSince(key, fill)
        ? entry
        : null;
  }
}
