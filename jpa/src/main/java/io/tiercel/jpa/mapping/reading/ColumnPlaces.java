package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import java.util.List;
import java.util.Set;

/// The tables in which the columns of a row may stand.
///
/// @param table where they stand unless they say otherwise
/// @param secondary the entity's secondary tables
/// @param shared those of all these in which rows of other classes have nulls
record ColumnPlaces(Table table, List<Table> secondary, Set<Table> shared) {

  ColumnPlaces {
    secondary = List.copyOf(secondary);
    shared = Set.copyOf(shared);
  }

  /// One table alone.
  static ColumnPlaces in(Table table) {
    return new ColumnPlaces(table, List.of(), Set.of());
  }

  /// The table that an annotation names, the usual one for an empty name.
  Table of(PersistentMember member, String written) {
    String name = Identifier.stored(written);
    if (written.isEmpty() || name.equals(table.name())) {
      return table;
    }
    return secondary.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                member.refusal(
                    "its column stands in table \"%s\", but there is only %s%s"
                        .formatted(
                            written,
                            table,
                            secondary.isEmpty() ? "" : ", with secondary tables " + secondary),
                    "declare the table with @SecondaryTable at the entity, or remove table from"
                        + " the annotation."));
  }

  /// The column as it may be declared in its table.
  Column placed(Column column) {
    return shared.contains(column.table()) ? column.optional() : column;
  }
}
