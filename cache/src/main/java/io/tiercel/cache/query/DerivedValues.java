package io.tiercel.cache.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Values that were made of stored rows and results, under keys; each tells by itself whether it is
/// still [current][Derived#isCurrent]. What is used least goes when there is no room. Safe for any
/// thread.
///
/// @param <K> immutable, with equals and hashCode
public final class DerivedValues<K, V extends DerivedValues.Derived> {
  private final ConcurrentMap<K, V> values;

  /// Such a value.
  public interface Derived {
    /// Whether it may be served still. Once it may not, it may never again, but for what suspends a
    /// table for a while.
    boolean isCurrent();

    /// About how many bytes it takes.
    int bytes();
  }

  /// @param maxBytes for all values, about
  public DerivedValues(long maxBytes) {
    Cache<K, V> cache =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .<K, V>weigher((key, value) -> value.bytes())
            .executor(Runnable::run)
            .build();
    values = cache.asMap();
  }

  /// The value under that key, current or not; null when there is none.
  public @Nullable V get(K key) {
    return values.get(key);
  }

  /// Puts a value there, unless one is that is current.
  ///
  /// @return what is there now
  public V put(K key, V made) {
    V now =
        values.compute(
            key, (any, present) -> present != null && present.isCurrent() ? present : made);
    return now == null ? made : now;
  }

  /// The value has become larger.
  public void weigh(K key, V value) {
    boolean unused = values.replace(key, value, value);
  }

  /// Takes the value away, if it is there.
  public void remove(K key, V value) {
    boolean unused = values.remove(key, value);
  }

  /// How many there are.
  public int size() {
    return values.size();
  }
}
