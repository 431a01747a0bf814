package io.tiercel.json.advisor;

import io.tiercel.wire.Connection;
import java.util.List;
import java.util.Objects;

/// All that a schema is made of, as the catalog has it, but for numbers and for the places of
/// dropped columns.
final class Catalog {
  private static final String EVERYTHING =
      """
      select concat_ws(' ', 'relation', c.oid::regclass, c.relkind, c.relpersistence, c.reloptions,
          obj_description(c.oid, 'pg_class'), c.relacl)
        from pg_class c where c.relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'column', a.attrelid::regclass, a.attname,
          format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
          a.attcompression, a.attstattarget, a.attoptions, pg_get_expr(d.adbin, d.adrelid))
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      union all select concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisready)
        from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'public'::regnamespace
      union all select 'constraint ' || k.conname || pg_get_constraintdef(k.oid) from pg_constraint k
        where k.connamespace = 'public'::regnamespace
      union all select 'statistics ' || pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s
      order by 1
      """;

  private Catalog() {}

  static List<String> of(Connection connection) {
    return connection.queryList(EVERYTHING, row -> Objects.requireNonNull(row.getString(0)));
  }
}
