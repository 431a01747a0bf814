package io.tiercel.jdbc.sql;

import java.util.Locale;
import java.util.Map;

/// The types that `{fn CONVERT(value, type)}` names (JDBC 4.3, appendix C), by PostgreSQL's names.
final class ConvertTypes {
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("tinyint", "smallint"),
          Map.entry("bit", "boolean"),
          Map.entry("double", "double precision"),
          Map.entry("float", "double precision"),
          Map.entry("decimal", "numeric"),
          Map.entry("char", "text"),
          Map.entry("varchar", "text"),
          Map.entry("longvarchar", "text"),
          Map.entry("clob", "text"),
          Map.entry("nchar", "text"),
          Map.entry("nvarchar", "text"),
          Map.entry("longnvarchar", "text"),
          Map.entry("nclob", "text"),
          Map.entry("wchar", "text"),
          Map.entry("wvarchar", "text"),
          Map.entry("wlongvarchar", "text"),
          Map.entry("sqlxml", "xml"),
          Map.entry("binary", "bytea"),
          Map.entry("varbinary", "bytea"),
          Map.entry("longvarbinary", "bytea"),
          Map.entry("blob", "bytea"),
          Map.entry("type_date", "date"),
          Map.entry("type_time", "time"),
          Map.entry("type_timestamp", "timestamp"),
          Map.entry("guid", "uuid"),
          Map.entry("time_with_timezone", "timetz"),
          Map.entry("timestamp_with_timezone", "timestamptz"));

  private ConvertTypes() {}

  /// PostgreSQL's name of a type that is named as in `java.sql.Types`, with or without `SQL_`. Any
  /// other name stays as it is: it may be one of PostgreSQL's.
  static String postgresName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String bare = lower.startsWith("sql_") ? lower.substring(4) : lower;
    String known = NAMES.get(bare);
    if (known != null) {
      return known;
    }
    return bare.length() < lower.length() ? bare : name;
  }
}
