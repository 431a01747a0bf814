package io.tiercel.cache.follow;

import io.tiercel.wire.ConnectionConfig;
import java.time.Duration;
import java.util.Objects;

/// What a follower connects to, and how. Immutable; every method returns a copy.
///
/// @param connection to the primary, directly: poolers in between do not pass the stream. The user
///     needs the attribute REPLICATION, the server `wal_level = logical`
/// @param publication that has the followed tables, without row filters and column lists
/// @param prepares whether the follower may create the publication, add tables to it, and create
///     the triggers that announce changes of definitions, where its role has the right
/// @param longestPause between two attempts to connect after the stream was lost
/// @param probePeriod how often the stream is proved to be up to date; a [bound on
///     staleness][io.tiercel.cache.coherence.BoundedReads] should be twice as long. Without the
///     triggers the definitions of the tables are looked up as often
/// @param grace how long a stream that does not answer is trusted; then nothing is a hit until it
///     answers
public record FollowerSettings(
    ConnectionConfig connection,
    String publication,
    boolean prepares,
    Duration longestPause,
    Duration probePeriod,
    Duration grace) {

  public FollowerSettings {
    Objects.requireNonNull(connection);
    if (publication.isEmpty()
        || !longestPause.isPositive()
        || !probePeriod.isPositive()
        || !grace.isPositive()) {
      throw new IllegalArgumentException(
          "a follower needs a publication and positive durations, got \"%s\", %s, %s and %s"
              .formatted(publication, longestPause, probePeriod, grace));
    }
  }

  /// Prepares what is not there; a pause of 10 s at most, a probe each second, 5 s of grace.
  public static FollowerSettings of(ConnectionConfig connection, String publication) {
    return new FollowerSettings(
        connection,
        publication,
        true,
        Duration.ofSeconds(10),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5));
  }

  /// Everything in the database is there already, or is not wanted.
  public FollowerSettings withoutPreparing() {
    return new FollowerSettings(connection, publication, false, longestPause, probePeriod, grace);
  }

  public FollowerSettings withProbePeriod(Duration value) {
    return new FollowerSettings(connection, publication, prepares, longestPause, value, grace);
  }

  public FollowerSettings withGrace(Duration value) {
    return new FollowerSettings(
        connection, publication, prepares, longestPause, probePeriod, value);
  }

  public FollowerSettings withLongestPause(Duration value) {
    return new FollowerSettings(connection, publication, prepares, value, probePeriod, grace);
  }
}
