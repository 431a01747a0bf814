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
/// 4.10), those of their collections included when they are deleted. A first query finds the
/// entities and locks them; then each table is changed in a part of the same statement. All parts
/// see the tables as they were, so that a new value may be made of columns of any of them, and
/// foreign keys are checked after the last.
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
        parts.addAll(table.isOptional() ? optional(table, here) : List.of(update(table, here, "")));
      }
    }
    return statement(parts, 0);
  }

  /// Where an entity may have no row, one that gets a value gets a row; in a join table a row goes
  /// with its value.
  private List<String> optional(EntityTable table, List<Assigned> assigned) {
    String hasValue = hasValue(table, assigned);
    List<String> parts = new ArrayList<>();
    if (table.presence() == EntityTable.Presence.WHILE_SET) {
      parts.add(update(table, assigned, " and " + hasValue));
      parts.add(delete(table, assigned, " and not " + hasValue));
    } else {
      parts.add(update(table, assigned, ""));
    }
    String alias = alias(table);
    From from = from(null, table, hasValue + values(assigned) + alias + ".");
    parts.add(
        "insert into %s (%s, %s) select %s, %s from %s where %s"
            .formatted(
                table.table().sql(),
                table.key().stream().map(Column::sql).collect(Collectors.joining(", ")),
                assigned.stream().map(one -> one.column().sql()).collect(Collectors.joining(", ")),
                IntStream.range(0, table.key().size())
                    .mapToObj(i -> FOUND + ".k" + i)
                    .collect(Collectors.joining(", ")),
                assigned.stream()
                    .map(one -> one.column().write(one.value()))
                    .collect(Collectors.joining(", ")),
                from.tables(),
                from.conditions(
                    "%s.%s is null and %s"
                        .formatted(alias, table.key().getFirst().sql(), hasValue))));
    return parts;
  }

  /// Rows that refer to others of the same entity go with them.
  ///
  /// @param collections the rows of tables beside the entity's own that go too
  String delete(List<CollectionRows> collections) {
    List<String> parts = new ArrayList<>();
    collections.forEach(rows -> parts.add(delete(rows)));
    written().reversed().forEach(table -> parts.add(delete(table)));
    return statement(parts, collections.size());
  }

  private String delete(CollectionRows rows) {
    String alias = source.alias() + "_r";
    String keys = equal(rows.columns().stream().map(column -> alias + "." + column.sql()).toList());
    return "delete from %s %s using %s where %s"
        .formatted(
            rows.table().sql(),
            alias,
            FOUND,
            source.isUnion() ? "%s and %s.m in (%s)".formatted(keys, FOUND, marks(rows)) : keys);
  }

  private static String marks(CollectionRows rows) {
    return rows.owner().concreteTypes().stream()
        .map(EntitySource::literal)
        .collect(Collectors.joining(", "));
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

  /// @param uncounted how many parts, the first ones, change what are no entities
  private String statement(List<String> parts, int uncounted) {
    StringBuilder sql = new StringBuilder("with ").append(FOUND).append(" as (").append(found());
    sql.append(')');
    // A union's parts report their rows together, joined tables have one row each, and where some
    // may have none, what was found is what counts.
    boolean counts = source.isUnion() || source.tables().stream().anyMatch(EntityTable::isOptional);
    int named = counts ? parts.size() : parts.size() - 1;
    for (int i = 0; i < named; i++) {
      sql.append(", part").append(i).append(" as (").append(parts.get(i));
      sql.append(source.isUnion() && i >= uncounted ? " returning 1)" : ")");
    }
    sql.append(' ');
    if (source.isUnion()) {
      sql.append(
          IntStream.range(uncounted, named)
              .mapToObj(i -> "select 1 from part" + i)
              .collect(Collectors.joining(" union all ")));
    } else {
      sql.append(counts ? "select 1 from " + FOUND : parts.getLast());
    }
    return sql.toString();
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

  /// A parameter gets its type from the first place where it stands. That is an assignment to the
  /// column, except in a join table, whose columns all have an equality that tells it.
  private static String hasValue(EntityTable table, List<Assigned> assigned) {
    boolean isTyped = table.presence() != EntityTable.Presence.WHILE_SET;
    return assigned.stream()
        .map(
            one ->
                isTyped
                    ? "(%s) is not null".formatted(one.value())
                    : "(%s) is distinct from (null::%s).%s"
                        .formatted(one.value(), table.table().sql(), one.column().sql()))
        .collect(Collectors.joining(" or ", "(", ")"));
  }

  private static String values(List<Assigned> assigned) {
    return assigned.stream()
        .map(one -> one.column().sql() + " = " + one.column().write(one.value()))
        .collect(Collectors.joining(", "));
  }

  /// @param more a condition that begins with `and`, or an empty string
  private String update(EntityTable table, List<Assigned> assigned, String more) {
    String alias = alias(table);
    String values = values(assigned);
    From from = from(table, table, values + more);
    return "update %s %s set %s from %s where %s"
        .formatted(
            table.table().sql(),
            alias,
            values,
            from.tables(),
            from.conditions(isFound(table, alias) + more));
  }

  /// The rows of the table that the new values leave without one.
  private String delete(EntityTable table, List<Assigned> assigned, String more) {
    String alias = alias(table);
    From from = from(table, table, values(assigned) + more);
    return "delete from %s %s using %s where %s"
        .formatted(
            table.table().sql(),
            alias,
            from.tables(),
            from.conditions(isFound(table, alias) + more));
  }

  /// The found entities with the tables that expressions name.
  ///
  /// @param required the conditions of inner joins
  private record From(String tables, List<String> required) {
    String conditions(String first) {
      return required.isEmpty() ? first : first + " and " + String.join(" and ", required);
    }
  }

  /// @param written the table that the statement itself names, null for none
  /// @param target the table that is written
  /// @param read the expressions
  private From from(@Nullable EntityTable written, EntityTable target, String read) {
    // An entity may have no row in the tables of subclasses and in optional ones.
    StringBuilder found = new StringBuilder(FOUND);
    List<String> tables = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    for (TableGroup.Part part : this.tables.parts()) {
      if (part.condition() != null && part.isNamedIn(read)) {
        tables.add(part.table());
        conditions.add(part.condition());
      }
    }
    String named = read + isFound(target, alias(target)) + String.join(" ", conditions);
    for (EntityTable other : source.isUnion() ? List.<EntityTable>of() : source.tables()) {
      String alias = alias(other);
      if (!other.equals(written) && named.contains(alias + ".")) {
        found.append(" left join ").append(other.table().sql()).append(' ').append(alias);
        found.append(" on ").append(isFound(other, alias));
      }
    }
    if (source.isUnion() && named.contains(source.alias() + ".")) {
      tables.add(source.declaration());
      conditions.add(equal(this.target.idColumns()));
    }
    tables.addFirst(found.toString());
    return new From(String.join(", ", tables), conditions);
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
