package io.tiercel.jpa.query.syntax;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/// Temporal literals in the JDBC escape syntax (specification 4.6.1): `{d 'yyyy-mm-dd'}`, `{t
/// 'hh:mm:ss'}` and `{ts 'yyyy-mm-dd hh:mm:ss.f'}`. As in `java.sql.Date.valueOf` and its siblings,
/// a month, a day or an hour may have one digit.
final class TemporalLiteral {

  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4)
          .appendLiteral('-')
          .appendValue(ChronoField.MONTH_OF_YEAR, 1, 2, SignStyle.NOT_NEGATIVE)
          .appendLiteral('-')
          .appendValue(ChronoField.DAY_OF_MONTH, 1, 2, SignStyle.NOT_NEGATIVE)
          .toFormatter(Locale.ROOT)
          .withChronology(IsoChronology.INSTANCE)
          .withResolverStyle(ResolverStyle.STRICT);
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.HOUR_OF_DAY, 1, 2, SignStyle.NOT_NEGATIVE)
          .appendLiteral(':')
          .appendValue(ChronoField.MINUTE_OF_HOUR, 1, 2, SignStyle.NOT_NEGATIVE)
          .optionalStart()
          .appendLiteral(':')
          .appendValue(ChronoField.SECOND_OF_MINUTE, 1, 2, SignStyle.NOT_NEGATIVE)
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);
  private static final DateTimeFormatter DATE_TIME = dateTime(' ');
  private static final DateTimeFormatter ISO_DATE_TIME = dateTime('T');

  private TemporalLiteral() {}

  private static DateTimeFormatter dateTime(char separator) {
    return new DateTimeFormatterBuilder()
        .append(DATE)
        .appendLiteral(separator)
        .append(TIME)
        .toFormatter(Locale.ROOT)
        .withChronology(IsoChronology.INSTANCE)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  static Object parse(QueryText query, int at, String escape, String value) {
    try {
      return switch (Keyword.asciiUpperCase(escape)) {
        case "D" -> LocalDate.parse(value, DATE);
        case "T" -> LocalTime.parse(value, TIME);
        case "TS" -> LocalDateTime.parse(value, value.indexOf('T') < 0 ? DATE_TIME : ISO_DATE_TIME);
        default -> throw malformed(query, at);
      };
    } catch (DateTimeException e) {
      var malformed = malformed(query, at);
      malformed.initCause(e);
      throw malformed;
    }
  }

  static JpqlSyntaxException malformed(QueryText query, int at) {
    return new JpqlSyntaxException(
        query,
        at,
        "malformed temporal literal",
        "write {d '2026-01-31'}, {t '23:59:59'} or {ts '2026-01-31 23:59:59.5'}");
  }
}
