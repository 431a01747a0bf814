package io.tiercel.jdbc.statement;

import io.tiercel.wire.codec.Oids;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a literal without a type means in a column, where that depends on no setting of the
/// session: strings, and dates and times as this driver writes them, year first and with an offset.
/// PostgreSQL manual, 8.5.1.
final class CopyLiteral {
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)"
              + "(?: (\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?)([+-]\\d\\d(?::\\d\\d){0,2})?"
              + "| ([+-]\\d\\d(?::\\d\\d){0,2}))?");

  /// The value, or null if only the server can tell.
  static @Nullable Object read(String literal, int oid) {
    return switch (oid) {
      case Oids.TEXT, Oids.VARCHAR, Oids.BPCHAR -> literal;
      case Oids.DATE, Oids.TIMESTAMP, Oids.TIMESTAMPTZ -> dateTime(literal, oid);
      default -> null;
    };
  }

  private static @Nullable Object dateTime(String literal, int oid) {
    Matcher parts = DATE_TIME.matcher(literal);
    if (!parts.matches()) {
      return null;
    }
    try {
      LocalDate date = LocalDate.parse(parts.group(1));
      LocalTime time =
          parts.group(2) == null ? LocalTime.MIDNIGHT : LocalTime.parse(parts.group(2));
      String offset = parts.group(3) == null ? parts.group(4) : parts.group(3);
      return switch (oid) {
        case Oids.DATE -> date;
        // Without time zone it does not look at the offset.
        case Oids.TIMESTAMP -> LocalDateTime.of(date, time);
        default ->
            offset == null ? null : LocalDateTime.of(date, time).atOffset(ZoneOffset.of(offset));
      };
    } catch (DateTimeException e) {
      // 24:00:00, the 30th of February: the server takes it, or says what is wrong with it.
      return null;
    }
  }

  private CopyLiteral() {}
}
