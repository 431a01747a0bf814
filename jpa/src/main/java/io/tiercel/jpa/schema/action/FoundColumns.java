package io.tiercel.jpa.schema.action;

import io.tiercel.jpa.mapping.MappingOptions.ColumnName;
import io.tiercel.jpa.mapping.MappingOptions.FoundType;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.wire.row.DataRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// The columns of a database whose types, or those that their domains are over, tell how attributes
/// are stored.
final class FoundColumns {
  private static final String QUERY =
      """
      select n.nspname::text, c.relname::text, a.attname::text, pg_table_is_visible(c.oid),
             'oid'::regtype in (t.oid, t.typbasetype)
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
      where (($1 and 'oid'::regtype in (t.oid, t.typbasetype))
             or ($2 and 'numeric'::regtype in (t.oid, t.typbasetype)))
        and a.attnum > 0 and not a.attisdropped
        and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'\
      """;

  private final Map<ColumnName, FoundType> types = new HashMap<>();

  private FoundColumns() {}

  static Map<ColumnName, FoundType> in(
      SchemaExecution database, boolean tellsOfLobs, boolean tellsOfDurations) {
    FoundColumns columns = new FoundColumns();
    database.query(QUERY, columns::add, tellsOfLobs, tellsOfDurations);
    return columns.types;
  }

  private void add(DataRow row) {
    String table = Objects.requireNonNull(row.getString(1));
    String column = Objects.requireNonNull(row.getString(2));
    FoundType type = row.getBoolean(4) ? FoundType.LARGE_OBJECT : FoundType.NUMBER;
    types.put(new ColumnName(new Table(row.getString(0), table), column), type);
    if (row.getBoolean(3)) {
      types.put(new ColumnName(new Table(null, table), column), type);
    }
  }
}
