package io.tiercel.jpa.query;

import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;

/// Arguments that stand beside the current date or time, of which the query does not say the class.
@SuppressWarnings("JavaUtilDate") // applications may still have them
final class TemporalArguments {
  private TemporalArguments() {}

  static boolean isTemporal(Object argument) {
    return switch (argument) {
      case Date _, Calendar _, LocalDate _, LocalTime _, LocalDateTime _ -> true;
      case Instant _, OffsetDateTime _, ZonedDateTime _ -> true;
      default -> false;
    };
  }

  /// The argument as what a parameter of that type takes; moments are what a clock in the JVM's
  /// time zone shows.
  static Object converted(Object argument, String sqlType) {
    if (argument instanceof LocalTime || argument instanceof Time) {
      return argument instanceof Time time ? time.toLocalTime() : argument;
    }
    ZonedDateTime moment = moment(argument);
    return switch (sqlType) {
      case "date" -> moment.toLocalDate();
      case "time" -> moment.toLocalTime();
      case "timestamp" -> moment.toLocalDateTime();
      default -> moment.toInstant();
    };
  }

  private static ZonedDateTime moment(Object argument) {
    ZoneId zone = ZoneId.systemDefault();
    return switch (argument) {
      case LocalDate date -> date.atStartOfDay(zone);
      case LocalDateTime time -> time.atZone(zone);
      case Instant instant -> instant.atZone(zone);
      case OffsetDateTime time -> time.atZoneSameInstant(zone);
      case ZonedDateTime time -> time.withZoneSameInstant(zone);
      case Calendar calendar -> calendar.toInstant().atZone(zone);
      case java.sql.Date date -> date.toLocalDate().atStartOfDay(zone);
      case Timestamp timestamp -> timestamp.toLocalDateTime().atZone(zone);
      case Date date -> Instant.ofEpochMilli(date.getTime()).atZone(zone);
      default -> throw new IllegalArgumentException("no date or time: " + argument.getClass());
    };
  }
}
