package io.tiercel.cache.coherence;

import java.util.concurrent.atomic.AtomicLongArray;

/// One number for each of many groups of keys. Keys that share a group share its number, which
/// may cost a hit and never correctness. Safe for any thread.
final class Stripes {
  private final AtomicLongArray values;

  /// @param count a power of two
  Stripes(int count) {
    values = new AtomicLongArray(count);
  }

  /// The group of a key with that hash.
  int of(int hash) {
    int spread = hash * 0x9E3779B9;
    return (spread ^ (spread >>> 16)) & (values.length() - 1);
  }

  long get(int stripe) {
    return values.get(stripe);
  }

  /// Sets the number to that one, if it is not larger already.
  void raise(int stripe, long value) {
    values.accumulateAndGet(stripe, value, Math::max);
  }

  /// Sets the number if it is still the one that is expected.
  boolean replace(int stripe, long expected, long value) {
    return values.compareAndSet(stripe, expected, value);
  }

  void add(int stripe, long difference) {
    values.addAndGet(stripe, difference);
  }
}
