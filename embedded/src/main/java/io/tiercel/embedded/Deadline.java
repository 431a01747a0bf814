package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A moment by which a wait has to end. Processes and files of others can only be watched by
/// looking again, so waiting here means looking every few milliseconds.
record Deadline(long nanoTime, Duration total) {
  private static final long LOOK_AGAIN_NANOS = 2_000_000;

  static Deadline in(Duration total) {
    return new Deadline(System.nanoTime() + total.toNanos(), total);
  }

  boolean isOver() {
    return System.nanoTime() - nanoTime >= 0;
  }

  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  /// Waits until the condition holds; false if it does not by the deadline.
  boolean await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (isOver()) {
        return false;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new EmbeddedPostgresException(
            Reason.TIMEOUT,
            "interrupted while waiting for the embedded server",
            "open it again from a thread that is not interrupted");
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    return true;
  }
}
