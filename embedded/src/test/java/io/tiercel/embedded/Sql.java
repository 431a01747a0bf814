package io.tiercel.embedded;

import java.sql.DriverManager;
import java.sql.SQLException;

/// Asks a server something through pgjdbc, as a stranger would.
final class Sql {
  private Sql() {}

  /// The first column of the first row.
  static String ask(EmbeddedPostgres postgres, String query) throws SQLException {
    return ask(postgres.jdbcUrlFor("postgresql"), query);
  }

  static String ask(String url, String query) throws SQLException {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      if (!rows.next()) {
        throw new AssertionError("no row from " + query);
      }
      return String.valueOf(rows.getString(1));
    }
  }

  static void execute(EmbeddedPostgres postgres, String... statements) throws SQLException {
    try (var connection = DriverManager.getConnection(postgres.jdbcUrlFor("postgresql"));
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
