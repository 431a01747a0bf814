package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.EntityTable.Presence;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute.JoinTable;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The tables that an entity's row is spread over, in the order in which rows are inserted.
final class EntityTables {
  private EntityTables() {}

  static List<EntityTable> of(EntityRow row, @Nullable EntityMapping supertype) {
    EntityHead head = row.head();
    List<Column> columns = row.columns().subList(head.id().columns().size(), row.columns().size());
    if (supertype != null && head.inheritance().hasTablePerClass()) {
      List<Column> all =
          columns.stream()
              .map(column -> column.in(head.table(), column.name(), column.foreignKey()))
              .toList();
      return List.of(EntityTable.primary(head.table(), head.key(), all));
    }
    Map<Table, EntityTable> tables = new LinkedHashMap<>();
    if (supertype != null) {
      supertype.tables().forEach(table -> tables.put(table.table(), table));
    }
    tables.putIfAbsent(head.table(), EntityTable.primary(head.table(), head.key(), List.of()));
    head.secondaryTables().forEach(table -> tables.put(table.table(), table));
    Set<Table> inherited =
        supertype == null
            ? Set.of()
            : supertype.tables().stream().map(EntityTable::table).collect(Collectors.toSet());
    for (ToOneAttribute toOne : row.toOnes()) {
      JoinTable joinTable = toOne.joinTable();
      if (joinTable != null && !inherited.contains(joinTable.table())) {
        add(tables, joinTable, head, toOne);
      }
    }
    List<EntityTable> complete = new ArrayList<>();
    for (EntityTable table : tables.values()) {
      EntityTable filled = table.withColumns(columns.stream().filter(table::has).toList());
      complete.add(
          filled.presence() == Presence.ONCE_WRITTEN && !inherited.contains(table.table())
              ? filled.withIndexes(SecondaryTables.indexes(row, filled))
              : filled);
    }
    return complete;
  }

  private static void add(
      Map<Table, EntityTable> tables, JoinTable joinTable, EntityHead head, ToOneAttribute toOne) {
    EntityTable added =
        new EntityTable(
            joinTable.table(),
            joinTable.ownColumns(),
            List.of(),
            Presence.WHILE_SET,
            joinTable.indexes(),
            joinTable.extras());
    if (tables.putIfAbsent(added.table(), added) != null) {
      throw new MappingException(
          head.type(),
          toOne.name(),
          "its join table %s is a table of the entity already".formatted(added.table()),
          "give it another name by @JoinTable, or use @JoinColumn with the name of the table.");
    }
  }
}
