package io.tiercel.json.load;

import java.time.Duration;

/// How far a load is.
///
/// @param met records read, good and bad
/// @param sent records sent to the server; they are stored when the load ends
/// @param characters of the documents sent
public record LoadProgress(long met, long sent, long characters, Duration elapsed) {
  /// Records that were left out.
  public long bad() {
    return met - sent;
  }

  /// Records sent per second.
  public double rate() {
    return sent / Math.max(1e-9, elapsed.toNanos() / 1e9);
  }
}
