package io.tiercel.inside.samples;

import io.tiercel.wire.codec.Interval;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Functions that return what they are given, as one Java class or another.
public final class Echo {
  private Echo() {}

  public record Point(int x, @Nullable String label) {}

  public record Segment(Point from, Point to) {}

  public static @Nullable Boolean bool(@Nullable Boolean v) {
    return v;
  }

  public static @Nullable Short int2(@Nullable Short v) {
    return v;
  }

  public static @Nullable Integer int4(@Nullable Integer v) {
    return v;
  }

  public static @Nullable Long int8(@Nullable Long v) {
    return v;
  }

  public static @Nullable Float float4(@Nullable Float v) {
    return v;
  }

  public static @Nullable Double float8(@Nullable Double v) {
    return v;
  }

  public static @Nullable BigDecimal numeric(@Nullable BigDecimal v) {
    return v;
  }

  public static @Nullable String text(@Nullable String v) {
    return v;
  }

  public static byte @Nullable [] bytea(byte @Nullable [] v) {
    return v;
  }

  public static @Nullable UUID uuid(@Nullable UUID v) {
    return v;
  }

  public static @Nullable LocalDate date(@Nullable LocalDate v) {
    return v;
  }

  public static @Nullable LocalTime time(@Nullable LocalTime v) {
    return v;
  }

  public static @Nullable OffsetTime timetz(@Nullable OffsetTime v) {
    return v;
  }

  public static @Nullable LocalDateTime timestamp(@Nullable LocalDateTime v) {
    return v;
  }

  public static @Nullable Instant instant(@Nullable Instant v) {
    return v;
  }

  public static @Nullable OffsetDateTime timestamptz(@Nullable OffsetDateTime v) {
    return v;
  }

  public static @Nullable Interval interval(@Nullable Interval v) {
    return v;
  }

  public static Integer @Nullable [] ints(Integer @Nullable [] v) {
    return v;
  }

  public static int @Nullable [] intArray(int @Nullable [] v) {
    return v;
  }

  public static long @Nullable [] longArray(long @Nullable [] v) {
    return v;
  }

  public static double @Nullable [] doubleArray(double @Nullable [] v) {
    return v;
  }

  public static Long @Nullable [] longs(Long @Nullable [] v) {
    return v;
  }

  public static int @Nullable [][] grid(int @Nullable [][] v) {
    return v;
  }

  public static String @Nullable [] texts(String @Nullable [] v) {
    return v;
  }

  public static @Nullable Point point(@Nullable Point v) {
    return v;
  }

  public static @Nullable Segment segment(@Nullable Segment v) {
    return v;
  }

  /// Whatever the type is read as by default.
  public static @Nullable Object any(@Nullable Object v) {
    return v;
  }

  public static int primitive(int v) {
    return v;
  }
}
