package io.tiercel.cache.follow;

import io.tiercel.wire.ConnectionConfig;
import java.time.Duration;
import java.util.Objects;

/// What a follower connects to. Immutable.
///
/// @param connection to the primary, directly: poolers in between do not pass the stream. The user
///     needs the attribute REPLICATION, the server `wal_level = logical`
/// @param publication that has the followed tables, without row filters and column lists
/// @param longestPause between two attempts to connect after the stream was lost
public record FollowerSettings(
    ConnectionConfig connection, String publication, Duration longestPause) {

  public FollowerSettings {
    Objects.requireNonNull(connection);
    if (publication.isEmpty() || !longestPause.isPositive()) {
      throw new IllegalArgumentException(
          "a follower needs a publication and a positive pause, got \"%s\" and %s"
              .formatted(publication, longestPause));
    }
  }

  /// With a pause of 10 s at most.
  public static FollowerSettings of(ConnectionConfig connection, String publication) {
    return new FollowerSettings(connection, publication, Duration.ofSeconds(10));
  }
}
