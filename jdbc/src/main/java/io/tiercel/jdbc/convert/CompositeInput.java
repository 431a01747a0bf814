package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLInput;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/// The attributes of a composite value, one after the other, for an SQLData that reads itself.
final class CompositeInput implements SQLInput {
  private final Iterator<CompositeAttribute> attributes;
  private final Map<String, Class<?>> typeMap;
  private boolean wasNull;

  CompositeInput(List<CompositeAttribute> attributes, Map<String, Class<?>> typeMap) {
    this.attributes = attributes.iterator();
    this.typeMap = typeMap;
  }

  private <T> @Nullable T next(Reading<T> reading) throws SQLException {
    if (!attributes.hasNext()) {
      throw SqlExceptions.of("22023", "the composite value has no more attributes", null);
    }
    T value = attributes.next().read(reading);
    wasNull = value == null;
    return value;
  }

  private <T> T next(Reading<T> reading, T ifNull) throws SQLException {
    T value = next(reading);
    return value == null ? ifNull : value;
  }

  private long whole(long min, long max, String target) throws SQLException {
    return next((r, s, o, l) -> r.getWhole(s, o, l, min, max, target), 0L);
  }

  @Override
  public @Nullable String readString() throws SQLException {
    return next(ValueReader::getString);
  }

  @Override
  public boolean readBoolean() throws SQLException {
    return next(ValueReader::getBoolean, false);
  }

  @Override
  public byte readByte() throws SQLException {
    return (byte) whole(Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  @Override
  public short readShort() throws SQLException {
    return (short) whole(Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  @Override
  public int readInt() throws SQLException {
    return (int) whole(Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  @Override
  public long readLong() throws SQLException {
    return whole(Long.MIN_VALUE, Long.MAX_VALUE, "long");
  }

  @Override
  public float readFloat() throws SQLException {
    return next(ValueReader::getFloat, 0f);
  }

  @Override
  public double readDouble() throws SQLException {
    return next(ValueReader::getDouble, 0d);
  }

  @Override
  public @Nullable BigDecimal readBigDecimal() throws SQLException {
    return next(ValueReader::getBigDecimal);
  }

  @Override
  public byte @Nullable [] readBytes() throws SQLException {
    return next(ValueReader::getBytes);
  }

  @Override
  public @Nullable Date readDate() throws SQLException {
    return next((r, s, o, l) -> r.getDate(s, o, l, TimeZone.getDefault()));
  }

  @Override
  public @Nullable Time readTime() throws SQLException {
    return next((r, s, o, l) -> r.getTime(s, o, l, TimeZone.getDefault()));
  }

  @Override
  public @Nullable Timestamp readTimestamp() throws SQLException {
    return next((r, s, o, l) -> r.getTimestamp(s, o, l, TimeZone.getDefault()));
  }

  @Override
  public @Nullable Reader readCharacterStream() throws SQLException {
    String text = readString();
    return text == null ? null : new StringReader(text);
  }

  @Override
  public @Nullable InputStream readAsciiStream() throws SQLException {
    String text = readString();
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public @Nullable InputStream readBinaryStream() throws SQLException {
    byte[] bytes = readBytes();
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public @Nullable Object readObject() throws SQLException {
    return next((r, s, o, l) -> r.getMapped(s, o, l, typeMap));
  }

  @Override
  public <T> @Nullable T readObject(Class<T> type) throws SQLException {
    return next(ClassReading.of(type));
  }

  @Override
  public @Nullable Array readArray() throws SQLException {
    return readObject(Array.class);
  }

  @Override
  public @Nullable Blob readBlob() throws SQLException {
    return readObject(Blob.class);
  }

  @Override
  public @Nullable Clob readClob() throws SQLException {
    return readNClob();
  }

  @Override
  public @Nullable NClob readNClob() throws SQLException {
    return readObject(NClob.class);
  }

  @Override
  public @Nullable String readNString() throws SQLException {
    return readString();
  }

  @Override
  public @Nullable SQLXML readSQLXML() throws SQLException {
    String text = readString();
    return text == null ? null : new SqlXmlValue(text);
  }

  @Override
  public @Nullable URL readURL() throws SQLException {
    String text = readString();
    try {
      return text == null ? null : URI.create(text).toURL();
    } catch (IllegalArgumentException | MalformedURLException e) {
      throw SqlExceptions.of("22023", "no URL: " + e.getMessage(), e);
    }
  }

  @Override
  public Ref readRef() throws SQLException {
    throw SqlExceptions.of("0A000", "PostgreSQL has no type REF", null);
  }

  @Override
  public @Nullable RowId readRowId() throws SQLException {
    String text = readString();
    return text == null ? null : new TupleId(text);
  }

  @Override
  public boolean wasNull() {
    return wasNull;
  }
}
