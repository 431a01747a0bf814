package io.tiercel.cache.coherence;

import org.jspecify.annotations.Nullable;

/// The consistency level of a unit of work: which stored rows it may be served. What each level
/// promises holds beside what all of them do: a hit is never wrong for good.
public sealed interface Reads
    permits BoundedReads, EventualReads, SessionReads, SnapshotReads, StrongReads {
  /// A position of the log that cannot be told: nothing comes up to it.
  long UNKNOWN = Long.MAX_VALUE;

  /// The row under that key with what is known of it; null when the database has to be asked,
  /// because it is not stored, or because the level could not be kept in time. May wait for the
  /// stream, where the level says so.
  ///
  /// @throws InterruptedException if interrupted while waiting
  <K, V> @Nullable Entry<V> hit(Source<K, V> source, K key) throws InterruptedException;
}
