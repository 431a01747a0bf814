package io.tiercel.jdbc.convert;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;

/// A date, a time of day or both, with or without an offset from UTC, in the proleptic Gregorian
/// calendar; or infinity. What the date and time types of the server have in common.
///
/// @param infinity 1 for `infinity`, -1 for `-infinity`, else 0
/// @param hasDate whether there is a date; if not, `epochDay` is 0
/// @param epochDay days since 1970-01-01
/// @param nanoOfDay 0 without a time of day; the nanoseconds of a whole day for 24:00:00
/// @param offsetSeconds east of Greenwich; [#LOCAL] without an offset
record DateTime(
    int infinity,
    boolean hasDate,
    long epochDay,
    boolean hasTime,
    long nanoOfDay,
    int offsetSeconds) {
  static final int LOCAL = Integer.MIN_VALUE;
  static final DateTime POSITIVE_INFINITY = new DateTime(1, true, 0, true, 0, LOCAL);
  static final DateTime NEGATIVE_INFINITY = new DateTime(-1, true, 0, true, 0, LOCAL);

  static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int NANOS_PER_SECOND = 1_000_000_000;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final long MILLIS_PER_DAY = 86_400_000;

  static DateTime ofDate(long epochDay) {
    return new DateTime(0, true, epochDay, false, 0, LOCAL);
  }

  static DateTime ofTime(long nanoOfDay, int offsetSeconds) {
    return new DateTime(0, false, 0, true, nanoOfDay, offsetSeconds);
  }

  static DateTime of(long epochDay, long nanoOfDay, int offsetSeconds) {
    return new DateTime(0, true, epochDay, true, nanoOfDay, offsetSeconds);
  }

  boolean isInfinite() {
    return infinity != 0;
  }

  boolean hasOffset() {
    return offsetSeconds != LOCAL;
  }

  /// Milliseconds since 1970-01-01T00:00 on a clock on the wall; where there is an offset, in UTC.
  long wallMillis() {
    long wall = epochDay * MILLIS_PER_DAY + Math.floorDiv(nanoOfDay, NANOS_PER_MILLI);
    return hasOffset() ? wall - offsetSeconds * 1000L : wall;
  }

  int nanoOfSecond() {
    return (int) (nanoOfDay % NANOS_PER_SECOND);
  }

  LocalDate date() {
    return switch (infinity) {
      case 1 -> LocalDate.MAX;
      case -1 -> LocalDate.MIN;
      default -> LocalDate.ofEpochDay(epochDay);
    };
  }

  /// 24:00:00 is [LocalTime#MAX].
  LocalTime time() {
    return nanoOfDay == NANOS_PER_DAY ? LocalTime.MAX : LocalTime.ofNanoOfDay(nanoOfDay);
  }

  LocalDateTime dateTime() {
    return switch (infinity) {
      case 1 -> LocalDateTime.MAX;
      case -1 -> LocalDateTime.MIN;
      default -> {
        long day = epochDay + nanoOfDay / NANOS_PER_DAY;
        yield LocalDateTime.of(
            LocalDate.ofEpochDay(day), LocalTime.ofNanoOfDay(nanoOfDay % NANOS_PER_DAY));
      }
    };
  }

  /// Without an offset, at UTC.
  OffsetDateTime offsetDateTime() {
    return switch (infinity) {
      case 1 -> OffsetDateTime.MAX;
      case -1 -> OffsetDateTime.MIN;
      default -> dateTime().atOffset(offset());
    };
  }

  OffsetTime offsetTime() {
    return time().atOffset(offset());
  }

  private ZoneOffset offset() {
    return hasOffset() ? ZoneOffset.ofTotalSeconds(offsetSeconds) : ZoneOffset.UTC;
  }

  /// Seconds since 1970-01-01T00:00 by the wall clock.
  long wallSecond() {
    return epochDay * SECONDS_PER_DAY + nanoOfDay / NANOS_PER_SECOND;
  }
}
