package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import java.util.List;

/// An entity's table in a from clause. Compared by identity.
final class TableSource {

  private final EntityMapping mapping;
  private final String alias;
  private final Scope scope;
  private final boolean nullable;

  /// @param scope the scope whose from clause holds the table
  /// @param nullable whether an outer join may leave it without a row
  TableSource(EntityMapping mapping, String alias, Scope scope, boolean nullable) {
    this.mapping = mapping;
    this.alias = alias;
    this.scope = scope;
    this.nullable = nullable;
  }

  EntityMapping mapping() {
    return mapping;
  }

  String alias() {
    return alias;
  }

  Scope scope() {
    return scope;
  }

  boolean isNullable() {
    return nullable;
  }

  /// The table as a from clause declares it.
  String declaration() {
    return mapping.table().sql() + " " + alias;
  }

  String column(Column column) {
    return column.read(alias);
  }

  /// The column of the id; of several columns a row, which is null where an outer join found none.
  String id() {
    List<String> columns = idColumns();
    return columns.size() == 1
        ? columns.getFirst()
        : "(case when %s is not null then row(%s) end)"
            .formatted(columns.getFirst(), String.join(", ", columns));
  }

  /// The columns of the id.
  List<String> idColumns() {
    return mapping.id().columns().stream().map(this::column).toList();
  }
}
