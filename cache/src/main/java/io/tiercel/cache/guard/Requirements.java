package io.tiercel.cache.guard;

import io.tiercel.wire.Connection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the server must be to be followed.
public final class Requirements {
  private Requirements() {}

  /// Checks that the server is a primary, with `wal_level = logical`. Whether the role may
  /// replicate is not checked here: managed servers have their own ways to grant that, so it is
  /// tried, and a refusal understood by [Obstacle#of]. Blocks.
  ///
  /// @throws ObstacleException if it is not
  public static void check(Connection connection) {
    List<@Nullable String> row =
        connection
            .simpleQuery("select pg_catalog.pg_is_in_recovery(), current_setting('wal_level')")
            .getFirst();
    if ("t".equals(row.get(0))) {
      throw new ObstacleException(
          new Obstacle(
              "the server is a standby",
              "connect the cache to the primary: several hosts and targetServerType=primary"));
    }
    if (!"logical".equals(row.get(1))) {
      throw new NoStreamException(
          new Obstacle(
              "wal_level is %s, the stream takes logical".formatted(row.get(1)),
              "ALTER SYSTEM SET wal_level = logical, and restart the server"));
    }
  }
}
