package io.tiercel.jdbc.extension;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A connection with what PostgreSQL offers beyond `java.sql`. Get it from any connection of this
/// driver, or of a pool on top of it, by `connection.unwrap(TiercelConnection.class)`.
public interface TiercelConnection extends Connection {
  /// Different statements in one round trip.
  StatementPipeline pipeline() throws SQLException;

  /// The process of the server that serves this connection, as in `pg_stat_activity`.
  int backendProcessId();

  /// Asks the server to cancel what the connection runs now, over a connection of its own, which is
  /// encrypted when this one is. For any thread. Blocks until the server has taken the request.
  void cancelRunning() throws SQLException;

  /// A parameter that the server reports by itself, such as `TimeZone`; null if it does not report
  /// that one. Does not ask the server.
  @Nullable String reportedParameter(String name);
}
