package io.tiercel.wire.replication;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.time.Duration;

/// How a stream is read. Immutable.
///
/// @param statusInterval how often the server is told where we are, at least; shorter than its
///     `wal_sender_timeout`
/// @param maxBufferedBytes how much is read ahead of a consumer that is slow; then the server waits
/// @param confirmsApart whether the server is told to be safe only what was
///     [confirmed][LogicalStream#confirm], instead of all that was acknowledged: for consumers that
///     deal with changes at once, and have them on disk later
public record StreamSettings(Duration statusInterval, int maxBufferedBytes, boolean confirmsApart) {
  /// Every 10 s, 16 MiB.
  public static final StreamSettings DEFAULT =
      new StreamSettings(Duration.ofSeconds(10), 16 * 1024 * 1024);

  /// What is acknowledged is safe.
  public StreamSettings(Duration statusInterval, int maxBufferedBytes) {
    this(statusInterval, maxBufferedBytes, false);
  }

  public StreamSettings {
    if (!statusInterval.isPositive() || maxBufferedBytes < 1) {
      throw new UsageException(
          SqlState.INVALID_PARAMETER_VALUE,
          "statusInterval and maxBufferedBytes must be positive, got %s and %d"
              .formatted(statusInterval, maxBufferedBytes));
    }
  }

  /// The server is told to be safe only what was [confirmed][LogicalStream#confirm].
  public StreamSettings withConfirmation() {
    return new StreamSettings(statusInterval, maxBufferedBytes, true);
  }
}
