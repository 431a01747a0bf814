package io.tiercel.wire.transport;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.TimeoutException;
import java.time.Duration;

/// A point in time by which a phase must be over. Immutable.
public final class Deadline {
  private final TimeLimit limit;
  private final long startNanos;

  private Deadline(TimeLimit limit) {
    this.limit = limit;
    startNanos = System.nanoTime();
  }

  /// A deadline for making a connection (`08001`).
  public static Deadline connecting(String phase, Duration limit, String hint) {
    return new Deadline(new TimeLimit(phase, limit, hint, SqlState.CLIENT_UNABLE_TO_CONNECT));
  }

  TimeLimit limit() {
    return limit;
  }

  long startNanos() {
    return startNanos;
  }

  /// The milliseconds left, at least 1 while the deadline is not reached, then 0.
  public long remainingMillis() {
    return limit.remainingMillis(startNanos);
  }

  /// The failure to throw when the deadline is reached.
  ///
  /// @param sent whether anything may have reached the server
  public TimeoutException exceeded(boolean sent) {
    return limit.exceeded(startNanos, sent);
  }
}
