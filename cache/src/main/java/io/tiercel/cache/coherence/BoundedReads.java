package io.tiercel.cache.coherence;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// BOUNDED: never staler than a duration, whatever breaks. The stream is probed: it has brought all
/// that was committed when a probe was sent, by this node's clock alone. Safe for any thread.
///
/// @param nanos the duration
/// @param clock counts nanoseconds as [System#nanoTime]
public record BoundedReads(Coherence coherence, long nanos, LongSupplier clock) implements Reads {
  public BoundedReads {
    if (nanos <= 0) {
      throw new IllegalArgumentException("a bound of %d ns: it must be positive".formatted(nanos));
    }
  }

  /// By the clock of the JVM.
  public BoundedReads(Coherence coherence, long nanos) {
    this(coherence, nanos, System::nanoTime);
  }

  @Override
  public <K, V> @Nullable Entry<V> hit(Source<K, V> source, K key) {
    StreamSession session = coherence.session();
    if (!session.isFresh(clock.getAsLong(), nanos)) {
      return null;
    }
    Entry<V> entry = source.entry(key);
    return entry != null && entry.session().equals(session) ? entry : null;
  }
}
