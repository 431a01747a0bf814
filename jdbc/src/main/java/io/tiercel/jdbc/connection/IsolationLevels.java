package io.tiercel.jdbc.connection;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.error.SqlState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The isolation level of a session, by JDBC's numbers and the server's names.
final class IsolationLevels {
  private static final Map<Integer, String> NAMES =
      Map.of(
          Connection.TRANSACTION_READ_UNCOMMITTED, "read uncommitted",
          Connection.TRANSACTION_READ_COMMITTED, "read committed",
          Connection.TRANSACTION_REPEATABLE_READ, "repeatable read",
          Connection.TRANSACTION_SERIALIZABLE, "serializable");

  private final Session session;

  IsolationLevels(Session session) {
    this.session = session;
  }

  void set(int level) throws SQLException {
    String name = NAMES.get(level);
    if (name == null) {
      throw SqlExceptions.of(
          SqlState.FEATURE_NOT_SUPPORTED,
          "Transaction isolation level %d not supported.".formatted(level),
          null);
    }
    session.transactions().refuseInTransaction("Cannot change transaction isolation level");
    session.command("set session characteristics as transaction isolation level " + name);
  }

  int get() throws SQLException {
    List<String> levels =
        session.exchange(
            pipeline -> {
              var values = new ArrayList<String>();
              session
                  .wire()
                  .query(
                      "show transaction isolation level",
                      row -> values.add(String.valueOf(row.getString(0))));
              return values;
            });
    return NAMES.entrySet().stream()
        .filter(entry -> entry.getValue().equals(levels.getFirst()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(Connection.TRANSACTION_READ_COMMITTED);
  }
}
