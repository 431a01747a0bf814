package io.tiercel.jdbc.metadata;

import org.jspecify.annotations.Nullable;

/// Primary and foreign keys, and indexes.
final class KeyQueries {
  private KeyQueries() {}

  static MetaDataQuery primaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    return new MetaDataQuery(
            """
            SELECT current_database() AS "TABLE_CAT", n.nspname AS "TABLE_SCHEM",
              c.relname AS "TABLE_NAME", a.attname AS "COLUMN_NAME", k.attnum AS "KEY_SEQ",
              i.relname AS "PK_NAME"
            FROM pg_catalog.pg_index x
            JOIN pg_catalog.pg_class c ON c.oid = x.indrelid
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
            JOIN pg_catalog.pg_attribute k ON k.attrelid = i.oid
            JOIN pg_catalog.pg_attribute a
              ON a.attrelid = c.oid AND a.attnum = x.indkey[k.attnum - 1]
            WHERE x.indisprimary AND k.attnum <= x.indnkeyatts AND n.nspname <> 'pg_toast'\
            """)
        .catalog(catalog)
        .equal("n.nspname", schema)
        .equal("c.relname", table)
        .append(" ORDER BY \"TABLE_NAME\", \"PK_NAME\", \"KEY_SEQ\"");
  }

  /// Foreign keys from one table to another; a missing name matches any. A key that the server
  /// repeats for each partition of the table it refers to is told once.
  static MetaDataQuery foreignKeys(
      @Nullable String primaryCatalog,
      @Nullable String primarySchema,
      @Nullable String primaryTable,
      @Nullable String foreignCatalog,
      @Nullable String foreignSchema,
      @Nullable String foreignTable) {
    String order = primaryTable == null ? "pn.nspname, pc.relname" : "fn.nspname, fc.relname";
    return new MetaDataQuery(
            """
            SELECT current_database() AS "PKTABLE_CAT", pn.nspname AS "PKTABLE_SCHEM",
              pc.relname AS "PKTABLE_NAME", pa.attname AS "PKCOLUMN_NAME",
              current_database() AS "FKTABLE_CAT", fn.nspname AS "FKTABLE_SCHEM",
              fc.relname AS "FKTABLE_NAME", fa.attname AS "FKCOLUMN_NAME",
              k.position::int2 AS "KEY_SEQ",
              CASE r.confupdtype WHEN 'c' THEN 0 WHEN 'r' THEN 1 WHEN 'n' THEN 2 WHEN 'a' THEN 3
                WHEN 'd' THEN 4 END::int2 AS "UPDATE_RULE",
              CASE r.confdeltype WHEN 'c' THEN 0 WHEN 'r' THEN 1 WHEN 'n' THEN 2 WHEN 'a' THEN 3
                WHEN 'd' THEN 4 END::int2 AS "DELETE_RULE",
              r.conname AS "FK_NAME", ic.relname AS "PK_NAME",
              CASE WHEN r.condeferrable AND r.condeferred THEN 5 WHEN r.condeferrable THEN 6
                ELSE 7 END::int2 AS "DEFERRABILITY"
            FROM pg_catalog.pg_constraint r
            JOIN pg_catalog.pg_class pc ON pc.oid = r.confrelid
            JOIN pg_catalog.pg_namespace pn ON pn.oid = pc.relnamespace
            JOIN pg_catalog.pg_class fc ON fc.oid = r.conrelid
            JOIN pg_catalog.pg_namespace fn ON fn.oid = fc.relnamespace
            JOIN pg_catalog.pg_class ic ON ic.oid = r.conindid
            LEFT JOIN pg_catalog.pg_constraint q ON q.oid = r.conparentid
            CROSS JOIN LATERAL unnest(r.confkey, r.conkey)
              WITH ORDINALITY k(primary_attnum, foreign_attnum, position)
            JOIN pg_catalog.pg_attribute pa
              ON pa.attrelid = r.confrelid AND pa.attnum = k.primary_attnum
            JOIN pg_catalog.pg_attribute fa
              ON fa.attrelid = r.conrelid AND fa.attnum = k.foreign_attnum
            WHERE r.contype = 'f' AND q.conrelid IS DISTINCT FROM r.conrelid\
            """)
        .catalog(primaryCatalog)
        .catalog(foreignCatalog)
        .equal("pn.nspname", primarySchema)
        .equal("pc.relname", primaryTable)
        .equal("fn.nspname", foreignSchema)
        .equal("fc.relname", foreignTable)
        .append(" ORDER BY " + order + ", r.conname, k.position");
  }

  /// Only the key columns of an index are told, not those it merely includes.
  static MetaDataQuery indexInfo(
      @Nullable String catalog, @Nullable String schema, @Nullable String table, boolean isUnique) {
    return new MetaDataQuery(
            """
            SELECT current_database() AS "TABLE_CAT", n.nspname AS "TABLE_SCHEM",
              c.relname AS "TABLE_NAME", NOT x.indisunique AS "NON_UNIQUE",
              NULL::text AS "INDEX_QUALIFIER", i.relname AS "INDEX_NAME",
              CASE WHEN x.indisclustered THEN 1 WHEN m.amname = 'hash' THEN 2
                ELSE 3 END::int2 AS "TYPE",
              k.attnum AS "ORDINAL_POSITION",
              coalesce(a.attname::text,
                pg_get_indexdef(x.indexrelid, k.attnum::int4, false)) AS "COLUMN_NAME",
              CASE WHEN NOT pg_indexam_has_property(m.oid, 'can_order') THEN NULL
                WHEN x.indoption[k.attnum - 1]::int4 & 1 = 1 THEN 'D' ELSE 'A' END AS "ASC_OR_DESC",
              i.reltuples::int8 AS "CARDINALITY", i.relpages::int8 AS "PAGES",
              pg_get_expr(x.indpred, x.indrelid) AS "FILTER_CONDITION",
              d.description AS "REMARKS"
            FROM pg_catalog.pg_index x
            JOIN pg_catalog.pg_class c ON c.oid = x.indrelid
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
            JOIN pg_catalog.pg_am m ON m.oid = i.relam
            JOIN pg_catalog.pg_attribute k ON k.attrelid = i.oid
            LEFT JOIN pg_catalog.pg_attribute a
              ON a.attrelid = c.oid AND a.attnum = x.indkey[k.attnum - 1] AND a.attnum <> 0
            LEFT JOIN pg_catalog.pg_description d ON d.objoid = i.oid AND d.objsubid = 0
              AND d.classoid = 'pg_catalog.pg_class'::regclass
            WHERE k.attnum <= x.indnkeyatts\
            """)
        .catalog(catalog)
        .equal("n.nspname", schema)
        .equal("c.relname", table)
        .append(isUnique ? " AND x.indisunique" : "")
        .append(" ORDER BY \"NON_UNIQUE\", \"TYPE\", \"INDEX_NAME\", \"ORDINAL_POSITION\"");
  }
}
