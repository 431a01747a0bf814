package io.tiercel.wire.transport;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.TimeoutException;
import java.time.Duration;

/// A point in time by which a phase must be over. Immutable.
public final class Deadline {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final String phase;
  private final Duration limit;
  private final String hint;
  private final String sqlState;
  private final long startNanos;

  private Deadline(String phase, Duration limit, String hint, String sqlState) {
    this.phase = phase;
    this.limit = limit;
    this.hint = hint;
    this.sqlState = sqlState;
    startNanos = System.nanoTime();
  }

  /// A deadline for making a connection (`08001`).
  public static Deadline connecting(String phase, Duration limit, String hint) {
    return new Deadline(phase, limit, hint, SqlState.CLIENT_UNABLE_TO_CONNECT);
  }

  /// A deadline for an answer on an established connection (`08006`).
  public static Deadline answering(String phase, Duration limit, String hint) {
    return new Deadline(phase, limit, hint, SqlState.CONNECTION_FAILURE);
  }

  /// The milliseconds left, at least 1 while the deadline is not reached, then 0.
  public long remainingMillis() {
    long left = limit.toNanos() - (System.nanoTime() - startNanos);
    return left <= 0 ? 0 : Math.max(1, left / NANOS_PER_MILLI);
  }

  /// The failure to throw when the deadline is reached.
  ///
  /// @param sent whether anything may have reached the server
  public TimeoutException exceeded(boolean sent) {
    var elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
    return new TimeoutException(sqlState, phase, limit, elapsed, hint, sent);
  }
}
