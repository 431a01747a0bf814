package io.tiercel.jpa.shared;

import io.tiercel.cache.RowRegion;
import io.tiercel.jpa.mapping.Column;
import java.util.List;

/// A table of a collection as one of its sides looks at it: whose id is in these columns has the
/// rows with it. Immutable.
///
/// @param columns their names, in the order of that id
/// @param region where what that side has is stored, by that id
public record CollectionSide(List<String> columns, RowRegion region) {
  public CollectionSide {
    columns = List.copyOf(columns);
  }

  /// Whether it is the side that is found by these columns.
  public boolean isBy(List<Column> others) {
    return columns.equals(others.stream().map(Column::name).toList());
  }
}
