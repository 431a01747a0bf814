package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.EntityTable.Presence;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Inheritance;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.SecondaryTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads `@SecondaryTable` (section 11.1.49).
final class SecondaryTables {
  private SecondaryTables() {}

  /// The tables that the entity declares, without columns and indexes.
  ///
  /// @param key the columns of the primary table that theirs refer to
  /// @param inherited those of the entities above
  static List<EntityTable> of(
      Class<?> entity,
      Inheritance inheritance,
      Table primary,
      List<Column> key,
      List<Table> inherited) {
    SecondaryTable[] annotations = Annotations.all(entity, SecondaryTable.class);
    if (annotations.length > 0 && inheritance.hasTablePerClass()) {
      throw new MappingException(
          entity,
          null,
          "a class of a TABLE_PER_CLASS hierarchy cannot have secondary tables yet",
          "map them as entities of their own, related by @OneToOne, or use"
              + " InheritanceType.JOINED.");
    }
    Set<String> names = new HashSet<>(Set.of(primary.name()));
    inherited.forEach(table -> names.add(table.name()));
    List<EntityTable> tables = new ArrayList<>();
    for (SecondaryTable annotation : annotations) {
      Tables.refuseCatalog(entity, null, annotation.catalog());
      Table table =
          new Table(Tables.schema(annotation.schema()), Identifier.stored(annotation.name()));
      if (!names.add(table.name())) {
        throw new MappingException(
            entity,
            null,
            "its secondary table %s is one of its tables already".formatted(table),
            "give each @SecondaryTable a name of its own.");
      }
      tables.add(
          new EntityTable(
              table,
              SubclassTables.joined(
                  entity,
                  List.of(annotation.pkJoinColumns()),
                  constraint(annotation),
                  table,
                  primary,
                  key),
              List.of(),
              Presence.ONCE_WRITTEN,
              List.of(),
              DdlExtras.of(annotation.check(), annotation.options(), annotation.comment())));
    }
    return tables;
  }

  private static jakarta.persistence.ForeignKey constraint(SecondaryTable annotation) {
    boolean isSilent = !JoinColumns.says(annotation.foreignKey());
    return isSilent && annotation.pkJoinColumns().length > 0
        ? annotation.pkJoinColumns()[0].foreignKey()
        : annotation.foreignKey();
  }

  /// The indexes of one of the tables.
  static List<EntityMapping.Index> indexes(EntityRow row, EntityTable table) {
    List<Column> columns = new ArrayList<>(table.key());
    columns.addAll(table.columns());
    List<EntityMapping.Index> indexes = new ArrayList<>();
    for (SecondaryTable annotation : Annotations.all(row.head().type(), SecondaryTable.class)) {
      if (Identifier.stored(annotation.name()).equals(table.table().name())) {
        indexes.addAll(Indexes.of(row.head(), annotation, table.table(), columns));
      }
    }
    for (ToOneAttribute toOne : row.toOnes()) {
      if (toOne.oneToOne()
          && toOne.joinColumns().size() > 1
          && table.has(toOne.joinColumns().getFirst())) {
        indexes.add(Indexes.unique(toOne.joinColumns()));
      }
    }
    return indexes;
  }
}
