package io.tiercel.jdbc.result;

import io.tiercel.jdbc.convert.ColumnPlan;
import io.tiercel.wire.row.RowDescription;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// Where a result comes from.
public interface ResultOwner {
  /// The statement that returned it; null for a result that the driver made.
  @Nullable Statement statement() throws SQLException;

  /// How columns are read: planned anew, or as for an earlier result.
  default ColumnPlan columns(RowDescription description) {
    return new ColumnPlan(description);
  }

  /// The result was closed.
  void closed(JdbcResultSet result) throws SQLException;
}
