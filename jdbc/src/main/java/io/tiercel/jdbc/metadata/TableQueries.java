package io.tiercel.jdbc.metadata;

import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Tables and what stands beside them: schemas, catalogs, privileges, inheritance.
final class TableQueries {
  /// The kind of a `pg_class` row as JDBC's table type; null for what is none.
  private static final String TABLE_TYPE =
      """
      CASE
        WHEN n.nspname IN ('pg_catalog', 'information_schema') THEN CASE c.relkind
          WHEN 'r' THEN 'SYSTEM TABLE' WHEN 'v' THEN 'SYSTEM VIEW' WHEN 'i' THEN 'SYSTEM INDEX' END
        WHEN n.nspname = 'pg_toast' THEN CASE c.relkind
          WHEN 'r' THEN 'SYSTEM TOAST TABLE' WHEN 't' THEN 'SYSTEM TOAST TABLE'
          WHEN 'i' THEN 'SYSTEM TOAST INDEX' END
        WHEN n.nspname LIKE 'pg\\_%' THEN CASE c.relkind
          WHEN 'r' THEN 'TEMPORARY TABLE' WHEN 'p' THEN 'TEMPORARY TABLE'
          WHEN 'i' THEN 'TEMPORARY INDEX' WHEN 'S' THEN 'TEMPORARY SEQUENCE'
          WHEN 'v' THEN 'TEMPORARY VIEW' END
        ELSE CASE c.relkind
          WHEN 'r' THEN 'TABLE' WHEN 'p' THEN 'PARTITIONED TABLE' WHEN 'i' THEN 'INDEX'
          WHEN 'I' THEN 'PARTITIONED INDEX' WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW'
          WHEN 'c' THEN 'TYPE' WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'm' THEN 'MATERIALIZED VIEW' END
      END\
      """;

  private static final String ANY_PRIVILEGE =
      "SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER";

  private TableQueries() {}

  static MetaDataQuery tables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      String @Nullable [] types,
      boolean hidesUnprivileged) {
    var query =
        new MetaDataQuery(
                """
                SELECT * FROM (
                SELECT current_database() AS "TABLE_CAT", n.nspname AS "TABLE_SCHEM",
                  c.relname AS "TABLE_NAME", %s AS "TABLE_TYPE", d.description AS "REMARKS",
                  CASE WHEN c.reloftype <> 0 THEN current_database() END AS "TYPE_CAT",
                  CASE WHEN c.reloftype <> 0 THEN (SELECT s.nspname FROM pg_catalog.pg_type o
                    JOIN pg_catalog.pg_namespace s ON s.oid = o.typnamespace
                    WHERE o.oid = c.reloftype) END AS "TYPE_SCHEM",
                  CASE WHEN c.reloftype <> 0 THEN (SELECT o.typname FROM pg_catalog.pg_type o
                    WHERE o.oid = c.reloftype) END AS "TYPE_NAME",
                  NULL::text AS "SELF_REFERENCING_COL_NAME", NULL::text AS "REF_GENERATION"
                FROM pg_catalog.pg_class c
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0
                  AND d.classoid = 'pg_catalog.pg_class'::regclass
                WHERE true\
                """
                    .formatted(TABLE_TYPE))
            .catalog(catalog)
            .like("n.nspname", schemaPattern)
            .like("c.relname", namePattern)
            .onlyIf(hidesUnprivileged, "has_table_privilege(c.oid, '%s')".formatted(ANY_PRIVILEGE));
    if (types == null) {
      query.append(") t WHERE \"TABLE_TYPE\" IS NOT NULL");
    } else {
      query.append(" AND c.relkind IN (" + kinds(types) + ")) t WHERE true");
      query.in("\"TABLE_TYPE\"", List.of(types));
    }
    return query.append(" ORDER BY \"TABLE_TYPE\" COLLATE \"C\", \"TABLE_SCHEM\", \"TABLE_NAME\"");
  }

  /// The kinds of `pg_class` rows that some types of tables can be, as literals, so that fewer rows
  /// are joined.
  private static String kinds(String[] types) {
    var kinds = new TreeSet<String>();
    for (String type : types) {
      switch (type.substring(type.lastIndexOf(' ') + 1)) {
        case "TABLE" -> kinds.addAll(List.of("'r'", "'p'", "'f'", "'t'"));
        case "VIEW" -> kinds.addAll(List.of("'v'", "'m'"));
        case "INDEX" -> kinds.addAll(List.of("'i'", "'I'"));
        case "SEQUENCE" -> kinds.add("'S'");
        case "TYPE" -> kinds.add("'c'");
        default -> {
          // No type of ours: nothing has it.
        }
      }
    }
    return kinds.isEmpty() ? "NULL" : String.join(", ", kinds);
  }

  /// The types that [#tables] tells.
  static final List<String> TABLE_TYPES =
      List.of(
          "FOREIGN TABLE",
          "INDEX",
          "MATERIALIZED VIEW",
          "PARTITIONED INDEX",
          "PARTITIONED TABLE",
          "SEQUENCE",
          "SYSTEM INDEX",
          "SYSTEM TABLE",
          "SYSTEM TOAST INDEX",
          "SYSTEM TOAST TABLE",
          "SYSTEM VIEW",
          "TABLE",
          "TEMPORARY INDEX",
          "TEMPORARY SEQUENCE",
          "TEMPORARY TABLE",
          "TEMPORARY VIEW",
          "TYPE",
          "VIEW");

  /// Other sessions' temporary schemas are left out.
  static MetaDataQuery schemas(
      @Nullable String catalog, @Nullable String pattern, boolean hidesUnprivileged) {
    return new MetaDataQuery(
            """
            SELECT n.nspname AS "TABLE_SCHEM", current_database() AS "TABLE_CATALOG"
            FROM pg_catalog.pg_namespace n
            WHERE n.nspname <> 'pg_toast'
              AND CASE WHEN starts_with(n.nspname::text, 'pg_temp_')
                  THEN n.oid = pg_my_temp_schema()
                WHEN starts_with(n.nspname::text, 'pg_toast_temp_')
                  THEN n.nspname = replace(
                    pg_my_temp_schema()::regnamespace::text, 'pg_temp_', 'pg_toast_temp_')
                ELSE true END\
            """)
        .catalog(catalog)
        .like("n.nspname", pattern)
        .onlyIf(hidesUnprivileged, "has_schema_privilege(n.oid, 'USAGE, CREATE')")
        .append(" ORDER BY \"TABLE_SCHEM\"");
  }

  static MetaDataQuery catalogs() {
    return new MetaDataQuery(
        """
        SELECT datname AS "TABLE_CAT" FROM pg_catalog.pg_database WHERE datallowconn
        ORDER BY datname\
        """);
  }

  static MetaDataQuery tablePrivileges(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return new MetaDataQuery(
            """
            SELECT current_database() AS "TABLE_CAT", c.nspname AS "TABLE_SCHEM",
              c.relname AS "TABLE_NAME", p.grantor AS "GRANTOR",
              p.grantee AS "GRANTEE", p.privilege AS "PRIVILEGE", p.grantable AS "IS_GRANTABLE"
            FROM (
              SELECT n.nspname, c.relname, c.relowner, c.relacl
              FROM pg_catalog.pg_class c
              JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
              WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')\
            """)
        .catalog(catalog)
        .like("n.nspname", schemaPattern)
        .like("c.relname", namePattern)
        .append(" ORDER BY n.nspname, c.relname) c\n")
        // Many tables have the same privileges: sorted in here, the server remembers them.
        .append(
            acl(
                "coalesce(c.relacl, acldefault('r', c.relowner))",
                "ORDER BY x.privilege_type COLLATE \"C\", grantee"))
        .append(" ORDER BY c.nspname, c.relname");
  }

  /// What roles may do with a column, by a grant on it or on its table.
  static MetaDataQuery columnPrivileges(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String columnPattern) {
    return new MetaDataQuery(
            """
            SELECT DISTINCT current_database() AS "TABLE_CAT", n.nspname AS "TABLE_SCHEM",
              c.relname AS "TABLE_NAME", a.attname AS "COLUMN_NAME", p.grantor AS "GRANTOR",
              p.grantee AS "GRANTEE", p.privilege AS "PRIVILEGE", p.grantable AS "IS_GRANTABLE"
            FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
              AND NOT a.attisdropped
            %s
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
              AND p.privilege IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')\
            """
                .formatted(acl("coalesce(c.relacl, acldefault('r', c.relowner)) || a.attacl", "")))
        .catalog(catalog)
        .equal("n.nspname", schema)
        .equal("c.relname", table)
        .like("a.attname", columnPattern)
        .append(" ORDER BY \"COLUMN_NAME\", \"PRIVILEGE\", \"GRANTEE\", \"GRANTOR\"");
  }

  private static String acl(String acl, String order) {
    return """
    CROSS JOIN LATERAL (
      SELECT pg_get_userbyid(x.grantor) AS grantor,
        CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(x.grantee) END AS grantee,
        x.privilege_type AS privilege,
        CASE WHEN x.is_grantable OR x.grantee = c.relowner THEN 'YES' ELSE 'NO' END
          AS grantable
      FROM aclexplode(%s) x %s) p\
    """
        .formatted(acl, order);
  }

  static MetaDataQuery superTables(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return new MetaDataQuery(
            """
            SELECT current_database() AS "TABLE_CAT", n.nspname AS "TABLE_SCHEM",
              c.relname AS "TABLE_NAME", s.relname AS "SUPERTABLE_NAME"
            FROM pg_catalog.pg_inherits i
            JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_class s ON s.oid = i.inhparent
            WHERE c.relkind IN ('r', 'p', 'f') AND NOT c.relispartition\
            """)
        .catalog(catalog)
        .like("n.nspname", schemaPattern)
        .like("c.relname", namePattern)
        .append(" ORDER BY \"TABLE_SCHEM\", \"TABLE_NAME\", i.inhseqno");
  }
}
