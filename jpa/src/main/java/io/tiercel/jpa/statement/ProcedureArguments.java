package io.tiercel.jpa.statement;

import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/// Values for the arguments of a routine: dates and times of `java.util` become what the argument's
/// type in the database is.
@SuppressWarnings("JavaUtilDate") // they belong to the interface of queries
public final class ProcedureArguments {
  private ProcedureArguments() {}

  public static @Nullable Object value(@Nullable Object argument, String sqlType) {
    return switch (argument) {
      case Calendar calendar -> moment(calendar.toInstant(), sqlType);
      case java.sql.Date date -> date.toLocalDate();
      case java.sql.Time time -> time.toLocalTime();
      case Timestamp timestamp -> moment(timestamp.toInstant(), sqlType);
      case Date date -> moment(date.toInstant(), sqlType);
      case Enum<?> constant -> constant.name();
      case Character character -> character.toString();
      case null, default -> argument;
    };
  }

  private static Object moment(Instant instant, String sqlType) {
    var local = instant.atZone(ZoneId.systemDefault());
    return switch (sqlType) {
      case "date" -> local.toLocalDate();
      case "time without time zone" -> local.toLocalTime();
      case "timestamp without time zone" -> local.toLocalDateTime();
      default -> instant;
    };
  }
}
