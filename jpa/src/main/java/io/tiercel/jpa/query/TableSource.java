package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A table in a from clause: an entity's, or one with the rows of a collection. Compared by
// identity.
final class TableSource {

  private final @Nullable EntityMapping mapping;
  private final Table table;
  private final String alias;
  private final Scope scope;
  private final boolean nullable;

  /// @param scope the scope whose from clause holds the table
  /// @param nullable whether an outer join may leave it without a row
  TableSource(EntityMapping mapping, String alias, Scope scope, boolean nullable) {
    this(mapping, mapping.table(), alias, scope, nullable);
  }

  /// @param mapping null for the rows of a collection
  TableSource(
      @Nullable EntityMapping mapping, Table table, String alias, Scope scope, boolean nullable) {
    this.mapping = mapping;
    this.table = table;
    this.alias = alias;
    this.scope = scope;
    this.nullable = nullable;
  }

  /// The entity; IllegalStateException for the rows of a collection.
  EntityMapping mapping() {
    if (mapping == null) {
      throw new IllegalStateException("no entity: " + table);
    }
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
    return table.sql() + " " + alias;
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

  /// A foreign key to an id; of several columns a row, which is null where it refers to nothing.
  String reference(List<Column> columns) {
    List<String> names = columns.stream().map(this::column).toList();
    return names.size() == 1
        ? names.getFirst()
        : "(case when (%1$s) is not null then row(%1$s) end)".formatted(String.join(", ", names));
  }

  /// The columns of the id.
  List<String> idColumns() {
    return mapping().id().columns().stream().map(this::column).toList();
  }
}
