package io.tiercel.wire.codec;

import java.time.Duration;
import java.time.Period;
import java.time.temporal.ChronoUnit;

/// PostgreSQL's `interval`: months, days and microseconds, kept apart because neither a month nor a
/// day has a fixed length. `1 day` and `24 hours` are equal to the server's `=`, but not here.
///
/// Immutable and safe for any number of threads. PostgreSQL 17 and later also have infinite
/// intervals: [#POSITIVE_INFINITY] and [#NEGATIVE_INFINITY].
///
/// @param months years and months together, of either sign
/// @param days of either sign
/// @param micros hours, minutes and seconds in microseconds, of either sign
public record Interval(int months, int days, long micros) {
  /// `infinity`, known to the server since PostgreSQL 17.
  public static final Interval POSITIVE_INFINITY =
      new Interval(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);

  /// `-infinity`, known to the server since PostgreSQL 17.
  public static final Interval NEGATIVE_INFINITY =
      new Interval(Integer.MIN_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE);

  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  /// A time of hours, minutes and seconds; finer digits than microseconds are floored.
  ///
  /// @throws ArithmeticException if the duration is longer than about 292,000 years
  public static Interval of(Duration duration) {
    long micros = Math.multiplyExact(duration.getSeconds(), MICROS_PER_SECOND);
    return new Interval(0, 0, Math.addExact(micros, duration.getNano() / NANOS_PER_MICRO));
  }

  /// A time of years, months and days.
  ///
  /// @throws ArithmeticException if years and months together are more than an int of months
  public static Interval of(Period period) {
    int months = Math.toIntExact(period.toTotalMonths());
    return new Interval(months, (int) period.get(ChronoUnit.DAYS), 0);
  }

  /// Reads what the server prints with `IntervalStyle` `postgres` (its default) or `iso_8601`.
  ///
  /// @throws io.tiercel.wire.error.CodecException if the text is neither
  public static Interval parse(String text) {
    return IntervalText.parse(text);
  }

  public boolean isInfinite() {
    return equals(POSITIVE_INFINITY) || equals(NEGATIVE_INFINITY);
  }

  /// The same length of time as a Duration.
  ///
  /// @throws ArithmeticException if the interval has months or days, whose length depends on the
  ///     date and the time zone
  public Duration toDuration() {
    if (months != 0 || days != 0) {
      throw new ArithmeticException(
          "an interval with months or days has no Duration; add it to a date, or use justify_hours()"
              + " or extract(epoch from …) in the query");
    }
    return Duration.ofSeconds(
        Math.floorDiv(micros, MICROS_PER_SECOND),
        Math.floorMod(micros, MICROS_PER_SECOND) * (long) NANOS_PER_MICRO);
  }

  /// The same length of time as a Period, in years, months and days.
  ///
  /// @throws ArithmeticException if the interval has hours, minutes or seconds, or is infinite
  public Period toPeriod() {
    if (micros != 0) {
      throw new ArithmeticException(
          "an interval with a time of day has no Period; read it as Interval, or use date_trunc()"
              + " in the query");
    }
    return Period.of(months / 12, months % 12, days);
  }

  /// As the server prints it with `IntervalStyle` `postgres`.
  @Override
  public String toString() {
    return IntervalText.print(this);
  }
}
