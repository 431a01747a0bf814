package io.tiercel.jpa.statement;

import jakarta.persistence.TemporalType;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import org.jspecify.annotations.Nullable;

/// What a `java.util.Date` bound with a `TemporalType` means, in the time zone of the JVM.
@SuppressWarnings({
  "deprecation",
  "JavaUtilDate"
}) // Date and TemporalType belong to the Query interface
public final class Temporals {
  private Temporals() {}

  public static @Nullable Date timeOf(@Nullable Calendar value) {
    return value == null ? null : value.getTime();
  }

  /// The part of the date that the type asks for.
  ///
  /// @param expected the class the parameter is to have, Object if that is not known
  public static Object of(Date value, TemporalType type, Class<?> expected) {
    ZonedDateTime moment = Instant.ofEpochMilli(value.getTime()).atZone(ZoneId.systemDefault());
    ZonedDateTime part =
        switch (type) {
          case DATE -> moment.toLocalDate().atStartOfDay(moment.getZone());
          case TIME, TIMESTAMP -> moment;
        };
    if (expected == Date.class) {
      return Date.from(part.toInstant());
    }
    if (expected == Calendar.class) {
      return GregorianCalendar.from(part);
    }
    if (expected == Instant.class) {
      return part.toInstant();
    }
    if (expected == LocalDateTime.class) {
      return part.toLocalDateTime();
    }
    boolean sql = expected.getPackageName().equals(java.sql.Date.class.getPackageName());
    return switch (type) {
      case DATE -> sql ? java.sql.Date.valueOf(moment.toLocalDate()) : moment.toLocalDate();
      case TIME -> sql ? Time.valueOf(moment.toLocalTime()) : moment.toLocalTime();
      case TIMESTAMP -> Timestamp.from(moment.toInstant());
    };
  }
}
