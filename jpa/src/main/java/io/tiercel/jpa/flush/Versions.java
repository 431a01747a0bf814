package io.tiercel.jpa.flush;

import io.tiercel.jpa.mapping.Column;
import jakarta.persistence.PersistenceException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Values of `@Version` columns (Jakarta Persistence 3.2, section 11.1.56).
final class Versions {
  private Versions() {}

  /// What a new row starts with: what the application set, else zero or the present time.
  static Object first(@Nullable Object given, Column column) {
    if (given != null) {
      return given;
    }
    Class<?> type = column.columnType();
    if (type == Integer.class) {
      return 0;
    }
    if (type == Long.class) {
      return 0L;
    }
    if (type == Short.class) {
      return (short) 0;
    }
    return now(column);
  }

  /// What follows a version; what a new row starts with after none, which rows have that were there
  /// before their table had the column.
  static Object next(@Nullable Object version, Column column) {
    return switch (version) {
      case null -> first(null, column);
      case Integer number -> number + 1;
      case Long number -> number + 1;
      case Short number -> (short) (number + 1);
      default -> now(column);
    };
  }

  /// Microseconds are what a timestamp column keeps.
  private static Object now(Column column) {
    if (column.columnType() == Instant.class) {
      return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }
    if (column.columnType() == Timestamp.class) {
      return Timestamp.from(Instant.now().truncatedTo(ChronoUnit.MICROS));
    }
    if (column.columnType() == LocalDateTime.class) {
      return LocalDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MICROS);
    }
    throw new PersistenceException(
        "cannot use %s as a version of %s\nHint: make it int, long, short, Instant, LocalDateTime or Timestamp."
            .formatted(column.columnType().getName(), column));
  }
}
