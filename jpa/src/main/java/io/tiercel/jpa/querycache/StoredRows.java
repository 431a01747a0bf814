package io.tiercel.jpa.querycache;

import io.tiercel.cache.CachedValue;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowConsumer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A result as the server has sent it: rows of bytes, which are read anew at each hit. Immutable.
///
/// @param cursor gives cursors for the rows; null for a result without rows
record StoredRows(@Nullable DataRow cursor, List<byte[]> rows, int bytes) implements CachedValue {
  private static final int OF_ITSELF = 64;
  private static final int OF_A_ROW = 24;

  StoredRows {
    rows = List.copyOf(rows);
  }

  /// Whether both have the same rows.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StoredRows that
        && Arrays.deepEquals(rows.toArray(), that.rows.toArray());
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(rows.toArray());
  }

  /// Gives each row to a consumer, as when they were read.
  void forEach(RowConsumer consumer) {
    DataRow stored = cursor;
    if (stored == null) {
      return;
    }
    DataRow row = stored.another();
    for (byte[] bytes : rows) {
      row.moveTo(bytes, 0, bytes.length);
      consumer.accept(row);
    }
  }

  /// Collects rows that are being read. Confined to one thread.
  static final class Collector {
    private final List<byte[]> rows = new ArrayList<>();
    private @Nullable DataRow cursor;
    private int bytes = OF_ITSELF;

    void add(DataRow row) {
      if (cursor == null) {
        cursor = row.another();
      }
      byte[] copy = row.copy();
      bytes += OF_A_ROW + copy.length;
      rows.add(copy);
    }

    int bytes() {
      return bytes;
    }

    StoredRows stored() {
      return new StoredRows(cursor, rows, bytes);
    }
  }
}
