package io.tiercel.jpa.mapping.type;

import io.tiercel.jpa.mapping.Conversion;
import jakarta.persistence.PersistenceException;
import java.math.BigDecimal;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.UUID;

/// The conversions of basic types whose values are mutable, or which PostgreSQL stores as another
/// type. Instants come back in UTC: the server keeps no zone.
///
/// The classes of `java.util` and `java.sql` are a Timestamp in a row, a private copy, because the
/// client writes that to both kinds of column that hold them: a `timestamptz` keeps the instant, a
/// `timestamp` what a clock in the JVM's zone showed.
///
/// One enum instead of a pair of lambdas each, because those cost most of a unit's start.
@SuppressWarnings("JavaUtilDate") // the mutable Date is what these conversions keep out of rows
public enum ScalarConversion implements Conversion {
  BYTE,
  CHARACTER,
  CHARS,
  BOXED_CHARS,
  BYTES,
  BOXED_BYTES,
  YEAR,
  OFFSET_DATE_TIME,
  ZONED_DATE_TIME,
  SQL_TIMESTAMP,
  SQL_DATE,
  SQL_TIME,
  DATE,
  DATE_AS_DATE,
  DATE_AS_TIME,
  CALENDAR,
  CALENDAR_AS_DATE,
  CALENDAR_AS_TIME,
  UUID_AS_TEXT,
  DURATION_AS_NANOSECONDS;

  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

  @Override
  public Object toColumn(Object value) {
    return switch (this) {
      case BYTE -> ((Byte) value).shortValue();
      case CHARACTER -> value.toString();
      case CHARS -> new String((char[]) value);
      case BOXED_CHARS -> join((Character[]) value);
      case BYTES -> ((byte[]) value).clone();
      case BOXED_BYTES -> unbox((Byte[]) value);
      case YEAR -> ((Year) value).getValue();
      case OFFSET_DATE_TIME -> ((OffsetDateTime) value).toInstant();
      case ZONED_DATE_TIME -> ((ZonedDateTime) value).toInstant();
      case SQL_TIMESTAMP -> ((Timestamp) value).clone();
      case SQL_DATE -> ((java.sql.Date) value).toLocalDate();
      case SQL_TIME -> ((Time) value).toLocalTime();
      case DATE -> Timestamp.from(instant((Date) value));
      case DATE_AS_DATE -> date(instant((Date) value));
      case DATE_AS_TIME -> time(instant((Date) value));
      case CALENDAR -> Timestamp.from(((Calendar) value).toInstant());
      case CALENDAR_AS_DATE -> date(((Calendar) value).toInstant());
      case CALENDAR_AS_TIME -> time(((Calendar) value).toInstant());
      case UUID_AS_TEXT -> value.toString();
      case DURATION_AS_NANOSECONDS -> nanoseconds((Duration) value);
    };
  }

  @Override
  public Object toAttribute(Object value) {
    return switch (this) {
      case BYTE -> exactByte((Short) value);
      case CHARACTER -> firstCharacter((String) value);
      case CHARS -> ((String) value).toCharArray();
      case BOXED_CHARS -> box((String) value);
      case BYTES -> ((byte[]) value).clone();
      case BOXED_BYTES -> box((byte[]) value);
      case YEAR -> Year.of((Integer) value);
      case OFFSET_DATE_TIME -> ((Instant) value).atOffset(ZoneOffset.UTC);
      case ZONED_DATE_TIME -> ((Instant) value).atZone(ZoneOffset.UTC);
      case SQL_TIMESTAMP -> ((Timestamp) value).clone();
      case SQL_DATE -> java.sql.Date.valueOf((LocalDate) value);
      case SQL_TIME -> Time.valueOf((LocalTime) value);
      case DATE -> new Date(((Timestamp) value).getTime());
      case DATE_AS_DATE -> Date.from(instant((LocalDate) value));
      case DATE_AS_TIME -> Date.from(instant((LocalTime) value));
      case CALENDAR -> calendar(((Timestamp) value).toInstant());
      case CALENDAR_AS_DATE -> calendar(instant((LocalDate) value));
      case CALENDAR_AS_TIME -> calendar(instant((LocalTime) value));
      case UUID_AS_TEXT -> UUID.fromString(((String) value).strip());
      case DURATION_AS_NANOSECONDS -> duration((BigDecimal) value);
    };
  }

  /// Arrays of wrappers may hold a null, and what extends Date or Calendar may be anybody's.
  @Override
  public boolean isPlain() {
    return switch (this) {
      case BYTE,
          CHARACTER,
          CHARS,
          BYTES,
          YEAR,
          OFFSET_DATE_TIME,
          ZONED_DATE_TIME,
          UUID_AS_TEXT,
          DURATION_AS_NANOSECONDS ->
          true;
      case BOXED_CHARS,
          BOXED_BYTES,
          SQL_TIMESTAMP,
          SQL_DATE,
          SQL_TIME,
          DATE,
          DATE_AS_DATE,
          DATE_AS_TIME,
          CALENDAR,
          CALENDAR_AS_DATE,
          CALENDAR_AS_TIME ->
          false;
    };
  }

  private static BigDecimal nanoseconds(Duration value) {
    return BigDecimal.valueOf(value.getSeconds())
        .multiply(NANOS_PER_SECOND)
        .add(BigDecimal.valueOf(value.getNano()));
  }

  private static Duration duration(BigDecimal nanoseconds) {
    try {
      BigDecimal[] parts = nanoseconds.divideAndRemainder(NANOS_PER_SECOND);
      return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
    } catch (ArithmeticException e) {
      throw new PersistenceException(
          "cannot read numeric %s as a Duration: it is no whole number of nanoseconds, or too long\nHint: where the column has other units, convert it to an interval, or write an AttributeConverter<Duration, BigDecimal>."
              .formatted(nanoseconds.toPlainString()),
          e);
    }
  }

  private static byte exactByte(short value) {
    if (value != (byte) value) {
      throw new ArithmeticException(
          "cannot read smallint %d as byte: it takes -128 to 127".formatted(value));
    }
    return (byte) value;
  }

  /// A char(1) of another schema loses its blank, and a varchar may really be empty.
  private static char firstCharacter(String value) {
    return value.isEmpty() ? ' ' : value.charAt(0);
  }

  private static String join(Character[] value) {
    var text = new StringBuilder(value.length);
    for (Character character : value) {
      text.append(character.charValue());
    }
    return text.toString();
  }

  private static Character[] box(String value) {
    return value.chars().mapToObj(c -> (char) c).toArray(Character[]::new);
  }

  private static byte[] unbox(Byte[] value) {
    byte[] bytes = new byte[value.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = value[i];
    }
    return bytes;
  }

  private static Byte[] box(byte[] value) {
    Byte[] bytes = new Byte[value.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = value[i];
    }
    return bytes;
  }

  // java.sql.Date and Time, which are Dates, refuse toInstant(); a Timestamp's has its nanoseconds.
  private static Instant instant(Date value) {
    return value instanceof Timestamp ? value.toInstant() : Instant.ofEpochMilli(value.getTime());
  }

  private static LocalDate date(Instant value) {
    return LocalDate.ofInstant(value, ZoneId.systemDefault());
  }

  private static LocalTime time(Instant value) {
    return LocalTime.ofInstant(value, ZoneId.systemDefault());
  }

  private static Instant instant(LocalDate value) {
    return value.atStartOfDay(ZoneId.systemDefault()).toInstant();
  }

  private static Instant instant(LocalTime value) {
    return value.atDate(LocalDate.EPOCH).atZone(ZoneId.systemDefault()).toInstant();
  }

  private static Calendar calendar(Instant value) {
    return GregorianCalendar.from(value.atZone(ZoneId.systemDefault()));
  }
}
