package io.tiercel.jpa.mapping;

import java.sql.Time;
import java.sql.Timestamp;
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
import java.util.function.Function;

/// The conversions of basic types whose values are mutable, or which PostgreSQL stores as another
/// type. Instants come back in UTC: the server keeps no zone.
final class Conversions {
  static final Conversion BYTE =
      of((Byte value) -> value.shortValue(), (Short value) -> exactByte(value));
  static final Conversion CHARACTER =
      of((Character value) -> value.toString(), (String value) -> firstCharacter(value));
  static final Conversion CHARS =
      of((char[] value) -> new String(value), (String value) -> value.toCharArray());
  static final Conversion BOXED_CHARS =
      of(Conversions::join, (String value) -> Conversions.box(value));
  static final Conversion BYTES =
      of((byte[] value) -> value.clone(), (byte[] value) -> value.clone());
  static final Conversion BOXED_BYTES = of(Conversions::unbox, Conversions::boxBytes);
  static final Conversion YEAR =
      of((Year value) -> value.getValue(), (Integer value) -> Year.of(value));
  static final Conversion OFFSET_DATE_TIME =
      of(OffsetDateTime::toInstant, (Instant value) -> value.atOffset(ZoneOffset.UTC));
  static final Conversion ZONED_DATE_TIME =
      of(ZonedDateTime::toInstant, (Instant value) -> value.atZone(ZoneOffset.UTC));
  static final Conversion CALENDAR =
      of(
          Calendar::toInstant,
          (Instant value) -> GregorianCalendar.from(value.atZone(ZoneId.systemDefault())));
  static final Conversion SQL_TIMESTAMP = of(Timestamp::toInstant, Timestamp::from);
  static final Conversion SQL_DATE =
      of(java.sql.Date::toLocalDate, (LocalDate value) -> java.sql.Date.valueOf(value));
  static final Conversion SQL_TIME =
      of(Time::toLocalTime, (LocalTime value) -> Time.valueOf(value));
  static final Conversion DATE = of(Conversions::instant, Date::from);
  static final Conversion DATE_AS_DATE =
      of(
          (Date value) -> LocalDate.ofInstant(instant(value), ZoneId.systemDefault()),
          (LocalDate value) -> Date.from(value.atStartOfDay(ZoneId.systemDefault()).toInstant()));
  static final Conversion DATE_AS_TIME =
      of(
          (Date value) -> LocalTime.ofInstant(instant(value), ZoneId.systemDefault()),
          (LocalTime value) ->
              Date.from(value.atDate(LocalDate.EPOCH).atZone(ZoneId.systemDefault()).toInstant()));

  private Conversions() {}

  private record Functions(Function<Object, Object> forth, Function<Object, Object> back)
      implements Conversion {
    @Override
    public Object toColumn(Object attributeValue) {
      return forth.apply(attributeValue);
    }

    @Override
    public Object toAttribute(Object columnValue) {
      return back.apply(columnValue);
    }
  }

  // The type parameters only check the two functions against each other; the attribute's declared
  // type and the column's type see to it that no other values arrive.
  @SuppressWarnings("unchecked")
  static <A, C> Conversion of(Function<A, C> toColumn, Function<C, A> toAttribute) {
    return new Functions(
        (Function<Object, Object>) (Function<?, ?>) toColumn,
        (Function<Object, Object>) (Function<?, ?>) toAttribute);
  }

  private static byte exactByte(short value) {
    if (value != (byte) value) {
      throw new ArithmeticException(
          "cannot read smallint %d as byte: it takes -128 to 127".formatted(value));
    }
    return (byte) value;
  }

  private static char firstCharacter(String value) {
    // char(1) pads: an empty string comes back as a blank, and a varchar may really be empty.
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

  private static Byte[] boxBytes(byte[] value) {
    Byte[] bytes = new Byte[value.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = value[i];
    }
    return bytes;
  }

  // The mutable Date is what this conversion keeps out of rows.
  // java.sql.Date and Time, which are Dates, refuse toInstant(); a Timestamp's has its nanoseconds.
  @SuppressWarnings("JavaUtilDate")
  private static Instant instant(Date value) {
    return value instanceof Timestamp ? value.toInstant() : Instant.ofEpochMilli(value.getTime());
  }
}
