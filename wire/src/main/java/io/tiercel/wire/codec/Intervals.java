package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.time.Duration;
import java.time.Period;
import java.util.function.Function;

/// `interval`: in binary microseconds as an int64, days as an int32, months as an int32. Read as
/// Duration or Period when nothing is lost by it.
final class Intervals {
  private static final String TYPE = "interval";

  private Intervals() {}

  static TypeCodec interval() {
    return ScalarCodec.of(TYPE, Interval.class)
        .parses(Interval.class, Intervals::decode, Interval::parse)
        .views(Duration.class, Interval.class, lossless(Duration.class, Interval::toDuration))
        .views(Period.class, Interval.class, lossless(Period.class, Interval::toPeriod))
        .views(String.class, Interval.class, Interval::toString)
        .prints(Interval.class, Intervals::encode, Interval::toString)
        .accepts(Duration.class, Interval.class, Intervals::ofDuration)
        .accepts(Period.class, Interval.class, Intervals::ofPeriod)
        .build();
  }

  private static Interval decode(byte[] source, int offset, int length) {
    Faults.requireLength(TYPE, 16, length);
    return new Interval(
        BinaryInts.readInt(source, offset + 12),
        BinaryInts.readInt(source, offset + 8),
        BinaryInts.readLong(source, offset));
  }

  private static void encode(Interval value, WriteBuffer out) {
    out.putLong(value.micros()).putInt(value.days()).putInt(value.months());
  }

  private static <T> Function<Interval, T> lossless(
      Class<T> target, Function<Interval, T> conversion) {
    return value -> {
      try {
        return conversion.apply(value);
      } catch (ArithmeticException e) {
        throw new CodecException(
            SqlState.DATETIME_FIELD_OVERFLOW,
            "value of interval does not fit %s\nHint: %s"
                .formatted(target.getTypeName(), e.getMessage()),
            e);
      }
    };
  }

  private static Interval ofDuration(Duration value) {
    try {
      return Interval.of(value);
    } catch (ArithmeticException e) {
      throw Faults.outOfTime(value, TYPE, "an int64 of microseconds");
    }
  }

  private static Interval ofPeriod(Period value) {
    try {
      return Interval.of(value);
    } catch (ArithmeticException e) {
      throw Faults.outOfTime(value, TYPE, "an int32 of months");
    }
  }
}
