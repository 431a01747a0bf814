package io.tiercel.cache.coherence;

import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Where the rows of a [Region] are. It may forget any of them at any time. Safe for any thread:
/// what is done to one key is done one after the other, and who comes second waits.
public interface Entries<K, V> {

  /// What is under that key; null when nothing is.
  @Nullable Entry<V> get(K key);

  /// Takes what is under that key away.
  void remove(K key);

  /// Puts what the function makes of what is under that key in its place.
  ///
  /// @param change null stands for nothing; quick, and must not call the entries
  /// @return what is there now
  @Nullable Entry<V> compute(K key, Change<V> change);

  /// What is to be under a key.
  ///
  /// @param <V> a row
  @FunctionalInterface
  interface Change<V> {
    /// Of what is there.
    @Nullable Entry<V> apply(@Nullable Entry<V> present);
  }

  /// Those in a map, whose `compute` and `remove` are atomic for a key and wait for each other.
  static <K, V> Entries<K, V> in(ConcurrentMap<K, Entry<V>> map) {
    return new Entries<>() {
      @Override
      public @Nullable Entry<V> get(K key) {
        return map.get(key);
      }

      @Override
      public void remove(K key) {
        map.remove(key);
      }

      @Override
      public @Nullable Entry<V> compute(K key, Change<V> change) {
        return map.compute(key, (any, present) -> change.apply(present));
      }
    };
  }
}
