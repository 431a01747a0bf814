package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import java.util.List;

/// `unnest($1::int8[], $2::text[])`: parallel array parameters as a table.
final class Unnest {
  private Unnest() {}

  /// One array parameter for each column, numbered from `$1`.
  static String of(List<Column> columns, TableShape shape) {
    return of(columns, shape, 1);
  }

  /// As above, numbered from another one.
  static String of(List<Column> columns, TableShape shape, int first) {
    StringBuilder sql = new StringBuilder("unnest(");
    for (int i = 0; i < columns.size(); i++) {
      if (i > 0) {
        sql.append(", ");
      }
      sql.append('$').append(first + i).append("::").append(type(columns.get(i), shape));
      sql.append("[]");
    }
    return sql.append(')').toString();
  }

  /// How many elements the array of one of these columns has.
  static String size(List<Column> columns, int index, TableShape shape) {
    return "cardinality($%d::%s[])".formatted(index + 1, type(columns.get(index), shape));
  }

  /// The type as which a value travels: of a large object its content.
  private static String type(Column column, TableShape shape) {
    if (column.isLargeObject()) {
      return column.columnType() == String.class ? "text" : "bytea";
    }
    return shape.column(column).sqlType();
  }
}
