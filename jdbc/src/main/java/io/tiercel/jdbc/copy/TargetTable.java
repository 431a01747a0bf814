package io.tiercel.jdbc.copy;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/// A table to copy into.
///
/// @param name as the server spells it
/// @param columns the type of each, of a domain the one below
record TargetTable(String name, Map<String, Integer> columns) {
  private static final String COLUMNS =
      """
      select $1::regclass::text, a.attname::text,
             case t.typtype when 'd' then t.typbasetype else t.oid end::int8
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped\
      """;

  static TargetTable find(Connection wire, String table) {
    var columns = new LinkedHashMap<String, Integer>();
    String[] name = {table};
    wire.query(
        COLUMNS,
        row -> {
          name[0] = String.valueOf(row.getString(0));
          columns.put(String.valueOf(row.getString(1)), (int) row.getLong(2));
        },
        table);
    return new TargetTable(name[0], columns);
  }

  /// The types of the columns that the components go into.
  int[] columnOids(RecordShape shape) throws SQLException {
    int[] oids = new int[shape.names().size()];
    for (int i = 0; i < oids.length; i++) {
      oids[i] = columns.getOrDefault(column(shape.names().get(i)), 0);
    }
    return oids;
  }

  private String column(String component) throws SQLException {
    if (columns.containsKey(component)) {
      return component;
    }
    String snake = RecordShape.snakeCase(component);
    if (!columns.containsKey(snake)) {
      throw SqlExceptions.of(
          "42703",
          "table %s has no column for the component \"%s\": neither \"%s\" nor \"%s\""
              .formatted(name, component, component, snake),
          null);
    }
    return snake;
  }

  String copyCommand(RecordShape shape) throws SQLException {
    var list = new StringJoiner(", ");
    for (String component : shape.names()) {
      list.add('"' + column(component).replace("\"", "\"\"") + '"');
    }
    return "copy %s (%s) from stdin (format binary)".formatted(name, list);
  }
}
