package io.tiercel.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;

/// What the tests do with a connection of pgjdbc.
final class Failures {
  private Failures() {}

  static void execute(Connection connection, String... statements) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /// The first column of the first row.
  static String scalar(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery(sql)) {
      assertTrue(result.next(), () -> "no row: " + sql);
      return result.getString(1);
    }
  }

  static PSQLException assertFails(
      Connection connection, String sql, String sqlState, String message) {
    var failure = assertThrows(PSQLException.class, () -> execute(connection, sql), sql);
    assertEquals(sqlState, failure.getSQLState(), failure::toString);
    assertTrue(String.valueOf(failure.getMessage()).contains(message), failure::toString);
    return failure;
  }
}
