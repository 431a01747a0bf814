package io.tiercel.jdbc.convert;

import io.tiercel.wire.row.DataRow;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/// Runs a query on the system catalog, apart from whatever the application does on the connection.
@FunctionalInterface
public interface CatalogQuery {
  /// The rows of `sql`, with parameters `$1`, `$2` …, as `mapper` reads them. The row is valid only
  /// inside its call.
  <T> List<T> rows(String sql, Function<DataRow, T> mapper, Object... parameters)
      throws SQLException;
}
