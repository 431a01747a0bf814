package io.tiercel.jpa.id;

import java.util.Arrays;

/// Collects ranges of ids; one that goes on where the last one ends becomes part of it. So the ids
/// that one request draws are mostly one range. Confined to one thread.
final class IdRanges {
  private static final int FEW = 8;

  /// First and last ids in turn, of which [#size] are used.
  private long[] bounds = new long[FEW];

  private int size;

  /// Adds the ids from `first` to `last`.
  void add(long first, long last) {
    if (size > 0 && first - 1 == bounds[size - 1]) {
      bounds[size - 1] = last;
      return;
    }
    if (size == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * size);
    }
    bounds[size++] = first;
    bounds[size++] = last;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /// Their first and last ids in turn.
  long[] toArray() {
    return Arrays.copyOf(bounds, size);
  }
}
