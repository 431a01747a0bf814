package io.tiercel.jpa;

import jakarta.persistence.TemporalType;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;

/// What a `java.util.Date` bound with a `TemporalType` means, in the time zone of the JVM.
@SuppressWarnings({
  "deprecation",
  "JavaUtilDate"
}) // Date and TemporalType belong to the Query interface
final class Temporals {
  private Temporals() {}

  static Object of(Date value, TemporalType type) {
    ZonedDateTime moment =
        ZonedDateTime.ofInstant(
            java.time.Instant.ofEpochMilli(value.getTime()), ZoneId.systemDefault());
    return switch (type) {
      case DATE -> moment.toLocalDate();
      case TIME -> moment.toLocalTime();
      case TIMESTAMP -> moment.toInstant();
    };
  }
}
