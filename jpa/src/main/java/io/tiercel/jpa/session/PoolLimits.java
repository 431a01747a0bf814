package io.tiercel.jpa.session;

import java.time.Duration;

/// How many connections a [ConnectionPool] holds, and for how long.
///
/// @param maxConnections at most this many at once, at least 1
/// @param acquireTimeout how long whoever asks waits for one to come back
/// @param minimumIdle this many idle ones stay open however long nobody wants them, at least 0;
///     none is opened before it is wanted
/// @param idleTimeout what is idle for longer is closed, down to the minimum; zero for never
public record PoolLimits(
    int maxConnections, Duration acquireTimeout, int minimumIdle, Duration idleTimeout) {

  public PoolLimits {
    if (maxConnections < 1) {
      throw new IllegalArgumentException(
          "the connection pool needs room for at least 1 connection, got %d\nHint: raise tiercel.pool.max-connections."
              .formatted(maxConnections));
    }
    if (minimumIdle < 0 || idleTimeout.isNegative()) {
      throw new IllegalArgumentException(
          "the connection pool cannot keep %d idle connections for %d ms\nHint: set tiercel.pool.minimum-idle to 0 or more, tiercel.pool.idle-timeout to 0 (never) or more."
              .formatted(minimumIdle, idleTimeout.toMillis()));
    }
  }
}
