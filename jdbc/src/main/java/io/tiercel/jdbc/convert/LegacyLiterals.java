package io.tiercel.jdbc.convert;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.TimeZone;

/// Values of `java.sql` as the literals the server parses, always with the offset of their time
/// zone: whether it counts, the type that the literal is parsed as decides.
@SuppressWarnings("JavaUtilDate") // they are the subject
final class LegacyLiterals {
  private static final long MILLIS_PER_DAY = 86_400_000;
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private LegacyLiterals() {}

  static DateTime timestamp(Timestamp value, TimeZone zone) {
    if (isInfinite(value.getTime())) {
      return infinity(value.getTime());
    }
    int nanos = value.getNanos();
    long seconds = Math.floorDiv(value.getTime(), 1000);
    // As the server does with a literal of more digits.
    long micros = (nanos + NANOS_PER_MICRO / 2L) / NANOS_PER_MICRO;
    long millis = seconds * 1000;
    if (micros == 1_000_000) {
      micros = 0;
      millis += 1000;
    }
    return of(millis, micros * NANOS_PER_MICRO, true, zone);
  }

  static DateTime date(Date value, TimeZone zone) {
    if (isInfinite(value.getTime())) {
      return infinity(value.getTime());
    }
    return of(Math.floorDiv(value.getTime(), 1000) * 1000, 0, false, zone);
  }

  static DateTime time(Time value, TimeZone zone) {
    long millis = value.getTime();
    int offset = zone.getOffset(millis);
    long nanoOfDay = Math.floorMod(millis + offset, MILLIS_PER_DAY) * 1_000_000;
    return DateTime.ofTime(nanoOfDay, offset / 1000);
  }

  private static DateTime of(long millis, long nanoOfSecond, boolean hasTime, TimeZone zone) {
    int offset = zone.getOffset(millis);
    long wall = LegacyTime.proleptic(millis + offset);
    long epochDay = Math.floorDiv(wall, MILLIS_PER_DAY);
    long nanoOfDay = Math.floorMod(wall, MILLIS_PER_DAY) / 1000 * NANOS_PER_SECOND + nanoOfSecond;
    return new DateTime(0, true, epochDay, hasTime, hasTime ? nanoOfDay : 0, offset / 1000);
  }

  private static boolean isInfinite(long millis) {
    return millis >= LegacyTime.POSITIVE_INFINITY_MILLIS
        || millis <= LegacyTime.NEGATIVE_INFINITY_MILLIS;
  }

  private static DateTime infinity(long millis) {
    return millis > 0 ? DateTime.POSITIVE_INFINITY : DateTime.NEGATIVE_INFINITY;
  }

  /// The literal of a value with an offset.
  static String print(DateTime value) {
    return DateTimePrinter.print(value, null);
  }
}
