package io.tiercel.cache.coherence;

import org.jspecify.annotations.Nullable;

/// EVENTUAL: whatever is stored while the stream is followed. A change is missed as long as its
/// event is under way. Costs nothing. Safe for any thread.
public record EventualReads() implements Reads {
  @Override
  public <K, V> @Nullable Entry<V> hit(Source<K, V> source, K key) {
    return source.entry(key);
  }
}
