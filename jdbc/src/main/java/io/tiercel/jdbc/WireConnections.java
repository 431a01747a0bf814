package io.tiercel.jdbc;

import io.tiercel.jdbc.connection.JdbcConnection;
import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.wire.Connection;
import java.sql.SQLException;

/// Connections of the wire client seen through JDBC. The other way round,
/// `connection.unwrap(io.tiercel.wire.Connection.class)` gives what a connection of this driver
/// works on.
public final class WireConnections {
  private WireConnections() {}

  /// A JDBC connection over one that the caller has opened and goes on to own: both are the same
  /// session of the server, in the same transaction. Closing the result leaves the wire connection
  /// open. It is in autocommit mode, so it neither begins nor ends a transaction by itself.
  ///
  /// The wire connection may be used directly after [#settle], or when the result is closed, and
  /// has the result's notice listener until then.
  public static TiercelConnection lend(Connection wire) {
    return JdbcConnection.over(wire);
  }

  /// Reads into memory what results of a connection of this driver have left on the wire, so that
  /// the wire connection beneath may be used directly. Blocks while there is something to read.
  ///
  /// @throws SQLException if reading fails, or the connection is not one of this driver itself
  public static void settle(TiercelConnection connection) throws SQLException {
    connection.unwrap(JdbcConnection.class).settle();
  }
}
