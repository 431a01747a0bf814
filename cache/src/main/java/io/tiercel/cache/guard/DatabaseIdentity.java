package io.tiercel.cache.guard;

import io.tiercel.wire.Connection;
import io.tiercel.wire.row.DataRow;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which server, and which run of it, a connection leads to. What one stream watches over may be
/// filled only through connections that lead to the same run: neither a standby, nor the former
/// primary, nor a restored copy of it is that. Immutable.
///
/// @param systemIdentifier of the cluster; standbys and copies have the same
/// @param timeline changes with a promotion and with a restore to a point in time
/// @param started when the postmaster started, as the server's text; differs between the servers of
///     one cluster, and after a crash
/// @param isStandby whether it replays the log of another one
/// @param database the stream is of one database
public record DatabaseIdentity(
    String systemIdentifier, int timeline, String started, boolean isStandby, String database) {

  /// What is asked, as columns of a select from [#TABLES].
  public static final String COLUMNS =
      "s.system_identifier::text, k.timeline_id::int4, extract(epoch from"
          + " pg_catalog.pg_postmaster_start_time())::text, pg_catalog.pg_is_in_recovery(),"
          + " pg_catalog.current_database()::text";

  /// What stands behind FROM.
  public static final String TABLES =
      "pg_catalog.pg_control_system() s, pg_catalog.pg_control_checkpoint() k";

  /// Asks the server. Takes no privilege. Blocks.
  public static DatabaseIdentity of(Connection connection) {
    List<@Nullable String> row =
        connection.simpleQuery("select " + COLUMNS + " from " + TABLES).getFirst();
    return new DatabaseIdentity(
        text(row, 0),
        Integer.parseInt(text(row, 1)),
        text(row, 2),
        "t".equals(text(row, 3)),
        text(row, 4));
  }

  /// Of a row that begins with [#COLUMNS].
  public static DatabaseIdentity of(DataRow row) {
    return new DatabaseIdentity(
        Objects.requireNonNull(row.getString(0)),
        row.getInt(1),
        Objects.requireNonNull(row.getString(2)),
        row.getBoolean(3),
        Objects.requireNonNull(row.getString(4)));
  }

  private static String text(List<@Nullable String> row, int column) {
    return Objects.requireNonNull(row.get(column));
  }

  /// Whether rows that were read there may be stored by who follows here: both are one run of one
  /// primary. The timeline says nothing about that. It changes in the run of a standby that is
  /// promoted, and the server tells the new one only after a checkpoint.
  public boolean mayFillFrom(DatabaseIdentity other) {
    return systemIdentifier.equals(other.systemIdentifier)
        && started.equals(other.started)
        && database.equals(other.database)
        && !isStandby
        && !other.isStandby;
  }
}
