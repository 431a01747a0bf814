package io.tiercel.jdbc.extension;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
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

  /// COPY in the transaction of this connection.
  Copy copy();

  /// The notifications that came since the last call; waits for one if there is none yet, and with
  /// [Duration#ZERO] only takes what the server has sent. Execute
  /// LISTEN before. Other threads that use the connection wait meanwhile. At most 10,000 are kept
  /// until they are asked for, of 16 million characters in all.
  ///
  /// @throws SQLException `54000`, once, if those that would come next were not kept
  List<Notification> notifications(Duration timeout) throws SQLException;

  /// Listens to channels on a connection of its own, which is made like this one, and made again
  /// when it is lost. The listener is called on a virtual thread, one notification after the other.
  Subscription listen(NotificationListener listener, String... channels) throws SQLException;
}
