package io.tiercel.lab.bench.inside;

import io.tiercel.inside.PgSession;
import java.util.Iterator;
import java.util.stream.IntStream;

/// The functions that are measured.
public final class BenchFunctions {
  private BenchFunctions() {}

  /// The trivial one.
  public static int plus(int a) {
    return a + 1;
  }

  /// One statement in the session.
  public static int query(int a) {
    Integer sum = PgSession.current().query(Integer.class, "select $1 + 1", a).getFirst();
    return sum == null ? 0 : sum;
  }

  /// Many values in a call.
  public static int[] each(int[] values) {
    int[] result = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = values[i] + 1;
    }
    return result;
  }

  /// Many values from a call.
  public static Iterator<Integer> numbers(int count) {
    return IntStream.rangeClosed(1, count).iterator();
  }
}
