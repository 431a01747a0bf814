package io.tiercel.jpa.mapping;

import java.util.List;

/// One of the tables that a row of an entity is spread over: the root's, those of joined subclasses
/// (section 2.13.2), secondary ones (section 11.1.49).
///
/// @param key the columns that hold the id; their slots are those of the id
/// @param columns the others, by their slots in the entity's row
/// @param isOptional whether a row of the entity may have none here, as in a secondary table when
///     all its columns are null
public record EntityTable(Table table, List<Column> key, List<Column> columns, boolean isOptional) {

  public EntityTable {
    key = List.copyOf(key);
    columns = List.copyOf(columns);
  }

  /// Whether the column stands here, the key's not counted.
  boolean has(Column column) {
    return column.table().equals(table);
  }
}
