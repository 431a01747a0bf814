package io.tiercel.jpa.schema.action;

import io.tiercel.jpa.mapping.MappingOptions.ColumnName;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.wire.row.DataRow;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/// Which columns of a database are of the type `oid`, or of a domain over it such as `lo`: where
/// they are those of `@Lob` attributes, they hold large objects.
final class OidColumns {
  private static final String QUERY =
      """
      select n.nspname::text, c.relname::text, a.attname::text, pg_table_is_visible(c.oid)
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
      where 'oid'::regtype in (t.oid, t.typbasetype) and a.attnum > 0 and not a.attisdropped
        and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'\
      """;

  private final Set<ColumnName> names = new HashSet<>();

  private OidColumns() {}

  static Set<ColumnName> in(SchemaExecution database) {
    OidColumns columns = new OidColumns();
    database.query(QUERY, columns::add);
    return columns.names;
  }

  private void add(DataRow row) {
    String table = Objects.requireNonNull(row.getString(1));
    String column = Objects.requireNonNull(row.getString(2));
    names.add(new ColumnName(new Table(row.getString(0), table), column));
    if (row.getBoolean(3)) {
      names.add(new ColumnName(new Table(null, table), column));
    }
  }
}
