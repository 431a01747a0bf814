package io.tiercel.cache.guard;

import io.tiercel.wire.Connection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which server, and which run of it, a connection leads to. What one stream watches over may be
/// filled only through connections with an equal identity: neither a standby, nor the former
/// primary, nor a restored copy of it has the same. Immutable.
///
/// @param systemIdentifier of the cluster; standbys and copies have the same
/// @param timeline changes with a promotion and with a restore to a point in time
/// @param started when the postmaster started, as the server's text; differs between the servers of
///     one cluster, and after a crash
/// @param isStandby whether it replays the log of another one
/// @param database the stream is of one database
public record DatabaseIdentity(
    String systemIdentifier, int timeline, String started, boolean isStandby, String database) {

  /// Asks the server. Takes no privilege. Blocks.
  public static DatabaseIdentity of(Connection connection) {
    List<@Nullable String> row =
        connection
            .simpleQuery(
                "select s.system_identifier, c.timeline_id, extract(epoch from"
                    + " pg_catalog.pg_postmaster_start_time()), pg_catalog.pg_is_in_recovery(),"
                    + " pg_catalog.current_database() from pg_catalog.pg_control_system() s,"
                    + " pg_catalog.pg_control_checkpoint() c")
            .getFirst();
    return new DatabaseIdentity(
        text(row, 0),
        Integer.parseInt(text(row, 1)),
        text(row, 2),
        "t".equals(text(row, 3)),
        text(row, 4));
  }

  private static String text(List<@Nullable String> row, int column) {
    return Objects.requireNonNull(row.get(column));
  }

  /// Whether rows that were read there may be stored by who follows here.
  public boolean mayFillFrom(DatabaseIdentity other) {
    return equals(other) && !isStandby;
  }
}
