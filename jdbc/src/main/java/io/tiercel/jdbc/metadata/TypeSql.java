package io.tiercel.jdbc.metadata;

/// SQL expressions over `pg_type` that tell what JDBC wants to know about a type, as the driver's
/// results tell it. A domain's size is that of its base type, an array's that of its elements.
final class TypeSql {
  private TypeSql() {}

  /// The code of `java.sql.Types`.
  ///
  /// @param type alias of a row of `pg_type`
  static String code(String type) {
    return """
    CASE
      WHEN %1$s.typinput = 'pg_catalog.array_in'::regproc THEN 2003
      ELSE CASE %1$s.oid
        WHEN 16 THEN -7 WHEN 1560 THEN -7
        WHEN 20 THEN -5 WHEN 26 THEN -5
        WHEN 21 THEN 5 WHEN 23 THEN 4
        WHEN 700 THEN 7 WHEN 701 THEN 8 WHEN 790 THEN 8 WHEN 1700 THEN 2
        WHEN 18 THEN 1 WHEN 1042 THEN 1
        WHEN 19 THEN 12 WHEN 25 THEN 12 WHEN 1043 THEN 12
        WHEN 17 THEN -2
        WHEN 1082 THEN 91 WHEN 1083 THEN 92 WHEN 1266 THEN 92
        WHEN 1114 THEN 93 WHEN 1184 THEN 93
        WHEN 142 THEN 2009 WHEN 1790 THEN 2012
        ELSE CASE %1$s.typtype
          WHEN 'c' THEN 2002 WHEN 'd' THEN 2001 WHEN 'e' THEN 12
          ELSE 1111 END
        END
    END\
    """
        .formatted(type);
  }

  /// The name, qualified and quoted unless the search path finds it.
  ///
  /// @param type alias of a row of `pg_type`
  static String name(String type) {
    return """
    CASE WHEN %1$s.typnamespace = 'pg_catalog'::regnamespace
        OR pg_type_is_visible(%1$s.oid)
      THEN %1$s.typname::text
      ELSE (SELECT format('"%%s"."%%s"', s.nspname, %1$s.typname)
        FROM pg_catalog.pg_namespace s WHERE s.oid = %1$s.typnamespace) END\
    """
        .formatted(type);
  }

  /// A `LATERAL` item `alias(base, typmod)`: the type that decides about sizes, and its modifier.
  static String base(String alias, String type, String typmod) {
    return """
    CROSS JOIN LATERAL (SELECT
      CASE WHEN %2$s.typtype = 'd' THEN %2$s.typbasetype
        WHEN %2$s.typinput = 'pg_catalog.array_in'::regproc THEN %2$s.typelem
        ELSE %2$s.oid END AS base,
      CASE WHEN %2$s.typtype = 'd' THEN %2$s.typtypmod ELSE %3$s END AS typmod) %1$s
    """
        .formatted(alias, type, typmod);
  }

  /// The column size: digits of numbers, characters of strings and of times as text.
  ///
  /// @param base alias of [#base]
  static String size(String base) {
    return """
    CASE %1$s.base
      WHEN 21 THEN 5 WHEN 23 THEN 10 WHEN 26 THEN 10 WHEN 20 THEN 19
      WHEN 700 THEN 8 WHEN 701 THEN 17
      WHEN 1700 THEN CASE WHEN %1$s.typmod = -1 THEN 0
        ELSE ((%1$s.typmod - 4) >> 16) & 65535 END
      WHEN 16 THEN 1 WHEN 18 THEN 1
      WHEN 1042 THEN CASE WHEN %1$s.typmod = -1 THEN 2147483647 ELSE %1$s.typmod - 4 END
      WHEN 1043 THEN CASE WHEN %1$s.typmod = -1 THEN 2147483647 ELSE %1$s.typmod - 4 END
      WHEN 1082 THEN 13
      WHEN 1083 THEN 8 + %2$s
      WHEN 1266 THEN 14 + %2$s
      WHEN 1114 THEN 22 + %2$s
      WHEN 1184 THEN 28 + %2$s
      WHEN 1186 THEN 49
      WHEN 1560 THEN CASE WHEN %1$s.typmod = -1 THEN 1 ELSE %1$s.typmod END
      WHEN 1562 THEN CASE WHEN %1$s.typmod = -1 THEN 2147483647 ELSE %1$s.typmod END
      ELSE 2147483647 END\
    """
        .formatted(base, fraction(base));
  }

  /// The width of a point and the digits of a second's fraction.
  private static String fraction(String base) {
    return "(CASE %1$s.typmod WHEN -1 THEN 7 WHEN 0 THEN 0 WHEN 1 THEN 3 ELSE %1$s.typmod + 1 END)"
        .formatted(base);
  }

  /// The digits behind the point; null for a numeric that takes any.
  static String scale(String base) {
    return """
    CASE
      WHEN %1$s.base = 1700 THEN CASE WHEN %1$s.typmod = -1 THEN NULL
        ELSE (((%1$s.typmod - 4) & 2047) # 1024) - 1024 END
      WHEN %1$s.base = 700 THEN 8
      WHEN %1$s.base = 701 THEN 17
      WHEN %1$s.base IN (1083, 1114, 1184, 1266)
        THEN CASE WHEN %1$s.typmod = -1 THEN 6 ELSE %1$s.typmod END
      WHEN %1$s.base = 1186
        THEN CASE WHEN %1$s.typmod = -1 OR %1$s.typmod & 65535 = 65535 THEN 6
          ELSE %1$s.typmod & 65535 END
      ELSE 0 END\
    """
        .formatted(base);
  }
}
