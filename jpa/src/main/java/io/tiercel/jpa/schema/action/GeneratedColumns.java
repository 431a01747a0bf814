package io.tiercel.jpa.schema.action;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.wire.row.DataRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// The stored generated columns of a database that carry a comment: formats know their own by it.
final class GeneratedColumns {
  private static final String QUERY =
      """
      select n.nspname::text, c.relname::text, a.attname::text, pg_table_is_visible(c.oid),
             d.description
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_description d
        on d.classoid = 'pg_class'::regclass and d.objoid = a.attrelid and d.objsubid = a.attnum
      where a.attgenerated = 's' and not a.attisdropped\
      """;

  private final Map<Table, Map<String, String>> columns = new HashMap<>();

  private GeneratedColumns() {}

  /// By table, without its schema too where that is in the search path, and comment.
  static Map<Table, Map<String, String>> in(SchemaExecution database) {
    GeneratedColumns found = new GeneratedColumns();
    database.query(QUERY, found::add);
    return found.columns;
  }

  private void add(DataRow row) {
    String table = Objects.requireNonNull(row.getString(1));
    String column = Objects.requireNonNull(row.getString(2));
    String comment = Objects.requireNonNull(row.getString(4));
    add(new Table(row.getString(0), table), comment, column);
    if (row.getBoolean(3)) {
      add(new Table(null, table), comment, column);
    }
  }

  private void add(Table table, String comment, String column) {
    columns.computeIfAbsent(table, _ -> new HashMap<>()).put(comment, column);
  }
}
