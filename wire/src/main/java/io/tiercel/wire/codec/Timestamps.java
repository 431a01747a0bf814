package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Date;

/// `timestamp` and `timestamptz`: in binary the microseconds since 2000-01-01T00:00 (for
/// `timestamptz` in UTC) as an int64. Finer digits are floored: time never moves forward.
///
/// A `timestamptz` is an instant; the zone it was written with is not kept, and it is read at UTC.
/// `infinity` and `-infinity` are MAX and MIN of LocalDateTime and OffsetDateTime, both ways; the
/// classes without such a value refuse it.
final class Timestamps {
  private static final String TIMESTAMP = "timestamp";
  private static final String TIMESTAMPTZ = "timestamptz";
  private static final String RANGE = "4714-11-24 BC to 294276-12-31 AD";

  /// Of 2000-01-01T00:00:00Z.
  private static final long EPOCH_SECOND = 946_684_800L;

  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;
  private static final long EARLIEST_SECOND =
      LocalDate.of(-4713, 11, 24).toEpochSecond(LocalTime.MIDNIGHT, ZoneOffset.UTC);
  private static final long END_SECOND =
      LocalDate.of(294_277, 1, 1).toEpochSecond(LocalTime.MIDNIGHT, ZoneOffset.UTC);

  private Timestamps() {}

  static TypeCodec timestamp() {
    return ScalarCodec.of(TIMESTAMP, LocalDateTime.class)
        .parses(LocalDateTime.class, Timestamps::decodeLocal, Timestamps::parseLocal)
        .prints(LocalDateTime.class, Timestamps::encodeLocal, Timestamps::printLocal)
        .rest(Timestamps::othersOfTimestamp)
        .build();
  }

  private static void othersOfTimestamp(ScalarCodec.Builder builder) {
    builder
        .views(String.class, LocalDateTime.class, Timestamps::printLocal)
        .views(java.sql.Timestamp.class, LocalDateTime.class, Timestamps::sqlTimestamp)
        .views(Date.class, LocalDateTime.class, Timestamps::sqlTimestamp)
        .accepts(java.sql.Timestamp.class, LocalDateTime.class, java.sql.Timestamp::toLocalDateTime)
        .accepts(Date.class, LocalDateTime.class, LegacyDates::localDateTime);
  }

  static TypeCodec timestamptz() {
    return ScalarCodec.of(TIMESTAMPTZ, OffsetDateTime.class)
        .parses(OffsetDateTime.class, Timestamps::decodeOffset, Timestamps::parseOffset)
        .parses(Instant.class, Timestamps::decodeInstant, Timestamps::parseInstant)
        .rest(Timestamps::othersOfTimestamptz)
        .build();
  }

  private static void othersOfTimestamptz(ScalarCodec.Builder builder) {
    builder
        .views(ZonedDateTime.class, Instant.class, value -> value.atZone(ZoneOffset.UTC))
        .views(java.sql.Timestamp.class, Instant.class, java.sql.Timestamp::from)
        .views(Date.class, Instant.class, Date::from)
        .views(String.class, OffsetDateTime.class, Timestamps::printOffset)
        .prints(OffsetDateTime.class, Timestamps::encodeOffset, Timestamps::printOffset)
        .prints(Instant.class, Timestamps::encodeInstant, Timestamps::printInstant)
        .accepts(ZonedDateTime.class, Instant.class, ZonedDateTime::toInstant)
        .accepts(java.sql.Timestamp.class, Instant.class, java.sql.Timestamp::toInstant)
        .accepts(Date.class, Instant.class, LegacyDates::instant);
  }

  private static LocalDateTime decodeLocal(byte[] source, int offset, int length) {
    Faults.requireLength(TIMESTAMP, Long.BYTES, length);
    long micros = BinaryInts.readLong(source, offset);
    if (micros == Long.MAX_VALUE) {
      return LocalDateTime.MAX;
    }
    if (micros == Long.MIN_VALUE) {
      return LocalDateTime.MIN;
    }
    return LocalDateTime.ofEpochSecond(second(micros), nano(micros), ZoneOffset.UTC);
  }

  private static OffsetDateTime decodeOffset(byte[] source, int offset, int length) {
    Faults.requireLength(TIMESTAMPTZ, Long.BYTES, length);
    long micros = BinaryInts.readLong(source, offset);
    if (micros == Long.MAX_VALUE) {
      return OffsetDateTime.MAX;
    }
    if (micros == Long.MIN_VALUE) {
      return OffsetDateTime.MIN;
    }
    return OffsetDateTime.of(
        LocalDateTime.ofEpochSecond(second(micros), nano(micros), ZoneOffset.UTC), ZoneOffset.UTC);
  }

  private static Instant decodeInstant(byte[] source, int offset, int length) {
    Faults.requireLength(TIMESTAMPTZ, Long.BYTES, length);
    long micros = BinaryInts.readLong(source, offset);
    if (micros == Long.MAX_VALUE || micros == Long.MIN_VALUE) {
      throw Faults.infinite(TIMESTAMPTZ, Instant.class, OffsetDateTime.class);
    }
    return Instant.ofEpochSecond(second(micros), nano(micros));
  }

  private static long second(long micros) {
    return EPOCH_SECOND + Math.floorDiv(micros, MICROS_PER_SECOND);
  }

  private static int nano(long micros) {
    return Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO;
  }

  // toEpochSecond() has the rest of the time.
  @SuppressWarnings("JavaLocalDateTimeGetNano")
  private static void encodeLocal(LocalDateTime value, WriteBuffer out) {
    if (value.equals(LocalDateTime.MAX)) {
      out.putLong(Long.MAX_VALUE);
    } else if (value.equals(LocalDateTime.MIN)) {
      out.putLong(Long.MIN_VALUE);
    } else {
      encode(value, TIMESTAMP, value.toEpochSecond(ZoneOffset.UTC), value.getNano(), out);
    }
  }

  private static void encodeOffset(OffsetDateTime value, WriteBuffer out) {
    if (value.equals(OffsetDateTime.MAX)) {
      out.putLong(Long.MAX_VALUE);
    } else if (value.equals(OffsetDateTime.MIN)) {
      out.putLong(Long.MIN_VALUE);
    } else {
      encode(value, TIMESTAMPTZ, value.toEpochSecond(), value.getNano(), out);
    }
  }

  private static void encodeInstant(Instant value, WriteBuffer out) {
    encode(value, TIMESTAMPTZ, value.getEpochSecond(), value.getNano(), out);
  }

  private static void encode(
      Object value, String typeName, long epochSecond, int nano, WriteBuffer out) {
    requireRange(value, typeName, epochSecond);
    // The nanosecond is never negative, so this floors before the epoch too.
    out.putLong((epochSecond - EPOCH_SECOND) * MICROS_PER_SECOND + nano / NANOS_PER_MICRO);
  }

  private static void requireRange(Object value, String typeName, long epochSecond) {
    if (epochSecond < EARLIEST_SECOND || epochSecond >= END_SECOND) {
      throw Faults.outOfTime(value, typeName, RANGE);
    }
  }

  private static java.sql.Timestamp sqlTimestamp(LocalDateTime value) {
    if (value.equals(LocalDateTime.MAX) || value.equals(LocalDateTime.MIN)) {
      throw Faults.infinite(TIMESTAMP, java.sql.Timestamp.class, LocalDateTime.class);
    }
    return java.sql.Timestamp.valueOf(value);
  }

  private static LocalDateTime parseLocal(String text) {
    if (text.equals(Dates.INFINITY)) {
      return LocalDateTime.MAX;
    }
    if (text.equals(Dates.NEGATIVE_INFINITY)) {
      return LocalDateTime.MIN;
    }
    var cursor = new TextCursor(TIMESTAMP, text);
    boolean beforeChrist = text.endsWith(" BC");
    LocalDateTime value = parseLocal(cursor, beforeChrist);
    endOf(cursor, beforeChrist);
    requireRange(value, TIMESTAMP, value.toEpochSecond(ZoneOffset.UTC));
    return value;
  }

  private static OffsetDateTime parseOffset(String text) {
    if (text.equals(Dates.INFINITY)) {
      return OffsetDateTime.MAX;
    }
    if (text.equals(Dates.NEGATIVE_INFINITY)) {
      return OffsetDateTime.MIN;
    }
    return parseInstant(text).atOffset(ZoneOffset.UTC);
  }

  private static Instant parseInstant(String text) {
    if (text.equals(Dates.INFINITY) || text.equals(Dates.NEGATIVE_INFINITY)) {
      throw Faults.infinite(TIMESTAMPTZ, Instant.class, OffsetDateTime.class);
    }
    var cursor = new TextCursor(TIMESTAMPTZ, text);
    boolean beforeChrist = text.endsWith(" BC");
    LocalDateTime local = parseLocal(cursor, beforeChrist);
    ZoneOffset zone = Times.parseZone(cursor);
    endOf(cursor, beforeChrist);
    Instant value = local.toInstant(zone);
    requireRange(value, TIMESTAMPTZ, value.getEpochSecond());
    return value;
  }

  private static LocalDateTime parseLocal(TextCursor cursor, boolean beforeChrist) {
    LocalDate date = Dates.parse(cursor, beforeChrist);
    cursor.expect(' ');
    LocalTime time = Times.parse(cursor);
    return time.equals(LocalTime.MAX) ? date.plusDays(1).atStartOfDay() : date.atTime(time);
  }

  private static void endOf(TextCursor cursor, boolean beforeChrist) {
    if (beforeChrist) {
      cursor.eat(" BC");
    }
    cursor.expectEnd();
  }

  private static String printLocal(LocalDateTime value) {
    if (value.equals(LocalDateTime.MAX)) {
      return Dates.INFINITY;
    }
    if (value.equals(LocalDateTime.MIN)) {
      return Dates.NEGATIVE_INFINITY;
    }
    requireRange(value, TIMESTAMP, value.toEpochSecond(ZoneOffset.UTC));
    var text = new StringBuilder();
    print(value, text);
    return text.append(Dates.era(value.toLocalDate())).toString();
  }

  private static String printOffset(OffsetDateTime value) {
    if (value.equals(OffsetDateTime.MAX)) {
      return Dates.INFINITY;
    }
    if (value.equals(OffsetDateTime.MIN)) {
      return Dates.NEGATIVE_INFINITY;
    }
    requireRange(value, TIMESTAMPTZ, value.toEpochSecond());
    var text = new StringBuilder();
    print(value.toLocalDateTime(), text);
    Times.printZone(value.getOffset(), text);
    return text.append(Dates.era(value.toLocalDate())).toString();
  }

  private static String printInstant(Instant value) {
    requireRange(value, TIMESTAMPTZ, value.getEpochSecond());
    return printOffset(value.atOffset(ZoneOffset.UTC));
  }

  private static void print(LocalDateTime value, StringBuilder to) {
    Dates.print(value.toLocalDate(), to);
    to.append(' ');
    // The last nanosecond of a day is floored like any other here: only a bare time has 24:00:00.
    Times.print(value.toLocalTime().truncatedTo(ChronoUnit.MICROS), to);
  }
}
