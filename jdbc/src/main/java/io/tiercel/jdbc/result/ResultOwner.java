package io.tiercel.jdbc.result;

import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// Where a result comes from.
public interface ResultOwner {
  /// The statement that returned it; null for a result that the driver made.
  @Nullable Statement statement() throws SQLException;

  /// The result was closed.
  void closed(JdbcResultSet result) throws SQLException;
}
