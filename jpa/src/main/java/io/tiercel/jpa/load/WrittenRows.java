package io.tiercel.jpa.load;

import io.tiercel.cache.RowRegion;
import io.tiercel.cache.coherence.OwnWrite;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.RowImage;
import io.tiercel.cache.predicate.Special;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.shared.CachedRow;
import java.util.Map;

/// Rows that a transaction of this node has written, for the stored results of queries: they end
/// when COMMIT is answered, before the change stream brings the rows.
final class WrittenRows {
  private static final RowImage UNKNOWN = column -> Special.UNKNOWN;

  private WrittenRows() {}

  /// A row is about to be committed.
  ///
  /// @param row as the server has it
  static void tell(OwnWrite write, RowRegion region, Object id, CachedRow row) {
    for (WatchedTable table : region.watched()) {
      RowImage image = column -> value(row, column);
      write.changes(table.written(region.rowKey(id), image));
    }
  }

  /// Rows are about to be committed of which nobody knows what they are. One of them stands for all
  /// where it is asked what comes into results: there may be many, and one ends whatever any could.
  ///
  /// @param ids with whether the row is gone
  static void tellOthers(OwnWrite write, RowRegion region, Map<Object, Boolean> ids) {
    for (WatchedTable table : region.watched()) {
      boolean isTold = false;
      for (Map.Entry<Object, Boolean> one : ids.entrySet()) {
        boolean standsForAll = !isTold && !one.getValue();
        isTold |= standsForAll;
        write.changes(table.written(region.rowKey(one.getKey()), standsForAll ? UNKNOWN : null));
      }
    }
  }

  private static Object value(CachedRow row, Column column) {
    EntityMapping type = row.type();
    for (var mapped : type.columns()) {
      if (mapped.name().equals(column.name())) {
        return mapped.isLargeObject()
            ? Special.UNKNOWN
            : column.domain().canonical(row.row().values()[mapped.slot()]);
      }
    }
    return Special.UNKNOWN;
  }
}
