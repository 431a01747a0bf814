package io.tiercel.cache;

import io.tiercel.wire.ConnectionConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/// How a node's cache is to be. Immutable; every method returns a copy.
///
/// @param connection asked when the cache starts, and may block. To the primary, directly: poolers
///     in between do not pass the change stream. The role needs the attribute REPLICATION, and
///     SELECT on the cached tables
/// @param publication that has the cached tables; it is created, and tables are added to it, where
///     the role may do so
/// @param maxBytes of the heap for the stored rows of all regions, about
/// @param longestPause between two attempts to connect
public record CacheSettings(
    Supplier<ConnectionConfig> connection,
    String publication,
    long maxBytes,
    Duration longestPause) {
  private static final String PUBLICATION = "tiercel_cache";
  private static final long MAX_BYTES = 64L << 20;

  public CacheSettings {
    Objects.requireNonNull(connection);
    if (publication.isEmpty() || maxBytes <= 0 || !longestPause.isPositive()) {
      throw new IllegalArgumentException(
          "a cache needs a publication, room for rows and a positive pause, got \"%s\", %d bytes and %s"
              .formatted(publication, maxBytes, longestPause));
    }
  }

  /// With 64 MiB, the publication `tiercel_cache` and a pause of 10 s at most.
  public static CacheSettings of(ConnectionConfig connection) {
    return at(() -> connection);
  }

  /// As above, for a connection that is not known yet.
  public static CacheSettings at(Supplier<ConnectionConfig> connection) {
    return new CacheSettings(connection, PUBLICATION, MAX_BYTES, Duration.ofSeconds(10));
  }

  public CacheSettings withPublication(String name) {
    return new CacheSettings(connection, name, maxBytes, longestPause);
  }

  public CacheSettings withMaxBytes(long bytes) {
    return new CacheSettings(connection, publication, bytes, longestPause);
  }
}
