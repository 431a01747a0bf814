package io.tiercel.jpa.querycache;

import io.tiercel.wire.row.DataRow;
import org.jspecify.annotations.Nullable;

/// Makes the elements of a result list of rows, which may come from memory. For one result.
public interface RowElements {

  /// The element of a row.
  @Nullable Object read(DataRow row);

  /// Loads what the entities read since the last call are to bring with them.
  void complete();
}
