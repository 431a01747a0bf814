package io.tiercel.cache.coherence;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// STRONG: as if the row were read from the database while the call lasts. Costs a round trip and
/// the delay of the stream. Safe for any thread.
///
/// @param position asks the primary for `pg_current_wal_insert_lsn()`; [#UNKNOWN] where it cannot
/// @param timeoutNanos how long the stream may take until the database is asked instead
public record StrongReads(Coherence coherence, LongSupplier position, long timeoutNanos)
    implements Reads {
  @Override
  public <K, V> @Nullable Entry<V> hit(Source<K, V> source, K key) throws InterruptedException {
    if (source.entry(key) == null) {
      return null;
    }
    StreamSession session = coherence.session();
    long end = position.getAsLong();
    if (end == UNKNOWN || !session.awaitApplied(end, timeoutNanos)) {
      return null;
    }
    Entry<V> entry = source.entry(key);
    return entry != null && entry.session().equals(session) ? entry : null;
  }
}
