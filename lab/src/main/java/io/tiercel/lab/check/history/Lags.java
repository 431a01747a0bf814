package io.tiercel.lab.check.history;

import java.util.Arrays;

/// Durations in nanoseconds, for their percentiles. Confined to one thread.
public final class Lags {
  private long[] nanos = new long[1 << 10];
  private int size;

  /// None yet.
  public Lags() {}

  void add(long lag) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
    }
    nanos[size++] = lag;
  }

  /// All of another's.
  public void addAll(Lags other) {
    for (int i = 0; i < other.size; i++) {
      add(other.nanos[i]);
    }
  }

  /// The percentile in milliseconds; NaN without any.
  ///
  /// @param share 0.5 for the median
  public double millis(double share) {
    if (size == 0) {
      return Double.NaN;
    }
    var sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(size - 1L, (long) (share * size))] / 1e6;
  }
}
