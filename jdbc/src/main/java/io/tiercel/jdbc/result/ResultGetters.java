package io.tiercel.jdbc.result;

import io.tiercel.jdbc.convert.ColumnReader;
import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.row.RowDescription;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The getters of [java.sql.ResultSet]: each finds its column and leaves the value to the reader.
/// As long as the interface is wide.
abstract class ResultGetters extends ResultCursor {
  final ColumnReader reader;

  ResultGetters(
      ResultOwner owner,
      ConversionContext context,
      ResultShape shape,
      RowDescription description,
      Rows rows) {
    super(owner, context, shape, description, rows);
    reader = new ColumnReader(context, owner.columns(description));
  }

  @Override
  public final boolean getBoolean(int column) throws SQLException {
    return reader.getBoolean(row(column), column - 1);
  }

  @Override
  public final boolean getBoolean(String label) throws SQLException {
    return getBoolean(findColumn(label));
  }

  @Override
  public final byte getByte(int column) throws SQLException {
    return reader.getByte(row(column), column - 1);
  }

  @Override
  public final byte getByte(String label) throws SQLException {
    return getByte(findColumn(label));
  }

  @Override
  public final short getShort(int column) throws SQLException {
    return reader.getShort(row(column), column - 1);
  }

  @Override
  public final short getShort(String label) throws SQLException {
    return getShort(findColumn(label));
  }

  @Override
  public final int getInt(int column) throws SQLException {
    return reader.getInt(row(column), column - 1);
  }

  @Override
  public final int getInt(String label) throws SQLException {
    return getInt(findColumn(label));
  }

  @Override
  public final long getLong(int column) throws SQLException {
    return reader.getLong(row(column), column - 1);
  }

  @Override
  public final long getLong(String label) throws SQLException {
    return getLong(findColumn(label));
  }

  @Override
  public final float getFloat(int column) throws SQLException {
    return reader.getFloat(row(column), column - 1);
  }

  @Override
  public final float getFloat(String label) throws SQLException {
    return getFloat(findColumn(label));
  }

  @Override
  public final double getDouble(int column) throws SQLException {
    return reader.getDouble(row(column), column - 1);
  }

  @Override
  public final double getDouble(String label) throws SQLException {
    return getDouble(findColumn(label));
  }

  @Override
  public final @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
    return reader.getBigDecimal(row(column), column - 1);
  }

  @Override
  public final @Nullable BigDecimal getBigDecimal(String label) throws SQLException {
    return getBigDecimal(findColumn(label));
  }

  @Override
  public final @Nullable String getString(int column) throws SQLException {
    return limited(reader.getString(row(column), column - 1), column);
  }

  @Override
  public final @Nullable String getString(String label) throws SQLException {
    return getString(findColumn(label));
  }

  @Override
  public final byte @Nullable [] getBytes(int column) throws SQLException {
    return limited(reader.getBytes(row(column), column - 1), column);
  }

  @Override
  public final byte @Nullable [] getBytes(String label) throws SQLException {
    return getBytes(findColumn(label));
  }

  @Override
  public final @Nullable Date getDate(int column) throws SQLException {
    return reader.getDate(row(column), column - 1, null);
  }

  @Override
  public final @Nullable Date getDate(String label) throws SQLException {
    return getDate(findColumn(label));
  }

  @Override
  public final @Nullable Time getTime(int column) throws SQLException {
    return reader.getTime(row(column), column - 1, null);
  }

  @Override
  public final @Nullable Time getTime(String label) throws SQLException {
    return getTime(findColumn(label));
  }

  @Override
  public final @Nullable Timestamp getTimestamp(int column) throws SQLException {
    return reader.getTimestamp(row(column), column - 1, null);
  }

  @Override
  public final @Nullable Timestamp getTimestamp(String label) throws SQLException {
    return getTimestamp(findColumn(label));
  }

  @Override
  public final @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
    return reader.getDate(row(column), column - 1, calendar);
  }

  @Override
  public final @Nullable Date getDate(String label, @Nullable Calendar calendar)
      throws SQLException {
    return getDate(findColumn(label), calendar);
  }

  @Override
  public final @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
    return reader.getTime(row(column), column - 1, calendar);
  }

  @Override
  public final @Nullable Time getTime(String label, @Nullable Calendar calendar)
      throws SQLException {
    return getTime(findColumn(label), calendar);
  }

  @Override
  public final @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar)
      throws SQLException {
    return reader.getTimestamp(row(column), column - 1, calendar);
  }

  @Override
  public final @Nullable Timestamp getTimestamp(String label, @Nullable Calendar calendar)
      throws SQLException {
    return getTimestamp(findColumn(label), calendar);
  }

  @Override
  public final @Nullable Object getObject(int column) throws SQLException {
    return reader.getObject(row(column), column - 1);
  }

  @Override
  public final @Nullable Object getObject(String label) throws SQLException {
    return getObject(findColumn(label));
  }

  @Override
  public final @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return map == null ? getObject(column) : reader.getObject(row(column), column - 1, map);
  }

  @Override
  public final @Nullable Object getObject(String label, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getObject(findColumn(label), map);
  }

  @Override
  public final <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
    return reader.getObject(row(column), column - 1, type);
  }

  @Override
  public final <T> @Nullable T getObject(String label, Class<T> type) throws SQLException {
    return getObject(findColumn(label), type);
  }

  @Override
  public final @Nullable InputStream getBinaryStream(int column) throws SQLException {
    return reader.getBinaryStream(row(column), column - 1);
  }

  @Override
  public final @Nullable InputStream getBinaryStream(String label) throws SQLException {
    return getBinaryStream(findColumn(label));
  }

  @Override
  public final @Nullable InputStream getAsciiStream(int column) throws SQLException {
    return reader.getAsciiStream(row(column), column - 1);
  }

  @Override
  public final @Nullable InputStream getAsciiStream(String label) throws SQLException {
    return getAsciiStream(findColumn(label));
  }

  @Override
  public final @Nullable Reader getCharacterStream(int column) throws SQLException {
    return reader.getCharacterStream(row(column), column - 1);
  }

  @Override
  public final @Nullable Reader getCharacterStream(String label) throws SQLException {
    return getCharacterStream(findColumn(label));
  }

  @Override
  public final @Nullable URL getURL(int column) throws SQLException {
    return reader.getUrl(row(column), column - 1);
  }

  @Override
  public final @Nullable URL getURL(String label) throws SQLException {
    return getURL(findColumn(label));
  }

  @Override
  public final @Nullable Array getArray(int column) throws SQLException {
    return reader.getObject(row(column), column - 1, Array.class);
  }

  @Override
  public final @Nullable Array getArray(String label) throws SQLException {
    return getArray(findColumn(label));
  }

  @Override
  public final @Nullable Blob getBlob(int column) throws SQLException {
    return reader.getObject(row(column), column - 1, Blob.class);
  }

  @Override
  public final @Nullable Blob getBlob(String label) throws SQLException {
    return getBlob(findColumn(label));
  }

  @Override
  public final @Nullable Clob getClob(int column) throws SQLException {
    return reader.getObject(row(column), column - 1, Clob.class);
  }

  @Override
  public final @Nullable Clob getClob(String label) throws SQLException {
    return getClob(findColumn(label));
  }

  @Override
  public final @Nullable SQLXML getSQLXML(int column) throws SQLException {
    return reader.getObject(row(column), column - 1, SQLXML.class);
  }

  @Override
  public final @Nullable SQLXML getSQLXML(String label) throws SQLException {
    return getSQLXML(findColumn(label));
  }

  @Override
  public final @Nullable Ref getRef(int column) throws SQLException {
    throw unsupported(column, "REF");
  }

  @Override
  public final @Nullable Ref getRef(String label) throws SQLException {
    return getRef(findColumn(label));
  }

  @Override
  public final @Nullable RowId getRowId(int column) throws SQLException {
    return reader.getRowId(row(column), column - 1);
  }

  @Override
  public final @Nullable RowId getRowId(String label) throws SQLException {
    return getRowId(findColumn(label));
  }

  @Override
  public final @Nullable NClob getNClob(int column) throws SQLException {
    return reader.getClob(row(column), column - 1);
  }

  @Override
  public final @Nullable NClob getNClob(String label) throws SQLException {
    return getNClob(findColumn(label));
  }

  @Override
  public final @Nullable String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public final @Nullable String getNString(String label) throws SQLException {
    return getNString(findColumn(label));
  }

  @Override
  public final @Nullable Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public final @Nullable Reader getNCharacterStream(String label) throws SQLException {
    return getNCharacterStream(findColumn(label));
  }

  /// As the scale says. Kept for applications that still call it.
  @Override
  @Deprecated
  public final @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    return reader.getBigDecimal(row(column), column - 1, scale);
  }

  @Override
  @Deprecated
  public final @Nullable BigDecimal getBigDecimal(String label, int scale) throws SQLException {
    return getBigDecimal(findColumn(label), scale);
  }

  @Override
  @Deprecated
  public final @Nullable InputStream getUnicodeStream(int column) throws SQLException {
    return reader.getUnicodeStream(row(column), column - 1);
  }

  @Override
  @Deprecated
  public final @Nullable InputStream getUnicodeStream(String label) throws SQLException {
    return getUnicodeStream(findColumn(label));
  }

  private @Nullable String limited(@Nullable String value, int column) throws SQLException {
    int limit = shape.maxFieldSize();
    if (limit == 0 || value == null || value.length() <= limit || !isLimited(column)) {
      return value;
    }
    return value.substring(0, limit);
  }

  private byte @Nullable [] limited(byte @Nullable [] value, int column) throws SQLException {
    int limit = shape.maxFieldSize();
    if (limit == 0 || value == null || value.length <= limit || !isLimited(column)) {
      return value;
    }
    return Arrays.copyOf(value, limit);
  }

  /// Whether `Statement.setMaxFieldSize` counts for the column.
  private boolean isLimited(int column) throws SQLException {
    int oid = description.fields().get(column - 1).typeOid();
    return switch (context.types().sqlType(oid)) {
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> true;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> true;
      default -> false;
    };
  }

  private SQLException unsupported(int column, String type) throws SQLException {
    row(column);
    return SqlExceptions.of(
        SqlState.FEATURE_NOT_SUPPORTED, "PostgreSQL has no values of type " + type, null);
  }
}
