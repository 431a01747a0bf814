package io.tiercel.wire.error;

import java.time.Duration;

/// A wait reached its deadline (`08006`, or `08001` while connecting). The message names the phase,
/// the limit and the time elapsed. The connection is closed: what the server still sends would
/// belong to nobody.
public final class TimeoutException extends WireException {
  private static final long serialVersionUID = 1;

  private final Duration limit;
  private final Duration elapsed;
  private final boolean sent;

  /// @param phase what was waited for, such as `authentication` or `the answer of the server`
  public TimeoutException(
      String sqlState, String phase, Duration limit, Duration elapsed, String hint, boolean sent) {
    super(
        sqlState,
        "timeout while waiting for %s: limit %d ms, elapsed %d ms\nHint: %s"
            .formatted(phase, limit.toMillis(), elapsed.toMillis(), hint),
        null);
    this.limit = limit;
    this.elapsed = elapsed;
    this.sent = sent;
  }

  /// The configured limit.
  public Duration limit() {
    return limit;
  }

  /// The time that had passed.
  public Duration elapsed() {
    return elapsed;
  }

  @Override
  public boolean isConnectionUsable() {
    return false;
  }

  @Override
  public boolean wasSent() {
    return sent;
  }
}
