package io.tiercel.inside.sql;

import io.tiercel.inside.PgException;
import io.tiercel.jdbc.WireConnections;
import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.TransactionStatus;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The driver's connections into one session. They outlive calls, and keep their prepared
/// statements; what is lent to a call is taken back at its end. Confined to the session's thread.
public final class Connections {
  private static final int MAX_IDLE = 4;

  private final Statements statements;
  private final ConnectionConfig config;
  private final int backendPid;
  private final List<Lent> idle = new ArrayList<>();
  private final List<Lent> lent = new ArrayList<>();
  private @Nullable Map<String, String> parameters;
  private int lastId;

  private static final class Lent {
    final Conversation conversation;
    final Connection wire;
    TiercelConnection handle;

    Lent(Conversation conversation, Connection wire, TiercelConnection handle) {
      this.conversation = conversation;
      this.wire = wire;
      this.handle = handle;
    }

    boolean isReusable() {
      return wire.isOpen() && wire.transactionStatus() == TransactionStatus.IDLE;
    }
  }

  /// What a server reports at the start of a session, where the driver reads it. Texts are sent to
  /// the driver as it expects them, whatever the session's client has set.
  public record Reported(
      String serverVersion,
      String serverEncoding,
      String timeZone,
      String standardConformingStrings,
      String applicationName,
      String sessionAuthorization) {}

  /// @param database of the session
  /// @param user of the session
  public Connections(Statements statements, String database, String user, int backendPid) {
    this.statements = statements;
    this.backendPid = backendPid;
    config = ConnectionConfig.builder().database(database).user(user).build();
  }

  /// A connection for the running call, in autocommit mode.
  public TiercelConnection open() throws SQLException {
    int level = statements.level();
    Lent connection = takeIdle(level);
    if (connection == null) {
      var conversation = new Conversation(++lastId, statements);
      conversation.attach(level);
      Connection wire = Connection.over(conversation, config, parameters(), backendPid);
      connection = new Lent(conversation, wire, WireConnections.lend(wire));
    } else {
      connection.conversation.attach(level);
      connection.handle = WireConnections.lend(connection.wire);
    }
    lent.add(connection);
    return connection.handle;
  }

  private @Nullable Lent takeIdle(int level) throws SQLException {
    for (Iterator<Lent> all = lent.iterator(); all.hasNext(); ) {
      Lent connection = all.next();
      if (connection.conversation.level() == level
          && connection.handle.isClosed()
          && connection.isReusable()) {
        all.remove();
        return connection;
      }
    }
    return idle.isEmpty() ? null : idle.removeLast();
  }

  private Map<String, String> parameters() {
    Map<String, String> known = parameters;
    if (known == null) {
      Reported reported =
          statements
              .execute(
                  "select current_setting('server_version'), current_setting('server_encoding'),"
                      + " current_setting('TimeZone'),"
                      + " current_setting('standard_conforming_strings'),"
                      + " current_setting('application_name'), session_user::text",
                  new Object[0])
              .rows(Reported.class)
              .getFirst();
      if (reported == null) {
        throw new PgException("XX000", "the server does not tell its version");
      }
      known =
          Map.of(
              "server_version", reported.serverVersion,
              "server_encoding", reported.serverEncoding,
              "client_encoding", "UTF8",
              "DateStyle", "ISO, MDY",
              "IntervalStyle", "postgres",
              "integer_datetimes", "on",
              "TimeZone", reported.timeZone,
              "standard_conforming_strings", reported.standardConformingStrings,
              "application_name", reported.applicationName,
              "session_authorization", reported.sessionAuthorization);
      parameters = known;
    }
    return known;
  }

  /// Takes back what was lent to the call that ends now. One whose transaction was not ended is
  /// of no use any more, and the backend says so.
  public void endCall() throws SQLException {
    int level = statements.level();
    for (int i = lent.size() - 1; i >= 0; i--) {
      Lent connection = lent.get(i);
      if (connection.conversation.level() != level) {
        continue;
      }
      lent.remove(i);
      if (!connection.handle.isClosed() && connection.isReusable()) {
        connection.handle.close();
      }
      if (!connection.isReusable()) {
        connection.wire.abort();
      } else if (idle.size() < MAX_IDLE) {
        idle.add(connection);
      } else {
        connection.conversation.terminate();
        connection.wire.abort();
      }
    }
  }
}
