package io.tiercel.jdbc.statement;

import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The getters of [CallableStatement]: each reads its column of the row that the call returned, and
/// converts as a result does. As long as the interface is wide.
interface OutputGetters extends CallableStatement {
  /// The index of the parameter of that name, from 1.
  int parameter(String name) throws SQLException;

  /// The row that holds the value of an output parameter.
  ResultSet output(int index) throws SQLException;

  /// The column of [#output] that holds it, from 1.
  int outputColumn(int index) throws SQLException;

  /// The value in the class of the type that the parameter is registered with.
  @Nullable Object objectOf(int index) throws SQLException;

  @Override
  default @Nullable Array getArray(int index) throws SQLException {
    return output(index).getArray(outputColumn(index));
  }

  @Override
  default @Nullable Array getArray(String name) throws SQLException {
    return getArray(parameter(name));
  }

  @Override
  default @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
    return output(index).getBigDecimal(outputColumn(index));
  }

  @Override
  @Deprecated
  default @Nullable BigDecimal getBigDecimal(int index, int scale) throws SQLException {
    return output(index).getBigDecimal(outputColumn(index), scale);
  }

  @Override
  default @Nullable BigDecimal getBigDecimal(String name) throws SQLException {
    return getBigDecimal(parameter(name));
  }

  @Override
  default @Nullable Blob getBlob(int index) throws SQLException {
    return output(index).getBlob(outputColumn(index));
  }

  @Override
  default @Nullable Blob getBlob(String name) throws SQLException {
    return getBlob(parameter(name));
  }

  @Override
  default boolean getBoolean(int index) throws SQLException {
    return output(index).getBoolean(outputColumn(index));
  }

  @Override
  default boolean getBoolean(String name) throws SQLException {
    return getBoolean(parameter(name));
  }

  @Override
  default byte getByte(int index) throws SQLException {
    return output(index).getByte(outputColumn(index));
  }

  @Override
  default byte getByte(String name) throws SQLException {
    return getByte(parameter(name));
  }

  @Override
  default byte @Nullable [] getBytes(int index) throws SQLException {
    return output(index).getBytes(outputColumn(index));
  }

  @Override
  default byte @Nullable [] getBytes(String name) throws SQLException {
    return getBytes(parameter(name));
  }

  @Override
  default @Nullable Reader getCharacterStream(int index) throws SQLException {
    return output(index).getCharacterStream(outputColumn(index));
  }

  @Override
  default @Nullable Reader getCharacterStream(String name) throws SQLException {
    return getCharacterStream(parameter(name));
  }

  @Override
  default @Nullable Clob getClob(int index) throws SQLException {
    return output(index).getClob(outputColumn(index));
  }

  @Override
  default @Nullable Clob getClob(String name) throws SQLException {
    return getClob(parameter(name));
  }

  @Override
  default @Nullable Date getDate(int index) throws SQLException {
    return output(index).getDate(outputColumn(index));
  }

  @Override
  default @Nullable Date getDate(int index, @Nullable Calendar calendar) throws SQLException {
    return output(index).getDate(outputColumn(index), calendar);
  }

  @Override
  default @Nullable Date getDate(String name) throws SQLException {
    return getDate(parameter(name));
  }

  @Override
  default @Nullable Date getDate(String name, @Nullable Calendar calendar) throws SQLException {
    return getDate(parameter(name), calendar);
  }

  @Override
  default double getDouble(int index) throws SQLException {
    return output(index).getDouble(outputColumn(index));
  }

  @Override
  default double getDouble(String name) throws SQLException {
    return getDouble(parameter(name));
  }

  @Override
  default float getFloat(int index) throws SQLException {
    return output(index).getFloat(outputColumn(index));
  }

  @Override
  default float getFloat(String name) throws SQLException {
    return getFloat(parameter(name));
  }

  @Override
  default int getInt(int index) throws SQLException {
    return output(index).getInt(outputColumn(index));
  }

  @Override
  default int getInt(String name) throws SQLException {
    return getInt(parameter(name));
  }

  @Override
  default long getLong(int index) throws SQLException {
    return output(index).getLong(outputColumn(index));
  }

  @Override
  default long getLong(String name) throws SQLException {
    return getLong(parameter(name));
  }

  @Override
  default @Nullable Reader getNCharacterStream(int index) throws SQLException {
    return output(index).getNCharacterStream(outputColumn(index));
  }

  @Override
  default @Nullable Reader getNCharacterStream(String name) throws SQLException {
    return getNCharacterStream(parameter(name));
  }

  @Override
  default @Nullable NClob getNClob(int index) throws SQLException {
    return output(index).getNClob(outputColumn(index));
  }

  @Override
  default @Nullable NClob getNClob(String name) throws SQLException {
    return getNClob(parameter(name));
  }

  @Override
  default @Nullable String getNString(int index) throws SQLException {
    return output(index).getNString(outputColumn(index));
  }

  @Override
  default @Nullable String getNString(String name) throws SQLException {
    return getNString(parameter(name));
  }

  @Override
  default @Nullable Object getObject(int index) throws SQLException {
    return objectOf(index);
  }

  @Override
  default <T> @Nullable T getObject(int index, Class<T> type) throws SQLException {
    return output(index).getObject(outputColumn(index), type);
  }

  @Override
  default @Nullable Object getObject(int index, Map<String, Class<?>> map) throws SQLException {
    return output(index).getObject(outputColumn(index), map);
  }

  @Override
  default @Nullable Object getObject(String name) throws SQLException {
    return getObject(parameter(name));
  }

  @Override
  default <T> @Nullable T getObject(String name, Class<T> type) throws SQLException {
    return getObject(parameter(name), type);
  }

  @Override
  default @Nullable Object getObject(String name, Map<String, Class<?>> map) throws SQLException {
    return getObject(parameter(name), map);
  }

  @Override
  default @Nullable Ref getRef(int index) throws SQLException {
    return output(index).getRef(outputColumn(index));
  }

  @Override
  default @Nullable Ref getRef(String name) throws SQLException {
    return getRef(parameter(name));
  }

  @Override
  default @Nullable RowId getRowId(int index) throws SQLException {
    return output(index).getRowId(outputColumn(index));
  }

  @Override
  default @Nullable RowId getRowId(String name) throws SQLException {
    return getRowId(parameter(name));
  }

  @Override
  default @Nullable SQLXML getSQLXML(int index) throws SQLException {
    return output(index).getSQLXML(outputColumn(index));
  }

  @Override
  default @Nullable SQLXML getSQLXML(String name) throws SQLException {
    return getSQLXML(parameter(name));
  }

  @Override
  default short getShort(int index) throws SQLException {
    return output(index).getShort(outputColumn(index));
  }

  @Override
  default short getShort(String name) throws SQLException {
    return getShort(parameter(name));
  }

  @Override
  default @Nullable String getString(int index) throws SQLException {
    return output(index).getString(outputColumn(index));
  }

  @Override
  default @Nullable String getString(String name) throws SQLException {
    return getString(parameter(name));
  }

  @Override
  default @Nullable Time getTime(int index) throws SQLException {
    return output(index).getTime(outputColumn(index));
  }

  @Override
  default @Nullable Time getTime(int index, @Nullable Calendar calendar) throws SQLException {
    return output(index).getTime(outputColumn(index), calendar);
  }

  @Override
  default @Nullable Time getTime(String name) throws SQLException {
    return getTime(parameter(name));
  }

  @Override
  default @Nullable Time getTime(String name, @Nullable Calendar calendar) throws SQLException {
    return getTime(parameter(name), calendar);
  }

  @Override
  default @Nullable Timestamp getTimestamp(int index) throws SQLException {
    return output(index).getTimestamp(outputColumn(index));
  }

  @Override
  default @Nullable Timestamp getTimestamp(int index, @Nullable Calendar calendar)
      throws SQLException {
    return output(index).getTimestamp(outputColumn(index), calendar);
  }

  @Override
  default @Nullable Timestamp getTimestamp(String name) throws SQLException {
    return getTimestamp(parameter(name));
  }

  @Override
  default @Nullable Timestamp getTimestamp(String name, @Nullable Calendar calendar)
      throws SQLException {
    return getTimestamp(parameter(name), calendar);
  }

  @Override
  default @Nullable URL getURL(int index) throws SQLException {
    return output(index).getURL(outputColumn(index));
  }

  @Override
  default @Nullable URL getURL(String name) throws SQLException {
    return getURL(parameter(name));
  }
}
