package io.tiercel.lab.bench.result;

import java.util.stream.DoubleStream;

/// The median of some samples with the least and the greatest of them.
public record Spread(double median, double min, double max) {
  /// Sorts the samples.
  ///
  /// @throws IllegalArgumentException without samples
  public static Spread of(DoubleStream samples) {
    var sorted = samples.sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("a spread takes at least one sample");
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
