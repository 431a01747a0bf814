package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityId;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.Inheritance;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import java.util.List;

/// What others must know of an entity to refer to it: its table and its id. Reading it asks nothing
/// of other entities, so that entities may refer to each other in circles.
///
/// @param members all persistent members, those of the id first
/// @param id its columns take the first slots
/// @param inheritance its place in its hierarchy
/// @param key the columns of `table` that hold the id: those of the id itself, unless the table is
///     joined to that of an entity above
/// @param places where the columns of its own attributes may stand
/// @param secondaryTables those that it declares itself, without their columns
record EntityHead(
    Class<?> type,
    String entityName,
    Table table,
    List<PersistentMember> members,
    EntityId id,
    Inheritance inheritance,
    List<Column> key,
    ColumnPlaces places,
    List<EntityTable> secondaryTables) {

  EntityHead {
    members = List.copyOf(members);
    key = List.copyOf(key);
    secondaryTables = List.copyOf(secondaryTables);
  }

  /// Whether a foreign key can refer to its rows: those of a class with subclasses that have tables
  /// of their own stand in several tables (section 2.13.3).
  boolean isInOneTable() {
    return !inheritance.hasTablePerClass()
        || (inheritance.subtypes().isEmpty() && !inheritance.isAbstract());
  }

  PersistentMember idMember() {
    return members.getFirst();
  }

  List<String> memberNames() {
    return members.stream().map(PersistentMember::name).toList();
  }
}
