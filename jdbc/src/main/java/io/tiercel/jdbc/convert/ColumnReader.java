package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/// The getters of a result: one per result set, the row is given with each call. Columns count from
/// 0. NULL is null, 0 or false; whether it was NULL, the caller asks the row.
///
/// How a column is read is decided when it is first read. The time zone of the JVM is looked at
/// once per result. Confined to one thread.
public final class ColumnReader {
  private static final ColumnPlan NO_COLUMNS = new ColumnPlan(RowDescription.EMPTY);
  private static final ClassReading<?>[] NO_CLASS_READINGS = {};

  private final ConversionContext context;
  private ColumnPlan plan;

  /// Those of the plan, as long as they are lasting ones.
  private @Nullable ValueReader[] readers;

  private @Nullable ClassReading<?>[] classReadings = NO_CLASS_READINGS;
  private @Nullable TimeZone defaultZone;

  public ColumnReader(ConversionContext context) {
    this(context, NO_COLUMNS);
  }

  /// @param plan what is known of the columns, and is to be known of them from now on
  public ColumnReader(ConversionContext context, ColumnPlan plan) {
    this.context = context;
    this.plan = plan;
    readers = plan.readers();
  }

  public boolean getBoolean(DataRow row, int column) throws SQLException {
    int length = row.length(column);
    if (length < 0) {
      return false;
    }
    try {
      return reader(row, column).getBoolean(row.buffer(), row.offset(column), length);
    } catch (WireException e) {
      throw failure(row, column, e);
    }
  }

  public byte getByte(DataRow row, int column) throws SQLException {
    return (byte) getWhole(row, column, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  public short getShort(DataRow row, int column) throws SQLException {
    return (short) getWhole(row, column, Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  public int getInt(DataRow row, int column) throws SQLException {
    return (int) getWhole(row, column, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  public long getLong(DataRow row, int column) throws SQLException {
    return getWhole(row, column, Long.MIN_VALUE, Long.MAX_VALUE, "long");
  }

  private long getWhole(DataRow row, int column, long min, long max, String target)
      throws SQLException {
    int length = row.length(column);
    if (length < 0) {
      return 0;
    }
    try {
      return reader(row, column)
          .getWhole(row.buffer(), row.offset(column), length, min, max, target);
    } catch (WireException e) {
      throw failure(row, column, e);
    }
  }

  public float getFloat(DataRow row, int column) throws SQLException {
    int length = row.length(column);
    if (length < 0) {
      return 0;
    }
    try {
      return reader(row, column).getFloat(row.buffer(), row.offset(column), length);
    } catch (WireException e) {
      throw failure(row, column, e);
    }
  }

  public double getDouble(DataRow row, int column) throws SQLException {
    int length = row.length(column);
    if (length < 0) {
      return 0;
    }
    try {
      return reader(row, column).getDouble(row.buffer(), row.offset(column), length);
    } catch (WireException e) {
      throw failure(row, column, e);
    }
  }

  public @Nullable BigDecimal getBigDecimal(DataRow row, int column) throws SQLException {
    return read(row, column, ValueReader::getBigDecimal);
  }

  /// Rounded half up to `scale` digits after the point; -1 leaves it as it is.
  public @Nullable BigDecimal getBigDecimal(DataRow row, int column, int scale)
      throws SQLException {
    BigDecimal value = getBigDecimal(row, column);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  public @Nullable String getString(DataRow row, int column) throws SQLException {
    return read(row, column, ValueReader::getString);
  }

  public byte @Nullable [] getBytes(DataRow row, int column) throws SQLException {
    return read(row, column, ValueReader::getBytes);
  }

  public @Nullable Date getDate(DataRow row, int column, @Nullable Calendar calendar)
      throws SQLException {
    TimeZone zone = zone(calendar);
    return read(row, column, (reader, s, o, l) -> reader.getDate(s, o, l, zone));
  }

  public @Nullable Time getTime(DataRow row, int column, @Nullable Calendar calendar)
      throws SQLException {
    TimeZone zone = zone(calendar);
    return read(row, column, (reader, s, o, l) -> reader.getTime(s, o, l, zone));
  }

  public @Nullable Timestamp getTimestamp(DataRow row, int column, @Nullable Calendar calendar)
      throws SQLException {
    TimeZone zone = zone(calendar);
    return read(row, column, (reader, s, o, l) -> reader.getTimestamp(s, o, l, zone));
  }

  public @Nullable Object getObject(DataRow row, int column) throws SQLException {
    return read(row, column, ValueReader::getObject);
  }

  public <T> @Nullable T getObject(DataRow row, int column, Class<T> target) throws SQLException {
    return read(row, column, classReading(column, target, row));
  }

  public @Nullable InputStream getBinaryStream(DataRow row, int column) throws SQLException {
    byte[] bytes = getBytes(row, column);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  public @Nullable InputStream getAsciiStream(DataRow row, int column) throws SQLException {
    String text = getString(row, column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  public @Nullable InputStream getUnicodeStream(DataRow row, int column) throws SQLException {
    String text = getString(row, column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  public @Nullable Reader getCharacterStream(DataRow row, int column) throws SQLException {
    String text = getString(row, column);
    return text == null ? null : new StringReader(text);
  }

  public @Nullable URL getUrl(DataRow row, int column) throws SQLException {
    String text = getString(row, column);
    if (text == null) {
      return null;
    }
    try {
      return URI.create(text).toURL();
    } catch (IllegalArgumentException | MalformedURLException e) {
      throw SqlExceptions.of(
          "22023",
          "column \"%s\" holds no URL: %s".formatted(name(row, column), e.getMessage()),
          e);
    }
  }

  /// As [#getObject(DataRow, int)], with the classes of the application for types by their names.
  public @Nullable Object getObject(DataRow row, int column, Map<String, Class<?>> typeMap)
      throws SQLException {
    return read(row, column, (reader, s, o, l) -> reader.getMapped(s, o, l, typeMap));
  }

  public @Nullable Array getArray(DataRow row, int column) throws SQLException {
    return getObject(row, column, Array.class);
  }

  /// The large object of an `oid`; the bytes of a `bytea`, held in memory.
  public @Nullable Blob getBlob(DataRow row, int column) throws SQLException {
    return getObject(row, column, Blob.class);
  }

  /// The large object of an `oid`, as UTF-8; the text of any other type, held in memory.
  public @Nullable NClob getClob(DataRow row, int column) throws SQLException {
    return getObject(row, column, NClob.class);
  }

  public @Nullable SQLXML getSqlXml(DataRow row, int column) throws SQLException {
    return getObject(row, column, SQLXML.class);
  }

  public @Nullable RowId getRowId(DataRow row, int column) throws SQLException {
    return getObject(row, column, RowId.class);
  }

  private <T> @Nullable T read(DataRow row, int column, Reading<T> reading) throws SQLException {
    int length = row.length(column);
    if (length < 0) {
      return null;
    }
    try {
      return reading.read(reader(row, column), row.buffer(), row.offset(column), length);
    } catch (WireException e) {
      throw failure(row, column, e);
    }
  }

  private ValueReader reader(DataRow row, int column) throws SQLException {
    if (row.description() == plan.description()) {
      ValueReader reader = readers[column];
      if (reader != null) {
        return reader;
      }
    }
    return plan(row, column);
  }

  private ValueReader plan(DataRow row, int column) throws SQLException {
    prepare(row);
    Field field = row.description().fields().get(column);
    ValueReader reader =
        ValueReaders.of(field.typeOid(), field.typeModifier(), field.format(), context);
    if (readers == plan.readers() && !ValueReaders.isLasting(field.typeOid())) {
      readers = readers.clone();
    }
    readers[column] = reader;
    return reader;
  }

  private void prepare(DataRow row) {
    if (row.description() != plan.description()) {
      plan = new ColumnPlan(row.description());
      readers = plan.readers();
      classReadings = NO_CLASS_READINGS;
    }
  }

  @SuppressWarnings("unchecked") // a reading of another class is not used
  private <T> ClassReading<T> classReading(int column, Class<T> target, DataRow row) {
    prepare(row);
    if (classReadings.length == 0) {
      classReadings = new ClassReading<?>[row.size()];
    }
    ClassReading<?> known = classReadings[column];
    if (known != null && known.target() == target) {
      return (ClassReading<T>) known;
    }
    ClassReading<T> planned = ClassReading.of(target);
    classReadings[column] = planned;
    return planned;
  }

  private TimeZone zone(@Nullable Calendar calendar) {
    if (calendar != null) {
      return calendar.getTimeZone();
    }
    TimeZone zone = defaultZone;
    if (zone == null) {
      zone = TimeZone.getDefault();
      defaultZone = zone;
    }
    return zone;
  }

  private static SQLException failure(DataRow row, int column, WireException e) {
    return SqlExceptions.of(
        e.sqlState(), "column \"%s\": %s".formatted(name(row, column), e.getMessage()), e);
  }

  private static String name(DataRow row, int column) {
    return row.description().fields().get(column).name();
  }
}
