package io.tiercel.cache.coherence;

import org.jspecify.annotations.Nullable;

/// Something stored under keys, of which each level of [Reads] serves what it may: rows, or results
/// of queries. Safe for any thread.
public interface Source<K, V> {

  /// What is stored under that key with what is known of it, null when there is nothing. It shows
  /// every commit that [was applied][StreamSession#applied] and touched it.
  @Nullable Entry<V> entry(K key);

  /// Whether no commit was applied to what is under the key that a snapshot taken after the fill
  /// may lack.
  boolean isUnchangedSince(K key, Fill fill);
}
