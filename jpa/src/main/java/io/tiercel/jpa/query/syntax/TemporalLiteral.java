package io.tiercel.jpa.query.syntax;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/// Temporal literals in the JDBC escape syntax (specification 4.6.1): `{d 'yyyy-mm-dd'}`, `{t
/// 'hh:mm:ss'}` and `{ts 'yyyy-mm-dd hh:mm:ss.f'}`.
final class TemporalLiteral {

  private TemporalLiteral() {}

  static Object parse(QueryText query, int at, String escape, String value) {
    try {
      return switch (Keyword.asciiUpperCase(escape)) {
        case "D" -> LocalDate.parse(value);
        case "T" -> LocalTime.parse(value);
        case "TS" -> LocalDateTime.parse(value.replace(' ', 'T'));
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
