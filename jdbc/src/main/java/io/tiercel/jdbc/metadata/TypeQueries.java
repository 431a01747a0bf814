package io.tiercel.jdbc.metadata;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Data types.
final class TypeQueries {
  private static final String USABLE = "has_type_privilege(t.oid, 'USAGE')";

  private TypeQueries() {}

  /// All types that a column may have, but the row types of tables; with the serial types, which
  /// are integers with a sequence. The closest match of a `java.sql.Types` code comes first.
  static MetaDataQuery typeInfo(boolean hidesUnprivileged) {
    return new MetaDataQuery(
        """
        SELECT x.name AS "TYPE_NAME", x.code AS "DATA_TYPE",
          CASE x.oid WHEN 1700 THEN 1000 WHEN 1042 THEN 10485760 WHEN 1043 THEN 10485760
            WHEN 1560 THEN 83886080 WHEN 1562 THEN 83886080 ELSE %s END AS "PRECISION",
          CASE WHEN x.quoted THEN '''' END AS "LITERAL_PREFIX",
          CASE WHEN x.quoted THEN '''' END AS "LITERAL_SUFFIX",
          CASE WHEN x.oid = 1700 THEN 'precision, scale'
            WHEN x.oid IN (1042, 1043, 1560, 1562) THEN 'length'
            WHEN x.oid IN (1083, 1114, 1184, 1186, 1266) THEN 'precision' END AS "CREATE_PARAMS",
          1::int2 AS "NULLABLE", x.category IN ('S', 'E', 'U') AND x.oid <> 2950
            AS "CASE_SENSITIVE",
          3::int2 AS "SEARCHABLE", x.code NOT IN (2, 4, 5, -5, 7, 8) OR x.oid IN (26, 790)
            AS "UNSIGNED_ATTRIBUTE",
          x.oid = 790 AS "FIXED_PREC_SCALE", x.serial AS "AUTO_INCREMENT",
          NULL::text AS "LOCAL_TYPE_NAME", 0::int2 AS "MINIMUM_SCALE",
          CASE WHEN x.oid = 1700 THEN 1000 WHEN x.oid IN (1083, 1114, 1184, 1186, 1266) THEN 6
            ELSE 0 END::int2 AS "MAXIMUM_SCALE",
          NULL::int4 AS "SQL_DATA_TYPE", NULL::int4 AS "SQL_DATETIME_SUB", 10 AS "NUM_PREC_RADIX"
        FROM (
          SELECT %s AS name, %s AS code, t.oid, -1 AS typmod, t.oid AS base, false AS serial,
            t.typcategory AS category,
            t.oid NOT IN (20, 21, 23, 26, 700, 701, 1700) AS quoted
          FROM pg_catalog.pg_type t
          JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace
          LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem
            AND t.typinput = 'pg_catalog.array_in'::regproc
          LEFT JOIN pg_catalog.pg_class c ON c.oid = coalesce(nullif(e.typrelid, 0), t.typrelid)
          WHERE t.typtype <> 'p' AND t.typisdefined AND tn.nspname <> 'pg_toast'
            AND coalesce(c.relkind, 'c') = 'c' %s
          UNION ALL
          SELECT s.name, s.code, s.oid, -1, s.oid, true, 'N', false
          FROM (VALUES ('smallserial', 5, 21), ('serial', 4, 23), ('bigserial', -5, 20))
            s(name, code, oid)
        ) x
        ORDER BY x.code,
          CASE WHEN x.oid IN (16, 20, 21, 23, 700, 701, 1042, 1043, 1114, 1082, 1083, 17, 1700)
            THEN 0 WHEN x.oid IN (25, 1184, 1266) THEN 1 ELSE 2 END, x.serial, x.oid\
        """
            .formatted(
                TypeSql.size("x"),
                TypeSql.name("t"),
                TypeSql.code("t"),
                hidesUnprivileged ? "AND " + USABLE : ""));
  }

  static MetaDataQuery userTypes(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      int @Nullable [] codes,
      boolean hidesUnprivileged) {
    var query =
        new MetaDataQuery(
                """
                SELECT current_database() AS "TYPE_CAT", n.nspname AS "TYPE_SCHEM",
                  t.typname AS "TYPE_NAME", NULL::text AS "CLASS_NAME",
                  CASE t.typtype WHEN 'c' THEN 2002 ELSE 2001 END AS "DATA_TYPE",
                  d.description AS "REMARKS",
                  CASE WHEN t.typtype = 'd' THEN (%s)::int2 END AS "BASE_TYPE"
                FROM pg_catalog.pg_type t
                JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
                LEFT JOIN pg_catalog.pg_type u ON t.typtype = 'd' AND u.oid = t.typbasetype
                LEFT JOIN pg_catalog.pg_class c ON c.oid = t.typrelid
                LEFT JOIN pg_catalog.pg_description d ON d.objoid = t.oid AND d.objsubid = 0
                  AND d.classoid = 'pg_catalog.pg_type'::regclass
                WHERE (t.typtype = 'd' OR (t.typtype = 'c' AND c.relkind = 'c'))\
                """
                    .formatted(TypeSql.code("u")))
            .catalog(catalog)
            .onlyIf(hidesUnprivileged, USABLE);
    if (codes != null) {
      List<String> kinds = new ArrayList<>();
      for (int code : codes) {
        kinds.add(code == java.sql.Types.STRUCT ? "c" : code == java.sql.Types.DISTINCT ? "d" : "");
      }
      query.in("t.typtype::text", kinds);
    }
    return named(query, schemaPattern, namePattern)
        .append(" ORDER BY \"DATA_TYPE\", \"TYPE_SCHEM\", \"TYPE_NAME\"");
  }

  /// The name may be qualified, `schema.name`; then the other schema pattern does not count.
  private static MetaDataQuery named(
      MetaDataQuery query, @Nullable String schemaPattern, @Nullable String namePattern) {
    int dot = namePattern == null ? -1 : namePattern.lastIndexOf('.');
    if (namePattern == null || dot < 0) {
      return query.like("n.nspname", schemaPattern).like("t.typname", namePattern);
    }
    String schema = namePattern.substring(0, dot);
    return query
        .like("n.nspname", schema.substring(schema.lastIndexOf('.') + 1))
        .like("t.typname", namePattern.substring(dot + 1));
  }

  /// PostgreSQL's types have no supertypes.
  static MetaDataQuery superTypes() {
    return new MetaDataQuery(
        """
        SELECT NULL::text AS "TYPE_CAT", NULL::text AS "TYPE_SCHEM", NULL::text AS "TYPE_NAME",
          NULL::text AS "SUPERTYPE_CAT", NULL::text AS "SUPERTYPE_SCHEM",
          NULL::text AS "SUPERTYPE_NAME"
        WHERE false\
        """);
  }
}
