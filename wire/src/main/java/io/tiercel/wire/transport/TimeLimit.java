package io.tiercel.wire.transport;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.TimeoutException;
import java.time.Duration;

/// How long a phase may take, from whenever it begins: one object for all the waits of a session.
/// Immutable.
///
/// @param phase what is awaited, for the failure
/// @param hint what to do about it
/// @param sqlState of the failure
public record TimeLimit(String phase, Duration limit, String hint, String sqlState) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /// A limit for an answer on an established connection (`08006`).
  public static TimeLimit answering(String phase, Duration limit, String hint) {
    return new TimeLimit(phase, limit, hint, SqlState.CONNECTION_FAILURE);
  }

  long millis() {
    return limit.toMillis();
  }

  /// The milliseconds left since `startNanos` of [System#nanoTime()], at least 1 while the limit
  /// is not reached, then 0.
  long remainingMillis(long startNanos) {
    long left = limit.toNanos() - (System.nanoTime() - startNanos);
    return left <= 0 ? 0 : Math.max(1, left / NANOS_PER_MILLI);
  }

  /// The failure to throw when the limit is reached.
  ///
  /// @param sent whether anything may have reached the server
  TimeoutException exceeded(long startNanos, boolean sent) {
    var elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
    return new TimeoutException(sqlState, phase, limit, elapsed, hint, sent);
  }
}
