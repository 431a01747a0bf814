package io.tiercel.jdbc.statement;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/// The setters of [CallableStatement] that take a name: each sets the parameter of that name. As
/// long as the interface is wide.
interface NamedSetters extends CallableStatement {
  /// The index of the parameter of that name, from 1.
  int parameter(String name) throws SQLException;

  @Override
  default void setAsciiStream(String name, @Nullable InputStream value) throws SQLException {
    setAsciiStream(parameter(name), value);
  }

  @Override
  default void setAsciiStream(String name, @Nullable InputStream value, int length)
      throws SQLException {
    setAsciiStream(parameter(name), value, length);
  }

  @Override
  default void setAsciiStream(String name, @Nullable InputStream value, long length)
      throws SQLException {
    setAsciiStream(parameter(name), value, length);
  }

  @Override
  default void setBigDecimal(String name, @Nullable BigDecimal value) throws SQLException {
    setBigDecimal(parameter(name), value);
  }

  @Override
  default void setBinaryStream(String name, @Nullable InputStream value) throws SQLException {
    setBinaryStream(parameter(name), value);
  }

  @Override
  default void setBinaryStream(String name, @Nullable InputStream value, int length)
      throws SQLException {
    setBinaryStream(parameter(name), value, length);
  }

  @Override
  default void setBinaryStream(String name, @Nullable InputStream value, long length)
      throws SQLException {
    setBinaryStream(parameter(name), value, length);
  }

  @Override
  default void setBlob(String name, @Nullable InputStream value) throws SQLException {
    setBlob(parameter(name), value);
  }

  @Override
  default void setBlob(String name, @Nullable InputStream value, long length) throws SQLException {
    setBlob(parameter(name), value, length);
  }

  @Override
  default void setBlob(String name, @Nullable Blob value) throws SQLException {
    setBlob(parameter(name), value);
  }

  @Override
  default void setBoolean(String name, boolean value) throws SQLException {
    setBoolean(parameter(name), value);
  }

  @Override
  default void setByte(String name, byte value) throws SQLException {
    setByte(parameter(name), value);
  }

  @Override
  default void setBytes(String name, byte @Nullable [] value) throws SQLException {
    setBytes(parameter(name), value);
  }

  @Override
  default void setCharacterStream(String name, @Nullable Reader value) throws SQLException {
    setCharacterStream(parameter(name), value);
  }

  @Override
  default void setCharacterStream(String name, @Nullable Reader value, int length)
      throws SQLException {
    setCharacterStream(parameter(name), value, length);
  }

  @Override
  default void setCharacterStream(String name, @Nullable Reader value, long length)
      throws SQLException {
    setCharacterStream(parameter(name), value, length);
  }

  @Override
  default void setClob(String name, @Nullable Reader value) throws SQLException {
    setClob(parameter(name), value);
  }

  @Override
  default void setClob(String name, @Nullable Reader value, long length) throws SQLException {
    setClob(parameter(name), value, length);
  }

  @Override
  default void setClob(String name, @Nullable Clob value) throws SQLException {
    setClob(parameter(name), value);
  }

  @Override
  default void setDate(String name, @Nullable Date value) throws SQLException {
    setDate(parameter(name), value);
  }

  @Override
  default void setDate(String name, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    setDate(parameter(name), value, calendar);
  }

  @Override
  default void setDouble(String name, double value) throws SQLException {
    setDouble(parameter(name), value);
  }

  @Override
  default void setFloat(String name, float value) throws SQLException {
    setFloat(parameter(name), value);
  }

  @Override
  default void setInt(String name, int value) throws SQLException {
    setInt(parameter(name), value);
  }

  @Override
  default void setLong(String name, long value) throws SQLException {
    setLong(parameter(name), value);
  }

  @Override
  default void setNCharacterStream(String name, @Nullable Reader value) throws SQLException {
    setNCharacterStream(parameter(name), value);
  }

  @Override
  default void setNCharacterStream(String name, @Nullable Reader value, long length)
      throws SQLException {
    setNCharacterStream(parameter(name), value, length);
  }

  @Override
  default void setNClob(String name, @Nullable Reader value) throws SQLException {
    setNClob(parameter(name), value);
  }

  @Override
  default void setNClob(String name, @Nullable Reader value, long length) throws SQLException {
    setNClob(parameter(name), value, length);
  }

  @Override
  default void setNClob(String name, @Nullable NClob value) throws SQLException {
    setNClob(parameter(name), value);
  }

  @Override
  default void setNString(String name, @Nullable String value) throws SQLException {
    setNString(parameter(name), value);
  }

  @Override
  default void setNull(String name, int sqlType) throws SQLException {
    setNull(parameter(name), sqlType);
  }

  @Override
  default void setNull(String name, int sqlType, @Nullable String typeName) throws SQLException {
    setNull(parameter(name), sqlType, typeName);
  }

  @Override
  default void setObject(String name, @Nullable Object value) throws SQLException {
    setObject(parameter(name), value);
  }

  @Override
  default void setObject(String name, @Nullable Object value, int sqlType) throws SQLException {
    setObject(parameter(name), value, sqlType);
  }

  @Override
  default void setObject(String name, @Nullable Object value, int sqlType, int scaleOrLength)
      throws SQLException {
    setObject(parameter(name), value, sqlType, scaleOrLength);
  }

  @Override
  default void setObject(String name, @Nullable Object value, SQLType type) throws SQLException {
    setObject(parameter(name), value, type);
  }

  @Override
  default void setObject(String name, @Nullable Object value, SQLType type, int scaleOrLength)
      throws SQLException {
    setObject(parameter(name), value, type, scaleOrLength);
  }

  @Override
  default void setRowId(String name, @Nullable RowId value) throws SQLException {
    setRowId(parameter(name), value);
  }

  @Override
  default void setSQLXML(String name, @Nullable SQLXML value) throws SQLException {
    setSQLXML(parameter(name), value);
  }

  @Override
  default void setShort(String name, short value) throws SQLException {
    setShort(parameter(name), value);
  }

  @Override
  default void setString(String name, @Nullable String value) throws SQLException {
    setString(parameter(name), value);
  }

  @Override
  default void setTime(String name, @Nullable Time value) throws SQLException {
    setTime(parameter(name), value);
  }

  @Override
  default void setTime(String name, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    setTime(parameter(name), value, calendar);
  }

  @Override
  default void setTimestamp(String name, @Nullable Timestamp value) throws SQLException {
    setTimestamp(parameter(name), value);
  }

  @Override
  default void setTimestamp(String name, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    setTimestamp(parameter(name), value, calendar);
  }

  @Override
  default void setURL(String name, @Nullable URL value) throws SQLException {
    setURL(parameter(name), value);
  }
}
