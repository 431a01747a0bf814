package io.tiercel.jdbc.metadata;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query of the system catalogs under construction. Values always travel as parameters. Used
/// once, by one thread.
final class MetaDataQuery {
  private final StringBuilder sql;
  private final List<String> values = new ArrayList<>();

  /// @param sql up to and including a `WHERE` with at least one condition
  MetaDataQuery(String sql, String... parameters) {
    this.sql = new StringBuilder(sql);
    Collections.addAll(values, parameters);
  }

  /// Only this database has anything to show; null means any.
  MetaDataQuery catalog(@Nullable String catalog) {
    return equal("current_database()", catalog);
  }

  /// An exact value, null for any.
  MetaDataQuery equal(String expression, @Nullable String value) {
    if (value != null) {
      sql.append(" AND ").append(expression).append(" = ?");
      values.add(value);
    }
    return this;
  }

  /// A pattern with `%`, `_` and backslash, null for any.
  MetaDataQuery like(String expression, @Nullable String pattern) {
    if (pattern == null || pattern.equals("%")) {
      return this;
    }
    String literal = literal(pattern);
    if (literal != null) {
      // So that the catalogs' indexes are used, whatever the plan.
      return equal(expression, literal);
    }
    sql.append(" AND ").append(expression).append(" LIKE ?");
    values.add(pattern);
    return this;
  }

  /// What a pattern without wildcards stands for, null if it has any.
  private static @Nullable String literal(String pattern) {
    var literal = new StringBuilder(pattern.length());
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '%' || c == '_') {
        return null;
      }
      if (c == '\\') {
        i++;
        if (i == pattern.length()) {
          return null;
        }
      }
      literal.append(pattern.charAt(i));
    }
    return literal.toString();
  }

  /// One of several values.
  MetaDataQuery in(String expression, List<String> allowed) {
    sql.append(" AND ").append(expression).append(" IN (NULL");
    for (String value : allowed) {
      sql.append(", ?");
      values.add(value);
    }
    sql.append(')');
    return this;
  }

  /// A condition, if it is wanted.
  MetaDataQuery onlyIf(boolean wanted, String condition) {
    return wanted ? append(" AND " + condition) : this;
  }

  MetaDataQuery append(String more) {
    sql.append(more);
    return this;
  }

  /// Executes the query; its statement closes with the result. Blocks on the network.
  ResultSet execute(Connection connection) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            sql.toString(), ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
    try {
      statement.closeOnCompletion();
      for (int i = 0; i < values.size(); i++) {
        statement.setString(i + 1, values.get(i));
      }
      return statement.executeQuery();
    } catch (SQLException e) {
      closeAfter(statement, e);
      throw e;
    }
  }

  private static void closeAfter(PreparedStatement statement, SQLException failure) {
    try {
      statement.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }
}
