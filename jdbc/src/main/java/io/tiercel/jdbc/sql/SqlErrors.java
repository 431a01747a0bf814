package io.tiercel.jdbc.sql;

import io.tiercel.jdbc.error.SqlExceptions;
import java.sql.SQLException;

/// Faults in SQL text that are found before the server sees it.
final class SqlErrors {
  private SqlErrors() {}

  /// @param index where the faulty part begins, from 0
  static SQLException syntax(String problem, int index, String hint) {
    return SqlExceptions.of(
        "42601", "%s at character %d\nHint: %s".formatted(problem, index + 1, hint), null);
  }
}
