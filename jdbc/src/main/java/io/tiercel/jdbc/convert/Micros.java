package io.tiercel.jdbc.convert;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;

/// Times to the microseconds that the server keeps, rounded half up as it does with literals of
/// more digits. MAX stands for infinity, or for 24:00, and stays.
final class Micros {
  private static final int NANOS_PER_MICRO = 1_000;
  private static final LocalTime LAST = LocalTime.of(23, 59, 59, 999_999_500);

  private Micros() {}

  /// How many nanoseconds further the nearest microsecond is; less than 0 if it lies behind.
  private static int shift(Temporal value) {
    int rest = value.get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MICRO;
    return rest < NANOS_PER_MICRO / 2 ? -rest : NANOS_PER_MICRO - rest;
  }

  /// What would be the next day becomes 24:00.
  static LocalTime of(LocalTime value) {
    return value.isBefore(LAST) ? value.plusNanos(shift(value)) : LocalTime.MAX;
  }

  static OffsetTime of(OffsetTime value) {
    return of(value.toLocalTime()).atOffset(value.getOffset());
  }

  static LocalDateTime of(LocalDateTime value) {
    return value.equals(LocalDateTime.MAX) ? value : value.plusNanos(shift(value));
  }

  static OffsetDateTime of(OffsetDateTime value) {
    return value.equals(OffsetDateTime.MAX) ? value : value.plusNanos(shift(value));
  }

  static Instant of(Instant value) {
    return value.equals(Instant.MAX) ? value : value.plusNanos(shift(value));
  }
}
