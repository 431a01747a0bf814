package io.tiercel.json.mapping;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;

/// The basic types whose JSON is a string or number that a cast in SQL reads.
enum JsonScalar {
  STRING(String.class, "text"),
  BOOLEAN(Boolean.class, "boolean"),
  BYTE(Byte.class, "smallint"),
  SHORT(Short.class, "smallint"),
  INTEGER(Integer.class, "integer"),
  LONG(Long.class, "bigint"),
  FLOAT(Float.class, "real"),
  DOUBLE(Double.class, "double precision"),
  BIG_INTEGER(BigInteger.class, "numeric"),
  BIG_DECIMAL(BigDecimal.class, "numeric"),
  UUID_TEXT(UUID.class, "uuid"),
  DATE(LocalDate.class, "date"),
  TIME(LocalTime.class, "time"),
  DATE_TIME(LocalDateTime.class, "timestamp"),
  INSTANT(Instant.class, "timestamptz"),
  OFFSET_DATE_TIME(OffsetDateTime.class, "timestamptz");

  private final Class<?> javaType;
  private final String sqlType;

  JsonScalar(Class<?> javaType, String sqlType) {
    this.javaType = javaType;
    this.sqlType = sqlType;
  }

  Class<?> javaType() {
    return javaType;
  }

  String sqlType() {
    return sqlType;
  }

  boolean isNumber() {
    return Number.class.isAssignableFrom(javaType);
  }

  /// Whether the digits of a value in SQL are those that Java writes.
  boolean isBinaryFraction() {
    return this == FLOAT || this == DOUBLE;
  }

  /// Whether a value has one spelling in JSON, so that texts are equal when values are.
  boolean hasOneSpelling() {
    return this == STRING || this == BOOLEAN || this == UUID_TEXT;
  }

  /// Whether `to_jsonb` of a value in SQL is its JSON.
  boolean isSameJson() {
    return isNumber() || hasOneSpelling() || this == DATE;
  }

  /// The one of a type, primitive or not; null for all others.
  static @Nullable JsonScalar of(JavaType type) {
    Class<?> raw = type.getRawClass();
    Class<?> boxed =
        raw.isPrimitive() ? java.lang.invoke.MethodType.methodType(raw).wrap().returnType() : raw;
    for (JsonScalar scalar : values()) {
      if (scalar.javaType == boxed) {
        return scalar;
      }
    }
    return null;
  }
}
