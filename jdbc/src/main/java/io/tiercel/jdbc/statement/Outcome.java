package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.result.JdbcResultSet;
import org.jspecify.annotations.Nullable;

/// What one command came to: rows, a count, or for generated keys both.
///
/// @param count the rows affected; -1 if there are none to tell of
record Outcome(@Nullable JdbcResultSet rows, long count) {
  boolean hasRows() {
    return rows != null;
  }
}
