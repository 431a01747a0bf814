package io.tiercel.cache;

/// What is stored under a key. Immutable: it is handed to any number of threads.
public interface CachedValue {

  /// About how many bytes of the heap it takes, with all that nobody else holds.
  int bytes();
}
