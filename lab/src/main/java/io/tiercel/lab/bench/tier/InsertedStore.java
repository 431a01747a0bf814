package io.tiercel.lab.bench.tier;

import org.jspecify.annotations.Nullable;

/// Bytes by number on local disk, for one thread that puts and others that read.
interface InsertedStore extends AutoCloseable {
  void put(long key, byte[] value);

  /// What is under that key; null when there is nothing.
  byte @Nullable [] get(long key);

  @Override
  void close();
}
