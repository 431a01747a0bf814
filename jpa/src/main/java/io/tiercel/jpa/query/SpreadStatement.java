package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.mapping.EntityTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A bulk update or delete of entities whose rows are spread over several tables (specification
/// 4.10). A first query finds the entities and locks them; then each table is changed in a part of
/// the same statement. All parts see the tables as they were, so that a new value may be made of
/// columns of any of them.
final class SpreadStatement {
  private static final String FOUND = "found";

  private final TableSource target;
  private final EntitySource source;
  private final TableGroup tables;
  private final String where;

  /// A column and its new value.
  record Assigned(Column column, String value) {}

  /// @param tables the from clause of the entities
  /// @param where the where clause, empty for all
  SpreadStatement(TableSource target, TableGroup tables, String where) {
    this.target = target;
    this.source = target.source();
    this.tables = tables;
    this.where = where;
  }

  /// The statement reports as many rows as entities are changed.
  String update(List<Assigned> assigned) {
    List<String> parts = new ArrayList<>();
    for (EntityTable table : written()) {
      List<Assigned> here = assigned.stream().filter(one -> isIn(table, one.column())).toList();
      if (!here.isEmpty()) {
        parts.add(update(table, here));
      }
    }
    return statement(parts);
  }

  /// Rows that refer to others of the same entity go with them.
  String delete() {
    return statement(written().reversed().stream().map(this::delete).toList());
  }

  /// The tables that have rows of the entity, the root's first.
  private List<EntityTable> written() {
    EntityMapping entity = target.mapping();
    return source.isUnion()
        ? entity.concreteTypes().stream().map(EntityMapping::primaryTable).toList()
        : source.tables();
  }

  private boolean isIn(EntityTable table, Column column) {
    return source.isUnion() || table.table().equals(column.table());
  }

  private String statement(List<String> parts) {
    StringBuilder sql = new StringBuilder("with ").append(FOUND).append(" as (").append(found());
    sql.append(')');
    // A union's parts report their rows together, joined tables have one row each.
    int named = source.isUnion() ? parts.size() : parts.size() - 1;
    for (int i = 0; i < named; i++) {
      sql.append(", part").append(i).append(" as (").append(parts.get(i));
      sql.append(source.isUnion() ? " returning 1)" : ")");
    }
    return sql.append(' ')
        .append(
            source.isUnion()
                ? IntStream.range(0, named)
                    .mapToObj(i -> "select 1 from part" + i)
                    .collect(Collectors.joining(" union all "))
                : parts.getLast())
        .toString();
  }

  private String found() {
    List<String> ids = target.idColumns();
    String keys =
        IntStream.range(0, ids.size())
            .mapToObj(i -> ids.get(i) + " as k" + i)
            .collect(Collectors.joining(", "));
    String marker = source.isUnion() ? ", " + source.type() + " as m" : "";
    String lock = source.isLockable() ? " for update of " + source.alias() : "";
    return "select %s%s from %s%s%s".formatted(keys, marker, tables.sql(), where, lock);
  }

  private String update(EntityTable table, List<Assigned> assigned) {
    String alias = alias(table);
    String values =
        assigned.stream()
            .map(one -> one.column().sql() + " = " + one.column().write(one.value()))
            .collect(Collectors.joining(", "));
    List<String> from = new ArrayList<>(List.of(FOUND));
    List<String> conditions = new ArrayList<>(List.of(isFound(table, alias)));
    for (TableGroup.Part part : tables.parts()) {
      if (part.condition() != null && part.isNamedIn(values)) {
        from.add(part.table());
        conditions.add(part.condition());
      }
    }
    String read = values + String.join(" ", conditions);
    for (EntityTable other : source.isUnion() ? List.<EntityTable>of() : source.tables()) {
      String otherAlias = alias(other);
      if (!other.equals(table) && read.contains(otherAlias + ".")) {
        from.add(other.table().sql() + " " + otherAlias);
        conditions.add(isFound(other, otherAlias));
      }
    }
    if (source.isUnion() && read.contains(source.alias() + ".")) {
      from.add(source.declaration());
      conditions.add(equal(target.idColumns()));
    }
    return "update %s %s set %s from %s where %s"
        .formatted(
            table.table().sql(),
            alias,
            values,
            String.join(", ", from),
            String.join(" and ", conditions));
  }

  private String delete(EntityTable table) {
    String alias = alias(table);
    return "delete from %s %s using %s where %s"
        .formatted(table.table().sql(), alias, FOUND, isFound(table, alias));
  }

  /// As the new values call the table; a table of a union has a name of its own.
  private String alias(EntityTable table) {
    return source.isUnion() ? source.alias() + "_u" : source.alias(table);
  }

  private String isFound(EntityTable table, String alias) {
    String keys = equal(table.key().stream().map(column -> alias + "." + column.sql()).toList());
    EntityMapping type = source.isUnion() ? typeOf(table) : null;
    return type == null
        ? keys
        : "%s and %s.m = %s".formatted(keys, FOUND, EntitySource.literal(type));
  }

  private @Nullable EntityMapping typeOf(EntityTable table) {
    return target.mapping().concreteTypes().stream()
        .filter(type -> type.primaryTable().equals(table))
        .findFirst()
        .orElse(null);
  }

  private static String equal(List<String> columns) {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> "%s = %s.k%d".formatted(columns.get(i), FOUND, i))
        .collect(Collectors.joining(" and "));
  }
}
