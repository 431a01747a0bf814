package io.tiercel.lab.bench.tier;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits until something holds, up to a limit that begins when this is made. Immutable.
final class Awaited {
  private static final long LOOK_NANOS = 500_000;

  private final Duration limit;
  private final long deadline;

  Awaited(Duration limit) {
    this.limit = limit;
    deadline = System.nanoTime() + limit.toNanos();
  }

  /// @throws IllegalStateException when it does not come within the limit
  void until(String what, BooleanSupplier holds) {
    while (!holds.getAsBoolean()) {
      check(what);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /// @throws IllegalStateException when the limit is over
  void check(String what) {
    if (System.nanoTime() - deadline > 0) {
      throw new IllegalStateException(
          "it did not come to this within %d s: %s".formatted(limit.toSeconds(), what));
    }
  }

  /// Whether it comes within that time.
  static boolean comes(Duration within, BooleanSupplier holds) {
    long end = System.nanoTime() + within.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }
}
