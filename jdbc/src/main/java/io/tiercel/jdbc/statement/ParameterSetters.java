package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.convert.Parameters;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.result.ResultShape;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.error.SqlState;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/// The setters of [PreparedStatement]: each makes a parameter of its value. As long as the
/// interface is wide.
abstract class ParameterSetters extends JdbcStatement implements PreparedStatement {
  ParameterSetters(Connection connection, Session session, ResultShape shape) {
    super(connection, session, shape);
  }

  /// Notes the value of a parameter, counted from 1.
  abstract void set(int index, Parameter value) throws SQLException;

  final ConversionContext context() {
    return session.conversions();
  }

  @Override
  public final void setNull(int index, int sqlType) throws SQLException {
    set(index, Parameters.ofNull(sqlType, null, context()));
  }

  @Override
  public final void setNull(int index, int sqlType, @Nullable String typeName) throws SQLException {
    set(index, Parameters.ofNull(sqlType, typeName, context()));
  }

  @Override
  public final void setBoolean(int index, boolean value) throws SQLException {
    set(index, Parameters.ofBoolean(value));
  }

  @Override
  public final void setByte(int index, byte value) throws SQLException {
    set(index, Parameters.ofByte(value));
  }

  @Override
  public final void setShort(int index, short value) throws SQLException {
    set(index, Parameters.ofShort(value));
  }

  @Override
  public final void setInt(int index, int value) throws SQLException {
    set(index, Parameters.ofInt(value));
  }

  @Override
  public final void setLong(int index, long value) throws SQLException {
    set(index, Parameters.ofLong(value));
  }

  @Override
  public final void setFloat(int index, float value) throws SQLException {
    set(index, Parameters.ofFloat(value));
  }

  @Override
  public final void setDouble(int index, double value) throws SQLException {
    set(index, Parameters.ofDouble(value));
  }

  @Override
  public final void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
    set(index, Parameters.ofBigDecimal(value));
  }

  @Override
  public final void setString(int index, @Nullable String value) throws SQLException {
    set(index, Parameters.ofString(value, context()));
  }

  @Override
  public final void setNString(int index, @Nullable String value) throws SQLException {
    setString(index, value);
  }

  @Override
  public final void setBytes(int index, byte @Nullable [] value) throws SQLException {
    set(index, Parameters.ofBytes(value));
  }

  @Override
  public final void setDate(int index, @Nullable Date value) throws SQLException {
    set(index, Parameters.ofDate(value, null));
  }

  @Override
  public final void setDate(int index, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    set(index, Parameters.ofDate(value, calendar));
  }

  @Override
  public final void setTime(int index, @Nullable Time value) throws SQLException {
    set(index, Parameters.ofTime(value, null));
  }

  @Override
  public final void setTime(int index, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    set(index, Parameters.ofTime(value, calendar));
  }

  @Override
  public final void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
    set(index, Parameters.ofTimestamp(value, null));
  }

  @Override
  public final void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    set(index, Parameters.ofTimestamp(value, calendar));
  }

  @Override
  public final void setObject(int index, @Nullable Object value) throws SQLException {
    set(index, Parameters.ofObject(value, context()));
  }

  @Override
  public final void setObject(int index, @Nullable Object value, int sqlType) throws SQLException {
    set(index, Parameters.ofObject(value, sqlType, -1, context()));
  }

  @Override
  public final void setObject(int index, @Nullable Object value, int sqlType, int scaleOrLength)
      throws SQLException {
    set(index, Parameters.ofObject(value, sqlType, scaleOrLength, context()));
  }

  @Override
  public final void setObject(int index, @Nullable Object value, SQLType type) throws SQLException {
    setObject(index, value, type.getVendorTypeNumber());
  }

  @Override
  public final void setObject(int index, @Nullable Object value, SQLType type, int scaleOrLength)
      throws SQLException {
    setObject(index, value, type.getVendorTypeNumber(), scaleOrLength);
  }

  @Override
  public final void setArray(int index, @Nullable Array value) throws SQLException {
    set(index, Parameters.ofObject(value, Types.ARRAY, -1, context()));
  }

  @Override
  public final void setSQLXML(int index, @Nullable SQLXML value) throws SQLException {
    set(index, Parameters.ofObject(value, Types.SQLXML, -1, context()));
  }

  @Override
  public final void setURL(int index, @Nullable URL value) throws SQLException {
    set(index, Parameters.ofObject(value, context()));
  }

  @Override
  public final void setRef(int index, @Nullable Ref value) throws SQLException {
    throw unsupported("Ref");
  }

  @Override
  public final void setRowId(int index, @Nullable RowId value) throws SQLException {
    set(index, Parameters.ofObject(value, context()));
  }

  @Override
  public final void setBlob(int index, @Nullable Blob value) throws SQLException {
    stream(index, value, Types.BLOB, -1);
  }

  @Override
  public final void setClob(int index, @Nullable Clob value) throws SQLException {
    stream(index, value, Types.CLOB, -1);
  }

  @Override
  public final void setNClob(int index, @Nullable NClob value) throws SQLException {
    stream(index, value, Types.CLOB, -1);
  }

  @Override
  public final void setAsciiStream(int index, @Nullable InputStream value) throws SQLException {
    stream(index, value, Types.LONGVARCHAR, -1);
  }

  @Override
  public final void setAsciiStream(int index, @Nullable InputStream value, int length)
      throws SQLException {
    stream(index, value, Types.LONGVARCHAR, announced(length));
  }

  @Override
  public final void setAsciiStream(int index, @Nullable InputStream value, long length)
      throws SQLException {
    stream(index, value, Types.LONGVARCHAR, announced(length));
  }

  @Override
  public final void setBinaryStream(int index, @Nullable InputStream value) throws SQLException {
    stream(index, value, Types.LONGVARBINARY, -1);
  }

  @Override
  public final void setBinaryStream(int index, @Nullable InputStream value, int length)
      throws SQLException {
    stream(index, value, Types.LONGVARBINARY, announced(length));
  }

  @Override
  public final void setBinaryStream(int index, @Nullable InputStream value, long length)
      throws SQLException {
    stream(index, value, Types.LONGVARBINARY, announced(length));
  }

  @Override
  public final void setCharacterStream(int index, @Nullable Reader value) throws SQLException {
    stream(index, value, Types.LONGVARCHAR, -1);
  }

  @Override
  public final void setCharacterStream(int index, @Nullable Reader value, int length)
      throws SQLException {
    stream(index, value, Types.LONGVARCHAR, announced(length));
  }

  @Override
  public final void setCharacterStream(int index, @Nullable Reader value, long length)
      throws SQLException {
    stream(index, value, Types.LONGVARCHAR, announced(length));
  }

  @Override
  public final void setNCharacterStream(int index, @Nullable Reader value) throws SQLException {
    stream(index, value, Types.LONGVARCHAR, -1);
  }

  @Override
  public final void setNCharacterStream(int index, @Nullable Reader value, long length)
      throws SQLException {
    stream(index, value, Types.LONGVARCHAR, announced(length));
  }

  @Override
  public final void setBlob(int index, @Nullable InputStream value) throws SQLException {
    stream(index, value, Types.BLOB, -1);
  }

  @Override
  public final void setBlob(int index, @Nullable InputStream value, long length)
      throws SQLException {
    stream(index, value, Types.BLOB, announced(length));
  }

  @Override
  public final void setClob(int index, @Nullable Reader value) throws SQLException {
    stream(index, value, Types.CLOB, -1);
  }

  @Override
  public final void setClob(int index, @Nullable Reader value, long length) throws SQLException {
    stream(index, value, Types.CLOB, announced(length));
  }

  @Override
  public final void setNClob(int index, @Nullable Reader value) throws SQLException {
    stream(index, value, Types.CLOB, -1);
  }

  @Override
  public final void setNClob(int index, @Nullable Reader value, long length) throws SQLException {
    stream(index, value, Types.CLOB, announced(length));
  }

  @Override
  @Deprecated
  public final void setUnicodeStream(int index, @Nullable InputStream value, int length)
      throws SQLException {
    stream(index, value, Types.LONGVARCHAR, announced(length));
  }

  /// -1 stands for "to the end" within the driver only.
  private static long announced(long length) throws SQLException {
    if (length < 0) {
      throw invalid("Invalid stream length %d.".formatted(length));
    }
    return length;
  }

  private void stream(int index, @Nullable Object value, int sqlType, long length)
      throws SQLException {
    if (length > Integer.MAX_VALUE) {
      throw SqlExceptions.of(
          SqlState.PROGRAM_LIMIT_EXCEEDED,
          "a value of %d bytes is longer than the 1 GB that PostgreSQL takes".formatted(length),
          null);
    }
    set(index, Parameters.ofObject(value, sqlType, (int) length, context()));
  }

  private static SQLException unsupported(String type) {
    return SqlExceptions.of(
        SqlState.FEATURE_NOT_SUPPORTED, "PostgreSQL has no values of type " + type, null);
  }
}
