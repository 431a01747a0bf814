package io.tiercel.jdbc.session;

import io.tiercel.wire.Connection;
import java.util.List;

/// A column of a table, for who writes rows in its own types.
///
/// @param name as the catalogs have it
/// @param oid its type, of a domain the one below
/// @param isWritable whether an `INSERT` may give it a value: it is not generated, and no identity
///     column that is always drawn
public record TableColumn(String name, int oid, boolean isWritable) {
  private static final String QUERY =
      """
      select a.attname::text,
             (with recursive below(oid) as (
                select a.atttypid
                union all
                select d.typbasetype from below join pg_type d using (oid) where d.typtype = 'd')
              select b.oid::int8 from below b join pg_type t using (oid) where t.typtype <> 'd'),
             a.attgenerated = '' and a.attidentity <> 'a'
      from pg_attribute a
      where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
      order by a.attnum\
      """;

  static List<TableColumn> find(Connection wire, String table) {
    return wire.queryList(
        QUERY,
        row ->
            new TableColumn(
                String.valueOf(row.getString(0)), (int) row.getLong(1), row.getBoolean(2)),
        table);
  }
}
