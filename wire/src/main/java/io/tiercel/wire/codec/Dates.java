package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import java.time.LocalDate;

/// `date`: in binary the days since 2000-01-01 as an int32. LocalDate counts years as ISO does, so
/// 1 BC is year 0. `infinity` and `-infinity` are [LocalDate#MAX] and [LocalDate#MIN], both ways.
final class Dates {
  static final String TYPE = "date";
  static final String INFINITY = "infinity";
  static final String NEGATIVE_INFINITY = "-infinity";

  private static final long EPOCH_DAY = LocalDate.of(2000, 1, 1).toEpochDay();
  private static final LocalDate EARLIEST = LocalDate.of(-4713, 11, 24);
  private static final LocalDate LATEST = LocalDate.of(5_874_897, 12, 31);

  private Dates() {}

  static TypeCodec date() {
    return ScalarCodec.of(TYPE, LocalDate.class)
        .parses(LocalDate.class, Dates::decode, Dates::parse)
        .views(String.class, LocalDate.class, Dates::print)
        .views(java.sql.Date.class, LocalDate.class, Dates::sqlDate)
        .prints(LocalDate.class, Dates::encode, Dates::print)
        .accepts(java.sql.Date.class, LocalDate.class, java.sql.Date::toLocalDate)
        .build();
  }

  private static LocalDate decode(byte[] source, int offset, int length) {
    Faults.requireLength(TYPE, Integer.BYTES, length);
    int days = BinaryInts.readInt(source, offset);
    if (days == Integer.MAX_VALUE) {
      return LocalDate.MAX;
    }
    if (days == Integer.MIN_VALUE) {
      return LocalDate.MIN;
    }
    return LocalDate.ofEpochDay(EPOCH_DAY + days);
  }

  private static void encode(LocalDate value, WriteBuffer out) {
    if (value.equals(LocalDate.MAX)) {
      out.putInt(Integer.MAX_VALUE);
    } else if (value.equals(LocalDate.MIN)) {
      out.putInt(Integer.MIN_VALUE);
    } else {
      requireRange(value);
      out.putInt((int) (value.toEpochDay() - EPOCH_DAY));
    }
  }

  private static void requireRange(LocalDate value) {
    if (value.isBefore(EARLIEST) || value.isAfter(LATEST)) {
      throw Faults.outOfTime(value, TYPE, "4714-11-24 BC to 5874897-12-31");
    }
  }

  private static java.sql.Date sqlDate(LocalDate value) {
    if (value.equals(LocalDate.MAX) || value.equals(LocalDate.MIN)) {
      throw Faults.infinite(TYPE, java.sql.Date.class, LocalDate.class);
    }
    return java.sql.Date.valueOf(value);
  }

  private static LocalDate parse(String text) {
    if (text.equals(INFINITY)) {
      return LocalDate.MAX;
    }
    if (text.equals(NEGATIVE_INFINITY)) {
      return LocalDate.MIN;
    }
    var cursor = new TextCursor(TYPE, text);
    boolean beforeChrist = text.endsWith(" BC");
    LocalDate date = parse(cursor, beforeChrist);
    if (beforeChrist) {
      cursor.eat(" BC");
    }
    cursor.expectEnd();
    requireRange(date);
    return date;
  }

  /// `2026-11-21`, the ISO date style of the server; the year has four digits or more.
  static LocalDate parse(TextCursor cursor, boolean beforeChrist) {
    int year = cursor.number();
    cursor.expect('-');
    int month = cursor.number();
    cursor.expect('-');
    return LocalDate.of(beforeChrist ? 1 - year : year, month, cursor.number());
  }

  private static String print(LocalDate value) {
    if (value.equals(LocalDate.MAX)) {
      return INFINITY;
    }
    if (value.equals(LocalDate.MIN)) {
      return NEGATIVE_INFINITY;
    }
    requireRange(value);
    var text = new StringBuilder();
    print(value, text);
    return text.append(era(value)).toString();
  }

  /// Without the era, which stands at the end of a timestamp.
  static void print(LocalDate value, StringBuilder to) {
    int year = value.getYear();
    pad(year > 0 ? year : 1 - year, 4, to);
    to.append('-');
    pad(value.getMonthValue(), 2, to);
    to.append('-');
    pad(value.getDayOfMonth(), 2, to);
  }

  static String era(LocalDate value) {
    return value.getYear() > 0 ? "" : " BC";
  }

  static void pad(int value, int width, StringBuilder to) {
    String digits = Integer.toString(value);
    to.repeat('0', Math.max(0, width - digits.length())).append(digits);
  }
}
