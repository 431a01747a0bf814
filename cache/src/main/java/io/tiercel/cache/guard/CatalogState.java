package io.tiercel.cache.guard;

import java.util.Map;
import java.util.Objects;

/// What the catalog said at one moment. Immutable.
///
/// @param isPublished whether the publication is there
/// @param publication differs once the publication was changed in what concerns the tables: then
///     events may be missing, and only another stream is whole again
/// @param announces whether [DdlTriggers] are there and fire in every session
public record CatalogState(
    boolean isPublished, String publication, boolean announces, Map<TableName, TableState> tables) {
  public CatalogState {
    tables = Map.copyOf(tables);
  }

  /// One of the tables that were asked for.
  public TableState table(TableName name) {
    return Objects.requireNonNull(tables.get(name));
  }
}
