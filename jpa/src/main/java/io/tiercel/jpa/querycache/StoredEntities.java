package io.tiercel.jpa.querycache;

import io.tiercel.cache.CachedValue;
import io.tiercel.jpa.shared.CachedRow;
import java.util.List;

/// A result of entities, decoded: their rows may be those that the cache has of the entities.
/// Immutable.
///
/// @param ids as a persistence context has them, in the order of the rows
record StoredEntities(List<Object> ids, List<CachedRow> rows, int bytes) implements CachedValue {
  private static final int OF_ITSELF = 80;
  private static final int OF_A_ROW = 32;

  StoredEntities(List<Object> ids, List<CachedRow> rows) {
    this(List.copyOf(ids), List.copyOf(rows), bytes(rows));
  }

  private static int bytes(List<CachedRow> rows) {
    int bytes = OF_ITSELF;
    for (CachedRow row : rows) {
      bytes += OF_A_ROW + row.bytes();
    }
    return bytes;
  }
}
