package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Oids;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.HashMap;
import java.util.Map;
import java.util.TimeZone;

/// How `getObject` with a class reads: what the getter of that name does, and the classes that have
/// none.
@SuppressWarnings("JavaUtilDate") // it is what applications pass
record ClassReading<T>(Class<T> target, Reading<?> reading) implements Reading<T> {
  private static final Map<Class<?>, Reading<?>> KNOWN = new HashMap<>();

  static {
    put(String.class, ValueReader::getString);
    put(Boolean.class, ValueReader::getBoolean);
    put(Byte.class, (r, s, o, l) -> (byte) r.getWhole(s, o, l, -128, 127, "byte"));
    put(Short.class, (r, s, o, l) -> (short) r.getWhole(s, o, l, -32768, 32767, "short"));
    put(
        Integer.class,
        (r, s, o, l) -> (int) r.getWhole(s, o, l, Integer.MIN_VALUE, Integer.MAX_VALUE, "int"));
    put(Long.class, (r, s, o, l) -> r.getWhole(s, o, l, Long.MIN_VALUE, Long.MAX_VALUE, "long"));
    put(Float.class, ValueReader::getFloat);
    put(Double.class, ValueReader::getDouble);
    put(BigDecimal.class, ValueReader::getBigDecimal);
    put(BigInteger.class, (r, s, o, l) -> r.getBigDecimal(s, o, l).toBigInteger());
    put(byte[].class, ValueReader::getBytes);
    put(Object.class, ValueReader::getObject);
    put(InetAddress.class, ClassReading::inetAddress);
    put(InputStream.class, (r, s, o, l) -> new ByteArrayInputStream(r.getBytes(s, o, l)));
    put(Reader.class, (r, s, o, l) -> new StringReader(r.getString(s, o, l)));
    put(SQLXML.class, (r, s, o, l) -> new SqlXmlValue(r.getString(s, o, l)));
    put(RowId.class, ClassReading::rowId);
    put(Blob.class, ValueReader::getBlob);
    put(Clob.class, ValueReader::getClob);
    put(NClob.class, ValueReader::getClob);
    legacyTimes();
    javaTime();
  }

  private static RowId rowId(ValueReader reader, byte[] source, int offset, int length)
      throws SQLException {
    if (reader.type.oid() != Oids.TID) {
      throw Conversions.unsupported(reader.type.name(), RowId.class);
    }
    return new TupleId(reader.getString(source, offset, length));
  }

  private static void legacyTimes() {
    put(Date.class, (r, s, o, l) -> r.getDate(s, o, l, TimeZone.getDefault()));
    put(Time.class, (r, s, o, l) -> r.getTime(s, o, l, TimeZone.getDefault()));
    put(Timestamp.class, (r, s, o, l) -> r.getTimestamp(s, o, l, TimeZone.getDefault()));
    put(
        java.util.Date.class,
        (r, s, o, l) ->
            new java.util.Date(r.getTimestamp(s, o, l, TimeZone.getDefault()).getTime()));
    put(
        Calendar.class,
        (r, s, o, l) -> {
          Calendar calendar = Calendar.getInstance();
          calendar.setTimeInMillis(r.getTimestamp(s, o, l, calendar.getTimeZone()).getTime());
          return calendar;
        });
  }

  private static void javaTime() {
    put(LocalDate.class, ValueReader::getLocalDate);
    put(LocalTime.class, ValueReader::getLocalTime);
    put(LocalDateTime.class, ValueReader::getLocalDateTime);
    put(OffsetDateTime.class, ValueReader::getOffsetDateTime);
    put(OffsetTime.class, ValueReader::getOffsetTime);
    put(Instant.class, ValueReader::getInstant);
    put(ZonedDateTime.class, (r, s, o, l) -> r.getInstant(s, o, l).atZone(ZoneOffset.UTC));
  }

  private static <T> void put(Class<T> target, Reading<T> reading) {
    KNOWN.put(target, reading);
  }

  static <T> ClassReading<T> of(Class<T> target) {
    Reading<?> known = KNOWN.get(target);
    if (known == null && PgjdbcObject.isOne(target)) {
      known = (r, s, o, l) -> PgjdbcObject.of(target, r.type.name(), r.getString(s, o, l));
    }
    if (known == null && target.isEnum()) {
      known = (r, s, o, l) -> constant(target, r.getString(s, o, l));
    }
    return new ClassReading<>(
        target, known == null ? (r, s, o, l) -> r.getOther(s, o, l, target) : known);
  }

  @Override
  public T read(ValueReader reader, byte[] source, int offset, int length) throws SQLException {
    // Made for this class by put() and of().
    @SuppressWarnings("unchecked")
    T value = (T) reading.read(reader, source, offset, length);
    return value;
  }

  private static <T> T constant(Class<T> target, String name) {
    for (T constant : target.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw Conversions.badNumber(name, target.getTypeName());
  }

  private static InetAddress inetAddress(ValueReader reader, byte[] source, int offset, int length)
      throws SQLException {
    String text = reader.getString(source, offset, length);
    int mask = text.indexOf('/');
    try {
      return InetAddress.ofLiteral(mask < 0 ? text : text.substring(0, mask));
    } catch (IllegalArgumentException e) {
      throw Conversions.unsupported(reader.type.name(), InetAddress.class);
    }
  }
}
