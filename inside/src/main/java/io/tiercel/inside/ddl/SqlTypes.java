package io.tiercel.inside.ddl;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The SQL types of Java types.
final class SqlTypes {
  private static final Map<String, String> BY_JAVA_TYPE =
      Map.ofEntries(
          Map.entry("boolean", "boolean"),
          Map.entry("java.lang.Boolean", "boolean"),
          Map.entry("short", "smallint"),
          Map.entry("java.lang.Short", "smallint"),
          Map.entry("int", "integer"),
          Map.entry("java.lang.Integer", "integer"),
          Map.entry("long", "bigint"),
          Map.entry("java.lang.Long", "bigint"),
          Map.entry("float", "real"),
          Map.entry("java.lang.Float", "real"),
          Map.entry("double", "double precision"),
          Map.entry("java.lang.Double", "double precision"),
          Map.entry("java.math.BigDecimal", "numeric"),
          Map.entry("java.lang.String", "text"),
          Map.entry("byte[]", "bytea"),
          Map.entry("java.util.UUID", "uuid"),
          Map.entry("java.time.LocalDate", "date"),
          Map.entry("java.time.LocalTime", "time"),
          Map.entry("java.time.OffsetTime", "time with time zone"),
          Map.entry("java.time.LocalDateTime", "timestamp"),
          Map.entry("java.time.OffsetDateTime", "timestamp with time zone"),
          Map.entry("java.time.Instant", "timestamp with time zone"),
          Map.entry("io.tiercel.wire.codec.Interval", "interval"));

  private SqlTypes() {}

  /// The SQL type of a Java type, or null if it has none. Arrays of any dimension are arrays.
  static @Nullable String of(String javaType) {
    String known = BY_JAVA_TYPE.get(javaType);
    if (known != null || !javaType.endsWith("[]")) {
      return known;
    }
    String element = javaType;
    while (element.endsWith("[]") && BY_JAVA_TYPE.get(element) == null) {
      element = element.substring(0, element.length() - 2);
    }
    String type = BY_JAVA_TYPE.get(element);
    return type == null ? null : type + "[]";
  }
}
