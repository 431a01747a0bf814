package io.tiercel.jdbc.metadata;

import org.jspecify.annotations.Nullable;

/// Functions and procedures. A specific name, `name_oid`, tells overloaded ones apart.
final class RoutineQueries {
  private static final String FROM =
      """
      FROM pg_catalog.pg_proc p
      JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
      LEFT JOIN pg_catalog.pg_description d ON d.objoid = p.oid AND d.objsubid = 0
        AND d.classoid = 'pg_catalog.pg_proc'::regclass
      """;

  /// The result of a function, if it is a single value; all arguments; the columns of a result
  /// of composite type. `kind` is r, c or the argument's mode.
  private static final String COLUMNS =
      """
      FROM pg_catalog.pg_proc p
      JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
      JOIN pg_catalog.pg_type r ON r.oid = p.prorettype
      CROSS JOIN LATERAL (SELECT p.proname || '_' || p.oid AS name OFFSET 0) s
      CROSS JOIN LATERAL (
        SELECT 'returnValue' AS name, 'r' AS kind, r.oid AS type, -1 AS typmod, 0 AS position,
          0 AS sorting
        WHERE p.prokind <> 'p' AND (r.typtype IN ('b', 'd', 'e', 'r', 'm')
          OR (r.typtype = 'p' AND p.proargmodes IS NULL))
        UNION ALL
        SELECT coalesce(nullif(p.proargnames[g.i], ''), '$' || g.i),
          coalesce(p.proargmodes[g.i], 'i'), g.type, -1, g.i::int4, g.i::int4
        FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
          WITH ORDINALITY g(type, i)
        UNION ALL
        SELECT b.attname, 'c', b.atttypid, b.atttypmod, 0, 10000 + b.attnum
        FROM pg_catalog.pg_attribute b
        WHERE r.typtype = 'c' AND b.attrelid = r.typrelid AND b.attnum > 0
          AND NOT b.attisdropped
      ) a
      """
          // By their OFFSET these are queries of their own: the one is asked once for each routine,
          // and of
          // the other the server remembers the answers for each type.
          + """
          JOIN LATERAL (
            SELECT %s AS code, %s AS name, %s AS size, (%s)::int2 AS scale
            FROM pg_catalog.pg_type t
            %s WHERE t.oid = a.type OFFSET 0) t ON true
          """
              .formatted(
                  TypeSql.code("t"),
                  TypeSql.name("t"),
                  TypeSql.size("f"),
                  TypeSql.scale("f"),
                  TypeSql.base("f", "t", "a.typmod"));

  /// Within a schema. A text, for else all routines would be read by the index on their names; in
  /// the order of names and digits, which needs no locale.
  private static final String ORDER = "p.proname::text COLLATE \"C\", p.oid::text COLLATE \"C\"";

  private static final String EXECUTABLE = "has_function_privilege(p.oid, 'EXECUTE')";

  private RoutineQueries() {}

  static MetaDataQuery functions(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      boolean hidesUnprivileged) {
    return new MetaDataQuery(
            """
            SELECT current_database() AS "FUNCTION_CAT", n.nspname AS "FUNCTION_SCHEM",
              p.proname AS "FUNCTION_NAME", d.description AS "REMARKS",
              CASE WHEN p.prorettype = 705 THEN 0 WHEN p.proretset THEN 2 ELSE 1 END::int2 AS "FUNCTION_TYPE",
              p.proname || '_' || p.oid AS "SPECIFIC_NAME"
            """
                + FROM
                + "WHERE p.prokind = 'f'")
        .catalog(catalog)
        .like("n.nspname", schemaPattern)
        .like("p.proname", namePattern)
        .onlyIf(hidesUnprivileged, EXECUTABLE)
        .append(" ORDER BY \"FUNCTION_SCHEM\", " + ORDER);
  }

  static MetaDataQuery procedures(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      boolean hidesUnprivileged) {
    return new MetaDataQuery(
            """
            SELECT current_database() AS "PROCEDURE_CAT", n.nspname AS "PROCEDURE_SCHEM",
              p.proname AS "PROCEDURE_NAME", NULL::text AS "RESERVED1", NULL::text AS "RESERVED2",
              NULL::text AS "RESERVED3", d.description AS "REMARKS",
              2::int2 AS "PROCEDURE_TYPE", p.proname || '_' || p.oid AS "SPECIFIC_NAME"
            """
                + FROM
                + "WHERE p.prokind = 'p'")
        .catalog(catalog)
        .like("n.nspname", schemaPattern)
        .like("p.proname", namePattern)
        .onlyIf(hidesUnprivileged, EXECUTABLE)
        .append(" ORDER BY \"PROCEDURE_SCHEM\", " + ORDER);
  }

  static MetaDataQuery functionColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern) {
    // The numbers of DatabaseMetaData.functionColumnIn and so on.
    String select =
        """
        SELECT current_database() AS "FUNCTION_CAT", n.nspname AS "FUNCTION_SCHEM",
          p.proname AS "FUNCTION_NAME", a.name AS "COLUMN_NAME",
          CASE a.kind WHEN 'r' THEN 4 WHEN 'o' THEN 3 WHEN 'b' THEN 2 WHEN 't' THEN 5
            WHEN 'c' THEN 5 ELSE 1 END::int2 AS "COLUMN_TYPE",
          %s, s.name AS "SPECIFIC_NAME"
        """
            .formatted(valueColumns(""));
    return new MetaDataQuery(select + COLUMNS + "WHERE p.prokind <> 'p'")
        .catalog(catalog)
        .like("n.nspname", schemaPattern)
        .like("p.proname", namePattern)
        .like("a.name", columnPattern)
        .append(" ORDER BY \"FUNCTION_SCHEM\", " + ORDER + ", a.sorting");
  }

  static MetaDataQuery procedureColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern) {
    String select =
        """
        SELECT current_database() AS "PROCEDURE_CAT", n.nspname AS "PROCEDURE_SCHEM",
          p.proname AS "PROCEDURE_NAME", a.name AS "COLUMN_NAME",
          CASE a.kind WHEN 'r' THEN 5 WHEN 'o' THEN 4 WHEN 'b' THEN 2 WHEN 't' THEN 3
            WHEN 'c' THEN 3 ELSE 1 END::int2 AS "COLUMN_TYPE",
          %s, s.name AS "SPECIFIC_NAME"
        """
            .formatted(
                valueColumns(
                    "NULL::text AS \"COLUMN_DEF\", NULL::int4 AS \"SQL_DATA_TYPE\","
                        + " NULL::int4 AS \"SQL_DATETIME_SUB\", "));
    // As with older servers, functions are told here too: callers ask so for {?= call f()}.
    return new MetaDataQuery(select + COLUMNS + "WHERE true")
        .catalog(catalog)
        .like("n.nspname", schemaPattern)
        .like("p.proname", namePattern)
        .like("a.name", columnPattern)
        .append(" ORDER BY \"PROCEDURE_SCHEM\", " + ORDER + ", a.sorting");
  }

  /// @param between further columns behind the remarks
  private static String valueColumns(String between) {
    return """
    t.code AS "DATA_TYPE", t.name AS "TYPE_NAME", t.size AS "PRECISION", NULL::int4 AS "LENGTH",
    t.scale AS "SCALE", 10::int2 AS "RADIX", 2::int2 AS "NULLABLE",
    NULL::text AS "REMARKS", %s NULL::int4 AS "CHAR_OCTET_LENGTH",
    a.position AS "ORDINAL_POSITION", '' AS "IS_NULLABLE\"\
    """
        .formatted(between);
  }
}
