package io.tiercel.jdbc.convert;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;

/// Types whose value is a string: the text family and enums; UTF-8 in both formats.
final class TextReader extends ValueReader {
  TextReader(ValueType type) {
    super(type);
  }

  @Override
  String getString(byte[] source, int offset, int length) {
    return Texts.utf8(source, offset, length);
  }

  @Override
  Class<?> objectClass() {
    return String.class;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) {
    return Texts.utf8(source, offset, length);
  }

  @Override
  long getWhole(byte[] source, int offset, int length, long min, long max, String target) {
    return Numbers.parse(source, offset, length, min, max, target);
  }

  @Override
  LocalDate getLocalDate(byte[] source, int offset, int length) {
    return parse(source, offset, length, LocalDate.class).date();
  }

  @Override
  LocalTime getLocalTime(byte[] source, int offset, int length) {
    return parse(source, offset, length, LocalTime.class).time();
  }

  @Override
  LocalDateTime getLocalDateTime(byte[] source, int offset, int length) {
    return parse(source, offset, length, LocalDateTime.class).dateTime();
  }

  @Override
  OffsetDateTime getOffsetDateTime(byte[] source, int offset, int length) {
    return withOffset(source, offset, length, OffsetDateTime.class).offsetDateTime();
  }

  @Override
  OffsetTime getOffsetTime(byte[] source, int offset, int length) {
    return withOffset(source, offset, length, OffsetTime.class).offsetTime();
  }

  @Override
  Instant getInstant(byte[] source, int offset, int length) {
    return withOffset(source, offset, length, Instant.class).offsetDateTime().toInstant();
  }

  private static DateTime withOffset(byte[] source, int offset, int length, Class<?> target) {
    DateTime value = parse(source, offset, length, target);
    if (!value.hasOffset() && !value.isInfinite()) {
      throw Conversions.badDateTime(Texts.utf8(source, offset, length), target.getTypeName());
    }
    return value;
  }

  private static DateTime parse(byte[] source, int offset, int length, Class<?> target) {
    return DateTimeText.parse(Texts.utf8(source, offset, length), target.getTypeName());
  }
}
