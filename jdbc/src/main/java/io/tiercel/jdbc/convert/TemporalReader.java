package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.BinaryInts;
import io.tiercel.wire.codec.Oids;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.TimeZone;

/// `date`, `time`, `timetz`, `timestamp` and `timestamptz`: as object a Date, a Time or a
/// Timestamp. In binary days (int32) or microseconds (int64) since 2000-01-01 or since midnight,
/// for `timetz` followed by the seconds west of Greenwich (int32).
final class TemporalReader extends ValueReader {
  private static final long EPOCH_DAY = LocalDate.of(2000, 1, 1).toEpochDay();
  private static final long EPOCH_MILLIS = EPOCH_DAY * 86_400_000;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private final ConversionContext context;

  TemporalReader(ValueType type, ConversionContext context) {
    super(type);
    this.context = context;
  }

  @Override
  DateTime getDateTime(byte[] source, int offset, int length, String target) {
    if (!type.isBinary()) {
      return DateTimeText.parse(Texts.utf8(source, offset, length), target);
    }
    return switch (type.oid()) {
      case Oids.DATE -> date(source, offset, length);
      case Oids.TIME, Oids.TIMETZ -> time(source, offset, length);
      default -> timestamp(source, offset, length);
    };
  }

  private DateTime date(byte[] source, int offset, int length) {
    requireLength(Integer.BYTES, length);
    int days = BinaryInts.readInt(source, offset);
    return switch (days) {
      case Integer.MAX_VALUE -> DateTime.POSITIVE_INFINITY;
      case Integer.MIN_VALUE -> DateTime.NEGATIVE_INFINITY;
      default -> DateTime.ofDate(EPOCH_DAY + days);
    };
  }

  private DateTime time(byte[] source, int offset, int length) {
    boolean hasZone = type.oid() == Oids.TIMETZ;
    requireLength(hasZone ? Long.BYTES + Integer.BYTES : Long.BYTES, length);
    long nanoOfDay = BinaryInts.readLong(source, offset) * NANOS_PER_MICRO;
    return DateTime.ofTime(
        nanoOfDay, hasZone ? -BinaryInts.readInt(source, offset + Long.BYTES) : DateTime.LOCAL);
  }

  private DateTime timestamp(byte[] source, int offset, int length) {
    requireLength(Long.BYTES, length);
    long micros = BinaryInts.readLong(source, offset);
    if (micros == Long.MAX_VALUE) {
      return DateTime.POSITIVE_INFINITY;
    }
    if (micros == Long.MIN_VALUE) {
      return DateTime.NEGATIVE_INFINITY;
    }
    return DateTime.of(
        EPOCH_DAY + Math.floorDiv(micros, MICROS_PER_DAY),
        Math.floorMod(micros, MICROS_PER_DAY) * NANOS_PER_MICRO,
        type.oid() == Oids.TIMESTAMPTZ ? 0 : DateTime.LOCAL);
  }

  @Override
  Timestamp getTimestamp(byte[] source, int offset, int length, TimeZone zone) throws SQLException {
    if (type.isBinary() && length == Long.BYTES && type.oid() != Oids.TIME) {
      long micros = BinaryInts.readLong(source, offset);
      if (micros != Long.MAX_VALUE && micros != Long.MIN_VALUE) {
        return LegacyTime.timestamp(
            EPOCH_MILLIS + Math.floorDiv(micros, NANOS_PER_MICRO),
            Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO,
            type.oid() == Oids.TIMESTAMPTZ,
            zone);
      }
    }
    return super.getTimestamp(source, offset, length, zone);
  }

  @Override
  Class<?> objectClass() {
    return switch (type.oid()) {
      case Oids.DATE -> java.sql.Date.class;
      case Oids.TIME, Oids.TIMETZ -> java.sql.Time.class;
      default -> Timestamp.class;
    };
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    TimeZone zone = TimeZone.getDefault();
    return switch (type.oid()) {
      case Oids.DATE -> getDate(source, offset, length, zone);
      case Oids.TIME, Oids.TIMETZ -> getTime(source, offset, length, zone);
      default -> getTimestamp(source, offset, length, zone);
    };
  }

  @Override
  String getString(byte[] source, int offset, int length) throws SQLException {
    if (!type.isBinary()) {
      return super.getString(source, offset, length);
    }
    DateTime value = getDateTime(source, offset, length, "String");
    if (type.oid() != Oids.TIMESTAMPTZ || value.isInfinite()) {
      return DateTimePrinter.print(value, null);
    }
    ZoneId zone = context.timeZone();
    return zone == null
        ? context.types().printed(type.oid(), Arrays.copyOfRange(source, offset, offset + length))
        : DateTimePrinter.print(value, zone);
  }

  @Override
  LocalDate getLocalDate(byte[] source, int offset, int length) throws SQLException {
    if (type.oid() == Oids.DATE || type.oid() == Oids.TIMESTAMP) {
      return getDateTime(source, offset, length, "LocalDate").date();
    }
    return super.getLocalDate(source, offset, length);
  }

  @Override
  LocalTime getLocalTime(byte[] source, int offset, int length) throws SQLException {
    if (type.oid() == Oids.TIME || isFiniteTimestamp(source, offset, length)) {
      return getDateTime(source, offset, length, "LocalTime").time();
    }
    return super.getLocalTime(source, offset, length);
  }

  private boolean isFiniteTimestamp(byte[] source, int offset, int length) {
    return type.oid() == Oids.TIMESTAMP
        && !getDateTime(source, offset, length, "LocalTime").isInfinite();
  }

  @Override
  LocalDateTime getLocalDateTime(byte[] source, int offset, int length) throws SQLException {
    if (type.oid() == Oids.TIMESTAMP || type.oid() == Oids.DATE) {
      return getDateTime(source, offset, length, "LocalDateTime").dateTime();
    }
    return super.getLocalDateTime(source, offset, length);
  }

  /// A `timestamp` is taken in UTC, a `timetz` on 1970-01-01.
  @Override
  OffsetDateTime getOffsetDateTime(byte[] source, int offset, int length) throws SQLException {
    return switch (type.oid()) {
      case Oids.TIMESTAMPTZ -> {
        DateTime value = getDateTime(source, offset, length, "OffsetDateTime");
        yield value.isInfinite()
            ? value.offsetDateTime()
            : value.offsetDateTime().withOffsetSameInstant(ZoneOffset.UTC);
      }
      case Oids.TIMESTAMP, Oids.TIMETZ ->
          getDateTime(source, offset, length, "OffsetDateTime").offsetDateTime();
      default -> super.getOffsetDateTime(source, offset, length);
    };
  }

  @Override
  OffsetTime getOffsetTime(byte[] source, int offset, int length) throws SQLException {
    return type.oid() == Oids.TIMETZ
        ? getDateTime(source, offset, length, "OffsetTime").offsetTime()
        : super.getOffsetTime(source, offset, length);
  }

  @Override
  Instant getInstant(byte[] source, int offset, int length) throws SQLException {
    if (type.oid() != Oids.TIMESTAMPTZ) {
      return super.getInstant(source, offset, length);
    }
    DateTime value = getDateTime(source, offset, length, "Instant");
    return switch (value.infinity()) {
      case 1 -> Instant.MAX;
      case -1 -> Instant.MIN;
      default -> value.offsetDateTime().toInstant();
    };
  }
}
