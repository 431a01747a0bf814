package io.tiercel.cache.coherence;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// SNAPSHOT: inside of a REPEATABLE READ transaction, exactly what its snapshot would return. Waits
/// once for the stream to bring what the snapshot sees. For the thread of the transaction.
public final class SnapshotReads implements Reads {
  private final Fill fill;
  private final long upTo;
  private final long number;
  private final long timeoutNanos;
  private boolean hasWaited;

  /// For values of which it is known up to where of the log they reach, and no others.
  ///
  /// @param fill of before the snapshot was taken
  /// @param upTo `pg_current_wal_insert_lsn()` of after it
  /// @param timeoutNanos how long the stream may take at the first read until the database is asked
  ///     instead
  public SnapshotReads(Fill fill, long upTo, long timeoutNanos) {
    this(fill, upTo, 0, timeoutNanos);
  }

  /// @param number of [StreamSession#placeSnapshot], before the position was asked for; 0 for none
  SnapshotReads(Fill fill, long upTo, long number, long timeoutNanos) {
    this.fill = fill;
    this.upTo = upTo;
    this.number = number;
    this.timeoutNanos = timeoutNanos;
  }

  /// For all values that are stored now as well. Asks for the position.
  ///
  /// @param fill of before the snapshot was taken
  /// @param position asks for `pg_current_wal_insert_lsn()` in the transaction, which takes the
  ///     snapshot if it was not taken yet
  /// @param timeoutNanos as above
  public static SnapshotReads placed(Fill fill, LongSupplier position, long timeoutNanos) {
    long number = fill.session().placeSnapshot();
    return new SnapshotReads(fill, position.getAsLong(), number, timeoutNanos);
  }

  @Override
  public <K, V> @Nullable Entry<V> hit(Source<K, V> source, K key) throws InterruptedException {
    if (fill.settled() < 0 || !isApplied()) {
      return null;
    }
    Entry<V> entry = source.entry(key);
    // The order counts: what the entry shows is applied by now, so it is among the marks.
    return entry != null
            && entry.session().equals(fill.session())
            && showsWhatIsApplied(entry)
            && source.isUnchangedSince(key, fill)
        ? entry
        : null;
  }

  /// A stream that is late once in a transaction is not waited for again.
  private boolean isApplied() throws InterruptedException {
    boolean isApplied = fill.session().awaitApplied(upTo, hasWaited ? 0 : timeoutNanos);
    hasWaited = true;
    return isApplied;
  }

  private boolean showsWhatIsApplied(Entry<?> entry) {
    return entry.upTo() == 0
        ? entry.snapshots() < number
        : entry.upTo() <= fill.session().applied();
  }
}
