package io.tiercel.jdbc.convert;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/// What the server's dates and times are in `java.sql`: instants whose fields, read in a time zone,
/// are those of the value.
///
/// Two calendars meet here. The server counts by the proleptic Gregorian calendar; `java.util`
/// turns to the Julian one before 1582-10-15. The fields are kept, not the instant: 1000-01-01 of
/// the server is the Date that prints 1000-01-01. Where a wall clock jumps forward or back, the
/// rules of [GregorianCalendar] hold: a time that does not exist moves on by the gap, of two equal
/// ones the standard time is meant.
@SuppressWarnings("JavaUtilDate") // they are the subject
final class LegacyTime {
  /// `infinity` and `-infinity` as Date and Timestamp.
  static final long POSITIVE_INFINITY_MILLIS = 9_223_372_036_825_200_000L;

  static final long NEGATIVE_INFINITY_MILLIS = -9_223_372_036_832_400_000L;

  private static final long MILLIS_PER_DAY = 86_400_000;
  private static final long GREGORIAN_START_MILLIS =
      LocalDate.of(1582, 10, 15).toEpochDay() * MILLIS_PER_DAY;

  /// The epoch day of the Julian day number 0.
  private static final long JULIAN_EPOCH_DAY = -2_440_588;

  private LegacyTime() {}

  static Timestamp timestamp(DateTime value, TimeZone zone) {
    if (value.isInfinite()) {
      return new Timestamp(infinity(value));
    }
    return timestamp(value.wallMillis(), value.nanoOfSecond(), value.hasOffset(), zone);
  }

  /// @param wallMillis by the wall clock of `zone`, or in UTC if the value is an instant
  static Timestamp timestamp(long wallMillis, int nanoOfSecond, boolean isInstant, TimeZone zone) {
    long hybrid = hybrid(wallMillis);
    var timestamp = new Timestamp(isInstant ? hybrid : instant(hybrid, zone));
    timestamp.setNanos(nanoOfSecond);
    return timestamp;
  }

  static Date date(DateTime value, TimeZone zone) {
    if (value.isInfinite()) {
      return new Date(infinity(value));
    }
    long hybrid = hybrid(value.wallMillis());
    long wall = value.hasOffset() ? hybrid + zone.getOffset(hybrid) : hybrid;
    return new Date(instant(Math.floorDiv(wall, MILLIS_PER_DAY) * MILLIS_PER_DAY, zone));
  }

  /// On 1970-01-01, with milliseconds. A bare time stays what it is: 24:00:00 is the start of
  /// 1970-01-02, and 00:00:00+14 an instant on 1969-12-31.
  static Time time(DateTime value, TimeZone zone) {
    if (value.isInfinite()) {
      throw Conversions.badDateTime(value.infinity() > 0 ? "infinity" : "-infinity", "Time");
    }
    long wall = value.wallMillis();
    if (!value.hasDate()) {
      return new Time(value.hasOffset() ? wall : instant(wall, zone));
    }
    if (value.hasOffset()) {
      long hybrid = hybrid(wall);
      wall = hybrid + zone.getOffset(hybrid);
    }
    return new Time(instant(Math.floorMod(wall, MILLIS_PER_DAY), zone));
  }

  private static long infinity(DateTime value) {
    return value.infinity() > 0 ? POSITIVE_INFINITY_MILLIS : NEGATIVE_INFINITY_MILLIS;
  }

  /// The instant at which a wall clock in `zone` shows so many milliseconds since 1970.
  static long instant(long wallMillis, TimeZone zone) {
    int offset = zone.getOffset(wallMillis - zone.getRawOffset());
    long instant = wallMillis - offset;
    // No change of offset within a day on either side: there is but one answer.
    if (zone.getOffset(instant - MILLIS_PER_DAY) == offset
        && zone.getOffset(instant + MILLIS_PER_DAY) == offset) {
      return instant;
    }
    return instantNearTransition(wallMillis, zone);
  }

  private static long instantNearTransition(long wallMillis, TimeZone zone) {
    LocalDateTime wall =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(wallMillis, 1000),
            Math.floorMod(wallMillis, 1000) * 1_000_000,
            ZoneOffset.UTC);
    var calendar = new GregorianCalendar(zone);
    calendar.setGregorianChange(new java.util.Date(Long.MIN_VALUE));
    calendar.clear();
    calendar.set(
        wall.getYear(),
        wall.getMonthValue() - 1,
        wall.getDayOfMonth(),
        wall.getHour(),
        wall.getMinute(),
        wall.getSecond());
    calendar.set(Calendar.MILLISECOND, Math.floorMod(wallMillis, 1000));
    return calendar.getTimeInMillis();
  }

  /// Moves a wall time of the proleptic Gregorian calendar so that the Julian calendar before
  /// 1582-10-15 has its fields.
  static long hybrid(long wallMillis) {
    if (wallMillis >= GREGORIAN_START_MILLIS) {
      return wallMillis;
    }
    long day = Math.floorDiv(wallMillis, MILLIS_PER_DAY);
    return (julianEpochDay(LocalDate.ofEpochDay(day)) - day) * MILLIS_PER_DAY + wallMillis;
  }

  /// The inverse of [#hybrid(long)].
  static long proleptic(long hybridMillis) {
    if (hybridMillis >= GREGORIAN_START_MILLIS) {
      return hybridMillis;
    }
    var calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
    calendar.setTimeInMillis(hybridMillis);
    int year = calendar.get(Calendar.YEAR);
    // 29 February of a year that has none in the Gregorian calendar becomes 1 March.
    LocalDate date =
        LocalDate.of(
                calendar.get(Calendar.ERA) == GregorianCalendar.BC ? 1 - year : year,
                calendar.get(Calendar.MONTH) + 1,
                1)
            .plusDays(calendar.get(Calendar.DAY_OF_MONTH) - 1L);
    return date.toEpochDay() * MILLIS_PER_DAY + Math.floorMod(hybridMillis, MILLIS_PER_DAY);
  }

  /// The day on which the Julian calendar shows these fields.
  private static long julianEpochDay(LocalDate fields) {
    int shift = (14 - fields.getMonthValue()) / 12;
    long year = fields.getYear() + 4800L - shift;
    int month = fields.getMonthValue() + 12 * shift - 3;
    long julianDay =
        fields.getDayOfMonth()
            + (153 * month + 2) / 5
            + 365 * year
            + Math.floorDiv(year, 4)
            - 32_083;
    return julianDay + JULIAN_EPOCH_DAY;
  }
}
