package io.tiercel.jdbc.convert;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Dates and times as the server prints them in the date style ISO.
final class DateTimePrinter {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int SECONDS_PER_DAY = 86_400;

  private DateTimePrinter() {}

  /// @param zone in which an instant is printed; null for values that have no zone or an offset of
  ///     their own
  static String print(DateTime value, @Nullable ZoneId zone) {
    if (value.isInfinite()) {
      return value.infinity() > 0 ? "infinity" : "-infinity";
    }
    if (zone == null) {
      return print(
          value.hasDate(),
          value.epochDay(),
          value.hasTime(),
          value.nanoOfDay(),
          value.offsetSeconds());
    }
    long second = value.wallSecond();
    int offset = zone.getRules().getOffset(Instant.ofEpochSecond(second)).getTotalSeconds();
    long local = second + offset;
    long nanoOfDay =
        Math.floorMod(local, SECONDS_PER_DAY) * NANOS_PER_SECOND + value.nanoOfSecond();
    return print(true, Math.floorDiv(local, SECONDS_PER_DAY), true, nanoOfDay, offset);
  }

  private static String print(
      boolean hasDate, long epochDay, boolean hasTime, long nanoOfDay, int offset) {
    var text = new StringBuilder(32);
    boolean beforeChrist = false;
    if (hasDate) {
      LocalDate date = LocalDate.ofEpochDay(epochDay);
      beforeChrist = date.getYear() <= 0;
      date(date, text);
    }
    if (hasTime) {
      if (hasDate) {
        text.append(' ');
      }
      time(nanoOfDay, text);
    }
    if (offset != DateTime.LOCAL) {
      if (!hasTime) {
        text.append(' '); // else the server takes the sign for one of the date
      }
      offset(offset, text);
    }
    return (beforeChrist ? text.append(" BC") : text).toString();
  }

  static void date(LocalDate date, StringBuilder to) {
    int year = date.getYear() > 0 ? date.getYear() : 1 - date.getYear();
    if (year < 1000) {
      to.append(year < 10 ? "000" : year < 100 ? "00" : "0");
    }
    to.append(year);
    two('-', date.getMonthValue(), to);
    two('-', date.getDayOfMonth(), to);
  }

  static void time(long nanoOfDay, StringBuilder to) {
    int second = (int) (nanoOfDay / NANOS_PER_SECOND);
    int hour = second / 3600;
    to.append((char) ('0' + hour / 10)).append((char) ('0' + hour % 10));
    two(':', second / 60 % 60, to);
    two(':', second % 60, to);
    int micros = (int) (nanoOfDay % NANOS_PER_SECOND / NANOS_PER_MICRO);
    if (micros != 0) {
      to.append('.');
      for (int unit = 100_000; micros != 0; unit /= 10) {
        to.append((char) ('0' + micros / unit));
        micros %= unit;
      }
    }
  }

  static void offset(int offsetSeconds, StringBuilder to) {
    int seconds = Math.abs(offsetSeconds);
    two(offsetSeconds < 0 ? '-' : '+', seconds / 3600, to);
    if (seconds % 3600 != 0) {
      two(':', seconds / 60 % 60, to);
      if (seconds % 60 != 0) {
        two(':', seconds % 60, to);
      }
    }
  }

  private static void two(char before, int value, StringBuilder to) {
    to.append(before).append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
  }
}
