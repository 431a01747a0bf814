package io.tiercel.jpa.load;

import io.tiercel.cache.CachedValue;
import io.tiercel.jpa.descriptor.CollectionRow;
import java.util.List;

/// What a collection of values of one owner holds, as it is stored: its rows. Immutable; nobody
/// changes the rows' values.
///
/// @param rows in the order of the query
record CachedValues(List<CollectionRow> rows, int bytes) implements CachedValue {
  private static final int OF_ITSELF = 64;
  private static final int OF_A_ROW = 64;
  private static final int OF_A_VALUE = 40;

  static CachedValues of(List<CollectionRow> rows) {
    int bytes = OF_ITSELF;
    for (CollectionRow row : rows) {
      bytes += OF_A_ROW + row.values.length * OF_A_VALUE;
      for (Object value : row.values) {
        bytes +=
            switch (value) {
              case String text -> text.length();
              case byte[] binary -> binary.length;
              case null, default -> 0;
            };
      }
    }
    return new CachedValues(List.copyOf(rows), bytes);
  }
}
