package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;

/// `time` and `timetz`: in binary the microseconds since midnight as an int64, for `timetz`
/// followed by the zone in seconds *west* of Greenwich as an int32. Finer digits are floored.
///
/// The server knows 24:00:00, LocalTime does not: it is [LocalTime#MAX], both ways.
final class Times {
  private static final String TIME = "time";
  private static final String TIMETZ = "timetz";
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int MICRO_DIGITS = 6;

  private Times() {}

  static TypeCodec time() {
    return ScalarCodec.of(TIME, LocalTime.class)
        .parses(LocalTime.class, Times::decode, Times::parse)
        .views(String.class, LocalTime.class, Times::print)
        .views(java.sql.Time.class, LocalTime.class, java.sql.Time::valueOf)
        .prints(LocalTime.class, (value, out) -> out.putLong(micros(value)), Times::print)
        .accepts(java.sql.Time.class, LocalTime.class, java.sql.Time::toLocalTime)
        .build();
  }

  static TypeCodec timetz() {
    return ScalarCodec.of(TIMETZ, OffsetTime.class)
        .parses(OffsetTime.class, Times::decodeWithZone, Times::parseWithZone)
        .views(String.class, OffsetTime.class, Times::printWithZone)
        .views(LocalTime.class, OffsetTime.class, OffsetTime::toLocalTime)
        .prints(OffsetTime.class, Times::encodeWithZone, Times::printWithZone)
        .build();
  }

  private static LocalTime decode(byte[] source, int offset, int length) {
    Faults.requireLength(TIME, Long.BYTES, length);
    return ofMicros(TIME, BinaryInts.readLong(source, offset));
  }

  private static OffsetTime decodeWithZone(byte[] source, int offset, int length) {
    Faults.requireLength(TIMETZ, Long.BYTES + Integer.BYTES, length);
    LocalTime time = ofMicros(TIMETZ, BinaryInts.readLong(source, offset));
    int secondsWest = BinaryInts.readInt(source, offset + Long.BYTES);
    if (Math.abs((long) secondsWest) > ZoneOffset.MAX.getTotalSeconds()) {
      throw Faults.doesNotFit(
          TIMETZ, OffsetTime.class, "OffsetTime has zones up to 18 hours; select it ::text");
    }
    return OffsetTime.of(time, ZoneOffset.ofTotalSeconds(-secondsWest));
  }

  private static LocalTime ofMicros(String typeName, long micros) {
    if (micros == MICROS_PER_DAY) {
      return LocalTime.MAX;
    }
    if (micros < 0 || micros > MICROS_PER_DAY) {
      throw Faults.malformed(typeName, "not within a day");
    }
    return LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO);
  }

  private static long micros(LocalTime value) {
    return value.equals(LocalTime.MAX) ? MICROS_PER_DAY : value.toNanoOfDay() / NANOS_PER_MICRO;
  }

  private static void encodeWithZone(OffsetTime value, WriteBuffer out) {
    out.putLong(micros(value.toLocalTime())).putInt(-value.getOffset().getTotalSeconds());
  }

  private static LocalTime parse(String text) {
    var cursor = new TextCursor(TIME, text);
    LocalTime time = parse(cursor);
    cursor.expectEnd();
    return time;
  }

  private static OffsetTime parseWithZone(String text) {
    var cursor = new TextCursor(TIMETZ, text);
    OffsetTime time = OffsetTime.of(parse(cursor), parseZone(cursor));
    cursor.expectEnd();
    return time;
  }

  /// `15:04:05` and up to six digits of a second.
  static LocalTime parse(TextCursor cursor) {
    int hour = cursor.number();
    cursor.expect(':');
    int minute = cursor.number();
    cursor.expect(':');
    int second = cursor.number();
    int micros = cursor.eat('.') ? cursor.fraction(MICRO_DIGITS) : 0;
    if (hour == 24 && minute == 0 && second == 0 && micros == 0) {
      return LocalTime.MAX;
    }
    return LocalTime.of(hour, minute, second, (int) (micros * NANOS_PER_MICRO));
  }

  /// `+02`, `-03:30`, `+00:19:32`: east is positive, as in java.time.
  static ZoneOffset parseZone(TextCursor cursor) {
    char sign = cursor.next();
    if (sign != '+' && sign != '-') {
      throw cursor.fault("expected the sign of a time zone");
    }
    int direction = sign == '-' ? -1 : 1;
    int hours = cursor.number();
    int minutes = cursor.eat(':') ? cursor.number() : 0;
    int seconds = cursor.eat(':') ? cursor.number() : 0;
    return ZoneOffset.ofHoursMinutesSeconds(
        direction * hours, direction * minutes, direction * seconds);
  }

  private static String print(LocalTime value) {
    var text = new StringBuilder();
    print(value, text);
    return text.toString();
  }

  private static String printWithZone(OffsetTime value) {
    var text = new StringBuilder();
    print(value.toLocalTime(), text);
    printZone(value.getOffset(), text);
    return text.toString();
  }

  static void print(LocalTime value, StringBuilder to) {
    if (value.equals(LocalTime.MAX)) {
      to.append("24:00:00");
      return;
    }
    Dates.pad(value.getHour(), 2, to);
    to.append(':');
    Dates.pad(value.getMinute(), 2, to);
    to.append(':');
    Dates.pad(value.getSecond(), 2, to);
    printMicros((int) (value.getNano() / NANOS_PER_MICRO), to);
  }

  /// A fraction of a second without zeros at its end, and nothing for none.
  static void printMicros(int micros, StringBuilder to) {
    if (micros != 0) {
      to.append('.');
      Dates.pad(micros, MICRO_DIGITS, to);
      int end = to.length();
      while (to.charAt(end - 1) == '0') {
        end--;
      }
      to.setLength(end);
    }
  }

  static void printZone(ZoneOffset zone, StringBuilder to) {
    int seconds = Math.abs(zone.getTotalSeconds());
    to.append(zone.getTotalSeconds() < 0 ? '-' : '+');
    Dates.pad(seconds / 3600, 2, to);
    if (seconds % 3600 != 0) {
      to.append(':');
      Dates.pad(seconds / 60 % 60, 2, to);
    }
    if (seconds % 60 != 0) {
      to.append(':');
      Dates.pad(seconds % 60, 2, to);
    }
  }
}
