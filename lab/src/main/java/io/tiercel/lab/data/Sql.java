package io.tiercel.lab.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The few lines that everybody who writes JDBC by hand writes around a statement.
public final class Sql {
  private Sql() {}

  /// Makes a value of the current row.
  @FunctionalInterface
  public interface RowMapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  /// Work within a transaction.
  @FunctionalInterface
  public interface Work<T> {
    T run() throws SQLException;
  }

  public static <T> List<T> query(
      Connection connection, String sql, RowMapper<T> mapper, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      var result = new ArrayList<T>();
      while (rows.next()) {
        result.add(mapper.map(rows));
      }
      return result;
    }
  }

  public static int update(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  /// Commits when the work returns, rolls back when it throws; back to auto-commit either way.
  public static <T> T inTransaction(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      T result = work.run();
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }
}
