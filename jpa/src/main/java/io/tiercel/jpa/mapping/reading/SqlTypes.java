package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.type.BasicType;
import io.tiercel.jpa.mapping.type.Boxed;
import jakarta.persistence.Lob;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL type that a generated schema gives a column (manual, chapter 8).
final class SqlTypes {
  private static final int DEFAULT_LENGTH = 255;

  /// `varchar(n)` ends here (manual, section 8.3).
  private static final int MAX_VARCHAR = 10_485_760;

  private static final int DEFAULT_PRECISION = 38;

  private static final Map<Class<?>, String> FIXED =
      Map.ofEntries(
          Map.entry(Boolean.class, "boolean"),
          Map.entry(Short.class, "smallint"),
          Map.entry(Integer.class, "integer"),
          Map.entry(Long.class, "bigint"),
          Map.entry(Float.class, "real"),
          Map.entry(Double.class, "double precision"),
          Map.entry(UUID.class, "uuid"),
          Map.entry(byte[].class, "bytea"),
          Map.entry(LocalDate.class, "date"));

  private static final Map<Class<?>, String> WITH_FRACTION =
      Map.of(
          LocalTime.class, "time",
          LocalDateTime.class, "timestamp",
          Instant.class, "timestamptz",
          Timestamp.class, "timestamptz",
          OffsetTime.class, "timetz",
          Duration.class, "interval second");

  private SqlTypes() {}

  /// The type for a basic attribute and the annotation that counts for it.
  static String of(
      PersistentMember member, BasicType type, jakarta.persistence.@Nullable Column annotation) {
    if (annotation != null && !annotation.columnDefinition().isEmpty()) {
      return annotation.columnDefinition();
    }
    String unusual = type.sqlType();
    return unusual != null ? unusual : usual(member, type.columnType(), annotation);
  }

  private static String usual(
      PersistentMember member,
      Class<?> columnType,
      jakarta.persistence.@Nullable Column annotation) {
    String fixed = FIXED.get(columnType);
    if (fixed != null) {
      return fixed;
    }
    String withFraction = WITH_FRACTION.get(columnType);
    if (withFraction != null) {
      int digits = annotation == null ? -1 : annotation.secondPrecision();
      return digits < 0 ? withFraction : "%s(%d)".formatted(withFraction, digits);
    }
    if (columnType == String.class) {
      return text(member, annotation);
    }
    if (columnType == BigDecimal.class) {
      return numeric(annotation);
    }
    if (columnType == BigInteger.class) {
      return "numeric(%d)".formatted(precision(annotation));
    }
    throw new IllegalArgumentException("no PostgreSQL type for a column of " + columnType);
  }

  private static String text(
      PersistentMember member, jakarta.persistence.@Nullable Column annotation) {
    int length = annotation == null ? DEFAULT_LENGTH : annotation.length();
    if (member.has(Lob.class) || length > MAX_VARCHAR) {
      return "text";
    }
    boolean character = Boxed.of(member.javaType()) == Character.class;
    return "varchar(%d)".formatted(character && length == DEFAULT_LENGTH ? 1 : length);
  }

  /// Without precision and scale a plain `numeric`, which keeps every digit.
  private static String numeric(jakarta.persistence.@Nullable Column annotation) {
    if (annotation == null || (annotation.precision() == 0 && annotation.scale() == 0)) {
      return "numeric";
    }
    return "numeric(%d,%d)".formatted(precision(annotation), annotation.scale());
  }

  private static int precision(jakarta.persistence.@Nullable Column annotation) {
    return annotation == null || annotation.precision() == 0
        ? DEFAULT_PRECISION
        : annotation.precision();
  }
}
