package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.lob.TextClob;
import io.tiercel.wire.error.SqlState;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.Map;
import java.util.TimeZone;

/// Reads the values of one type in one format, never NULL, as everything the getters of JDBC
/// promise. What a type does not say better goes by way of its text.
///
/// The bytes of a value are `source[offset .. offset + length)`. A value that cannot be read so is
/// a [io.tiercel.wire.error.CodecException] with the SQLSTATE. Stateless, but for the connection
/// some values need.
abstract class ValueReader {
  final ValueType type;

  ValueReader(ValueType type) {
    this.type = type;
  }

  /// As the server prints it.
  String getString(byte[] source, int offset, int length) throws SQLException {
    if (type.isBinary()) {
      throw Conversions.unsupported(type.name(), String.class);
    }
    return Texts.utf8(source, offset, length);
  }

  /// The value in the class that the type is mapped to.
  abstract Object getObject(byte[] source, int offset, int length) throws SQLException;

  /// The class of what [#getObject] returns, for arrays of them.
  Class<?> objectClass() {
    return Object.class;
  }

  /// As [#getObject], with classes of the application for types by their names.
  Object getMapped(byte[] source, int offset, int length, Map<String, Class<?>> typeMap)
      throws SQLException {
    return getObject(source, offset, length);
  }

  boolean getBoolean(byte[] source, int offset, int length) throws SQLException {
    return Texts.parseBoolean(getString(source, offset, length));
  }

  /// A whole number within bounds; fractions are cut off.
  ///
  /// @param target the Java type that has these bounds, for error messages
  long getWhole(byte[] source, int offset, int length, long min, long max, String target)
      throws SQLException {
    return type.isBinary()
        ? Numbers.parse(getString(source, offset, length), min, max, target)
        : Numbers.parse(source, offset, length, min, max, target);
  }

  float getFloat(byte[] source, int offset, int length) throws SQLException {
    return Numbers.parseFloat(getString(source, offset, length));
  }

  double getDouble(byte[] source, int offset, int length) throws SQLException {
    return Numbers.parseDouble(getString(source, offset, length));
  }

  BigDecimal getBigDecimal(byte[] source, int offset, int length) throws SQLException {
    return Numbers.parseDecimal(getString(source, offset, length), "java.math.BigDecimal");
  }

  /// The bytes of a `bytea`; of any other type the bytes of its text.
  byte[] getBytes(byte[] source, int offset, int length) throws SQLException {
    return getString(source, offset, length).getBytes(StandardCharsets.UTF_8);
  }

  /// The value as a date, a time or both.
  ///
  /// @param target what it shall become, for error messages
  DateTime getDateTime(byte[] source, int offset, int length, String target) throws SQLException {
    return DateTimeText.parse(getString(source, offset, length), target);
  }

  Date getDate(byte[] source, int offset, int length, TimeZone zone) throws SQLException {
    return LegacyTime.date(getDateTime(source, offset, length, "Date"), zone);
  }

  Time getTime(byte[] source, int offset, int length, TimeZone zone) throws SQLException {
    return LegacyTime.time(getDateTime(source, offset, length, "Time"), zone);
  }

  Timestamp getTimestamp(byte[] source, int offset, int length, TimeZone zone) throws SQLException {
    return LegacyTime.timestamp(getDateTime(source, offset, length, "Timestamp"), zone);
  }

  LocalDate getLocalDate(byte[] source, int offset, int length) throws SQLException {
    throw Conversions.mismatch(type.name(), LocalDate.class);
  }

  LocalTime getLocalTime(byte[] source, int offset, int length) throws SQLException {
    throw Conversions.mismatch(type.name(), LocalTime.class);
  }

  LocalDateTime getLocalDateTime(byte[] source, int offset, int length) throws SQLException {
    throw Conversions.mismatch(type.name(), LocalDateTime.class);
  }

  OffsetDateTime getOffsetDateTime(byte[] source, int offset, int length) throws SQLException {
    throw Conversions.mismatch(type.name(), OffsetDateTime.class);
  }

  OffsetTime getOffsetTime(byte[] source, int offset, int length) throws SQLException {
    throw Conversions.mismatch(type.name(), OffsetTime.class);
  }

  Instant getInstant(byte[] source, int offset, int length) throws SQLException {
    throw Conversions.mismatch(type.name(), Instant.class);
  }

  /// What is no large object is held in memory.
  Blob getBlob(byte[] source, int offset, int length) throws SQLException {
    throw Conversions.unsupported(type.name(), Blob.class);
  }

  /// What is no large object is held in memory.
  NClob getClob(byte[] source, int offset, int length) throws SQLException {
    return new TextClob(getString(source, offset, length));
  }

  /// Any class that the general rules do not know.
  <T> T getOther(byte[] source, int offset, int length, Class<T> target) throws SQLException {
    Object value = getObject(source, offset, length);
    if (target.isInstance(value)) {
      return target.cast(value);
    }
    throw Conversions.unsupported(type.name(), target);
  }

  final void requireLength(int expected, int actual) {
    if (actual != expected) {
      throw new io.tiercel.wire.error.CodecException(
          SqlState.INVALID_BINARY_REPRESENTATION,
          "value of type %s has %d bytes, expected %d".formatted(type.name(), actual, expected));
    }
  }
}
