package io.tiercel.lab.data;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/// One table to fill by a batched INSERT: `bind` is called for every index below `count`.
///
/// @param what the table, for the progress line
public record JdbcStep(String what, String sql, int count, Bind bind) {
  /// Sets the parameters for the row of an index.
  @FunctionalInterface
  public interface Bind {
    void bind(PreparedStatement statement, int index) throws SQLException;
  }
}
