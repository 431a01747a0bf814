package io.tiercel.jdbc.result;

import io.tiercel.wire.row.DataRow;
import java.sql.SQLException;

/// The rows of a result, by their number from 0.
sealed interface Rows permits RowList, RowWindow {
  /// Points the cursor at a row, reading on where that is needed. What the cursor pointed at before
  /// is gone.
  ///
  /// @return false if there is no such row
  boolean moveTo(long index, DataRow cursor) throws SQLException;

  /// Whether there is such a row, reading on where that is needed. The cursor's row stays.
  boolean has(long index) throws SQLException;

  /// The number of rows, when all are read. Reads them.
  long size() throws SQLException;

  /// How many rows are to be fetched at once from now on.
  void setFetchSize(int size) throws SQLException;

  /// Nobody reads on.
  void close() throws SQLException;
}
