package io.tiercel.jdbc.metadata;

import java.sql.DatabaseMetaData;
import org.jspecify.annotations.Nullable;

/// Columns of tables, and those that tell a row or its version from others.
final class ColumnQueries {
  /// What only the type of a column decides. The `OFFSET` keeps it a query of its own, whose
  /// answers the server remembers for each type: most columns have one of a few.
  private static final String TYPE =
      """
      JOIN LATERAL (
        SELECT t.typtype, t.typnotnull, %s AS code, %s AS name, %s AS size, %s AS scale,
          CASE WHEN %s IN (1, 12, -2) THEN %s END AS octets,
          CASE WHEN f.base IN (1560, 1562) THEN 2 ELSE 10 END AS radix,
          CASE WHEN t.typtype = 'd' THEN (SELECT (%s)::int2 FROM pg_catalog.pg_type u
            WHERE u.oid = t.typbasetype) END AS source
        FROM pg_catalog.pg_type t
        %s WHERE t.oid = a.atttypid OFFSET 0) t ON true
      """
          .formatted(
              TypeSql.code("t"),
              TypeSql.name("t"),
              TypeSql.size("f"),
              TypeSql.scale("f"),
              TypeSql.code("t"),
              TypeSql.size("f"),
              TypeSql.code("u"),
              TypeSql.base("f", "t", "a.atttypmod"));

  /// How a column comes by its values, shared with attributes of types.
  private static final String FROM =
      """
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_catalog.pg_attrdef e ON e.adrelid = a.attrelid AND e.adnum = a.attnum
      LEFT JOIN pg_catalog.pg_description d ON d.objoid = a.attrelid AND d.objsubid = a.attnum
        AND d.classoid = 'pg_catalog.pg_class'::regclass
      """
          + TYPE
          + """
          CROSS JOIN LATERAL (SELECT
            CASE WHEN a.attgenerated = '' THEN pg_get_expr(e.adbin, e.adrelid) END AS definition,
            pg_get_expr(e.adbin, e.adrelid) AS expression,
            a.attnotnull OR (t.typtype = 'd' AND t.typnotnull) AS required) x
          WHERE a.attnum > 0 AND NOT a.attisdropped
          """;

  /// The code by which several methods say what a column's type is and how it may be filled.
  private static final String SHARED =
      """
      t.radix AS "NUM_PREC_RADIX",
        CASE WHEN x.required THEN 0 ELSE 1 END AS "NULLABLE", d.description AS "REMARKS",
        x.expression AS "%s", NULL::int4 AS "SQL_DATA_TYPE", NULL::int4 AS "SQL_DATETIME_SUB",
        t.octets AS "CHAR_OCTET_LENGTH", %s AS "ORDINAL_POSITION",
        CASE WHEN x.required THEN 'NO' ELSE 'YES' END AS "IS_NULLABLE",
        NULL::text AS "SCOPE_CATALOG", NULL::text AS "SCOPE_SCHEMA", NULL::text AS "SCOPE_TABLE",
        t.source AS "SOURCE_DATA_TYPE"
      """;

  /// A serial column is one of an integer type that is filled from a sequence.
  private static final String TYPE_NAME =
      """
      CASE WHEN a.atthasdef AND a.atttypid IN (20, 21, 23) AND x.definition LIKE 'nextval(%' THEN
        CASE a.atttypid WHEN 20 THEN 'bigserial' WHEN 21 THEN 'smallserial' ELSE 'serial' END
      ELSE t.name END\
      """;

  private ColumnQueries() {}

  static MetaDataQuery columns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern) {
    // A dropped column leaves a gap in attnum that JDBC's position must not have. Counting rows is
    // the faster way, but sees only those that match. In the order of the result it costs no second
    // sort.
    boolean isAll = columnPattern == null || columnPattern.equals("%");
    String counted =
        "row_number() OVER (PARTITION BY n.nspname, c.relname ORDER BY a.attnum)::int4";
    String position =
        isAll
            ? counted
            : """
            (a.attnum - (SELECT count(*) FROM pg_catalog.pg_attribute g
              WHERE g.attrelid = a.attrelid AND g.attisdropped AND g.attnum BETWEEN 1 AND a.attnum)
            )::int4\
            """;
    String select =
        """
        SELECT current_database() AS "TABLE_CAT", n.nspname AS "TABLE_SCHEM",
          c.relname AS "TABLE_NAME", a.attname AS "COLUMN_NAME", t.code AS "DATA_TYPE",
          %s AS "TYPE_NAME", t.size AS "COLUMN_SIZE", NULL::int4 AS "BUFFER_LENGTH",
          t.scale AS "DECIMAL_DIGITS", %s,
          CASE WHEN a.attidentity <> '' OR (a.atthasdef AND x.definition LIKE 'nextval(%%')
            THEN 'YES' ELSE 'NO' END
            AS "IS_AUTOINCREMENT",
          CASE WHEN a.attgenerated <> '' THEN 'YES' ELSE 'NO' END AS "IS_GENERATEDCOLUMN"
        """
            .formatted(TYPE_NAME, SHARED.formatted("COLUMN_DEF", position));
    return new MetaDataQuery(select + FROM + " AND c.relkind IN ('r', 'p', 'v', 'f', 'm')")
        .catalog(catalog)
        .like("n.nspname", schemaPattern)
        .like("c.relname", tablePattern)
        .like("a.attname", columnPattern)
        .append(" ORDER BY n.nspname, c.relname, a.attnum");
  }

  static MetaDataQuery attributes(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String typePattern,
      @Nullable String attributePattern) {
    String select =
        """
        SELECT current_database() AS "TYPE_CAT", n.nspname AS "TYPE_SCHEM",
          c.relname AS "TYPE_NAME", a.attname AS "ATTR_NAME", t.code AS "DATA_TYPE",
          t.name AS "ATTR_TYPE_NAME", t.size AS "ATTR_SIZE", t.scale AS "DECIMAL_DIGITS", %s
        """
            .formatted(SHARED.formatted("ATTR_DEF", "a.attnum::int4"));
    return new MetaDataQuery(select + FROM + " AND c.relkind = 'c'")
        .catalog(catalog)
        .like("n.nspname", schemaPattern)
        .like("c.relname", typePattern)
        .like("a.attname", attributePattern)
        .append(" ORDER BY \"TYPE_SCHEM\", \"TYPE_NAME\", a.attnum");
  }

  /// The system columns, which exist without being declared.
  static MetaDataQuery pseudoColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern) {
    String select =
        """
        SELECT current_database() AS "TABLE_CAT", n.nspname AS "TABLE_SCHEM",
          c.relname AS "TABLE_NAME", a.attname AS "COLUMN_NAME", %s AS "DATA_TYPE",
          CASE a.atttypid WHEN 27 THEN 6 ELSE 10 END AS "COLUMN_SIZE",
          NULL::int4 AS "DECIMAL_DIGITS", 10 AS "NUM_PREC_RADIX",
          'NO_USAGE_RESTRICTIONS' AS "COLUMN_USAGE", NULL::text AS "REMARKS",
          NULL::int4 AS "CHAR_OCTET_LENGTH", 'NO' AS "IS_NULLABLE"
        FROM pg_catalog.pg_attribute a
        JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
        WHERE a.attnum < 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'm', 'f')\
        """
            .formatted(TypeSql.code("t"));
    return new MetaDataQuery(select)
        .catalog(catalog)
        .like("n.nspname", schemaPattern)
        .like("c.relname", tablePattern)
        .like("a.attname", columnPattern)
        .append(" ORDER BY \"TABLE_SCHEM\", \"TABLE_NAME\", \"COLUMN_NAME\"");
  }

  /// The columns of the primary key; without one, those of the smallest unique index that tells
  /// every row from the others.
  static MetaDataQuery bestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      int scope,
      boolean nullable) {
    String select =
        """
        SELECT %d::int2 AS "SCOPE", a.attname AS "COLUMN_NAME", t.code AS "DATA_TYPE",
          t.name AS "TYPE_NAME", t.size AS "COLUMN_SIZE", NULL::int4 AS "BUFFER_LENGTH",
          t.scale::int2 AS "DECIMAL_DIGITS", %d::int2 AS "PSEUDO_COLUMN"
        """
            .formatted(scope, DatabaseMetaData.bestRowNotPseudo);
    String index =
        """
        AND a.attnum = ANY ((SELECT i.indkey[0:i.indnkeyatts - 1]
         FROM pg_catalog.pg_index i
         WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid AND i.indimmediate
           AND i.indpred IS NULL AND NOT 0 = ANY (i.indkey::int2[])
           AND (%s OR NOT EXISTS (SELECT FROM pg_catalog.pg_attribute m
             WHERE m.attrelid = c.oid AND m.attnum = ANY (i.indkey::int2[])
               AND NOT m.attnotnull))
         ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid LIMIT 1)::int2[])\
        """
            .formatted(nullable);
    return new MetaDataQuery(select + FROM + index)
        .catalog(catalog)
        .equal("n.nspname", schema)
        .equal("c.relname", table)
        .append(" ORDER BY \"SCOPE\", n.nspname, a.attnum");
  }
}
