package io.tiercel.jpa.mapping;

import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// One of the tables that a row of an entity is spread over: the root's, those of joined subclasses
/// (section 2.13.2), secondary ones (section 11.1.49), join tables of single-valued associations
/// (section 11.1.27).
///
/// @param key the columns that hold the id; their slots are those of the id
/// @param columns the others, by their slots in the entity's row
/// @param presence which entities have a row here
/// @param indexes declared for a table that is not a primary one
/// @param extras what a generated schema adds to a table that is not a primary one
public record EntityTable(
    Table table,
    List<Column> key,
    List<Column> columns,
    Presence presence,
    List<EntityMapping.Index> indexes,
    DdlExtras extras) {

  /// Which entities have a row in a table.
  public enum Presence {
    /// All of the class.
    ALWAYS,
    /// Those that had a value in any of its columns once. A row that is there stays when its last
    /// value goes: other columns of it may be somebody else's.
    ONCE_WRITTEN,
    /// Those that have a value: a join table.
    WHILE_SET
  }

  public EntityTable {
    key = List.copyOf(key);
    columns = List.copyOf(columns);
    indexes = List.copyOf(indexes);
  }

  /// A table that has a row for each entity.
  public static EntityTable primary(Table table, List<Column> key, List<Column> columns) {
    return new EntityTable(table, key, columns, Presence.ALWAYS, List.of(), DdlExtras.NONE);
  }

  /// The same table with other columns.
  public EntityTable withColumns(List<Column> others) {
    return new EntityTable(table, key, others, presence, indexes, extras);
  }

  /// The same table with these indexes.
  public EntityTable withIndexes(List<EntityMapping.Index> others) {
    return new EntityTable(table, key, columns, presence, others, extras);
  }

  /// Whether a row of the entity may have none here.
  public boolean isOptional() {
    return presence != Presence.ALWAYS;
  }

  /// Whether an entity has a value here.
  ///
  /// @param values what the entity has in its slots
  public boolean hasValue(IntFunction<? extends @Nullable Object> values) {
    for (Column column : columns) {
      if (values.apply(column.slot()) != null) {
        return true;
      }
    }
    return false;
  }

  /// Whether the column stands here, the key's not counted.
  public boolean has(Column column) {
    return column.table().equals(table);
  }
}
