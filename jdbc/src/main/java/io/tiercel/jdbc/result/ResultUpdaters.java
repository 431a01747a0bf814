package io.tiercel.jdbc.result;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.convert.Parameters;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.row.RowDescription;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/// The update methods of [java.sql.ResultSet]: each makes a parameter of its value and leaves it to
/// the row that is being changed. As long as the interface is wide.
abstract class ResultUpdaters extends ResultGetters {
  ResultUpdaters(
      ResultOwner owner,
      ConversionContext context,
      ResultShape shape,
      RowDescription description,
      Rows rows) {
    super(owner, context, shape, description, rows);
  }

  /// Notes the new value of a column, counted from 1.
  abstract void update(int column, Parameter value) throws SQLException;

  @Override
  public final void updateNull(int column) throws SQLException {
    update(column, new Parameter(Oids.UNSPECIFIED, null));
  }

  @Override
  public final void updateNull(String label) throws SQLException {
    updateNull(findColumn(label));
  }

  @Override
  public final void updateBoolean(int column, boolean value) throws SQLException {
    update(column, Parameters.ofBoolean(value));
  }

  @Override
  public final void updateBoolean(String label, boolean value) throws SQLException {
    updateBoolean(findColumn(label), value);
  }

  @Override
  public final void updateByte(int column, byte value) throws SQLException {
    update(column, Parameters.ofByte(value));
  }

  @Override
  public final void updateByte(String label, byte value) throws SQLException {
    updateByte(findColumn(label), value);
  }

  @Override
  public final void updateShort(int column, short value) throws SQLException {
    update(column, Parameters.ofShort(value));
  }

  @Override
  public final void updateShort(String label, short value) throws SQLException {
    updateShort(findColumn(label), value);
  }

  @Override
  public final void updateInt(int column, int value) throws SQLException {
    update(column, Parameters.ofInt(value));
  }

  @Override
  public final void updateInt(String label, int value) throws SQLException {
    updateInt(findColumn(label), value);
  }

  @Override
  public final void updateLong(int column, long value) throws SQLException {
    update(column, Parameters.ofLong(value));
  }

  @Override
  public final void updateLong(String label, long value) throws SQLException {
    updateLong(findColumn(label), value);
  }

  @Override
  public final void updateFloat(int column, float value) throws SQLException {
    update(column, Parameters.ofFloat(value));
  }

  @Override
  public final void updateFloat(String label, float value) throws SQLException {
    updateFloat(findColumn(label), value);
  }

  @Override
  public final void updateDouble(int column, double value) throws SQLException {
    update(column, Parameters.ofDouble(value));
  }

  @Override
  public final void updateDouble(String label, double value) throws SQLException {
    updateDouble(findColumn(label), value);
  }

  @Override
  public final void updateBigDecimal(int column, @Nullable BigDecimal value) throws SQLException {
    update(column, Parameters.ofBigDecimal(value));
  }

  @Override
  public final void updateBigDecimal(String label, @Nullable BigDecimal value) throws SQLException {
    updateBigDecimal(findColumn(label), value);
  }

  @Override
  public final void updateString(int column, @Nullable String value) throws SQLException {
    update(column, Parameters.ofString(value, context));
  }

  @Override
  public final void updateString(String label, @Nullable String value) throws SQLException {
    updateString(findColumn(label), value);
  }

  @Override
  public final void updateNString(int column, @Nullable String value) throws SQLException {
    updateString(column, value);
  }

  @Override
  public final void updateNString(String label, @Nullable String value) throws SQLException {
    updateNString(findColumn(label), value);
  }

  @Override
  public final void updateBytes(int column, byte @Nullable [] value) throws SQLException {
    update(column, Parameters.ofBytes(value));
  }

  @Override
  public final void updateBytes(String label, byte @Nullable [] value) throws SQLException {
    updateBytes(findColumn(label), value);
  }

  @Override
  public final void updateDate(int column, @Nullable Date value) throws SQLException {
    update(column, Parameters.ofDate(value, null));
  }

  @Override
  public final void updateDate(String label, @Nullable Date value) throws SQLException {
    updateDate(findColumn(label), value);
  }

  @Override
  public final void updateTime(int column, @Nullable Time value) throws SQLException {
    update(column, Parameters.ofTime(value, null));
  }

  @Override
  public final void updateTime(String label, @Nullable Time value) throws SQLException {
    updateTime(findColumn(label), value);
  }

  @Override
  public final void updateTimestamp(int column, @Nullable Timestamp value) throws SQLException {
    update(column, Parameters.ofTimestamp(value, null));
  }

  @Override
  public final void updateTimestamp(String label, @Nullable Timestamp value) throws SQLException {
    updateTimestamp(findColumn(label), value);
  }

  @Override
  public final void updateObject(int column, @Nullable Object value) throws SQLException {
    update(column, Parameters.ofObject(value, context));
  }

  @Override
  public final void updateObject(String label, @Nullable Object value) throws SQLException {
    updateObject(findColumn(label), value);
  }

  @Override
  public final void updateObject(int column, @Nullable Object value, int scaleOrLength)
      throws SQLException {
    updateObject(column, value);
  }

  @Override
  public final void updateObject(String label, @Nullable Object value, int scaleOrLength)
      throws SQLException {
    updateObject(findColumn(label), value, scaleOrLength);
  }

  @Override
  public final void updateObject(int column, @Nullable Object value, SQLType type)
      throws SQLException {
    update(column, Parameters.ofObject(value, type.getVendorTypeNumber(), -1, context));
  }

  @Override
  public final void updateObject(String label, @Nullable Object value, SQLType type)
      throws SQLException {
    updateObject(findColumn(label), value, type);
  }

  @Override
  public final void updateObject(
      int column, @Nullable Object value, SQLType type, int scaleOrLength) throws SQLException {
    update(column, Parameters.ofObject(value, type.getVendorTypeNumber(), scaleOrLength, context));
  }

  @Override
  public final void updateObject(
      String label, @Nullable Object value, SQLType type, int scaleOrLength) throws SQLException {
    updateObject(findColumn(label), value, type, scaleOrLength);
  }

  @Override
  public final void updateArray(int column, @Nullable Array value) throws SQLException {
    update(column, Parameters.ofObject(value, context));
  }

  @Override
  public final void updateArray(String label, @Nullable Array value) throws SQLException {
    updateArray(findColumn(label), value);
  }

  @Override
  public final void updateSQLXML(int column, @Nullable SQLXML value) throws SQLException {
    update(column, Parameters.ofObject(value, context));
  }

  @Override
  public final void updateSQLXML(String label, @Nullable SQLXML value) throws SQLException {
    updateSQLXML(findColumn(label), value);
  }

  @Override
  public final void updateRef(int column, @Nullable Ref value) throws SQLException {
    throw unsupported("Ref");
  }

  @Override
  public final void updateRef(String label, @Nullable Ref value) throws SQLException {
    updateRef(findColumn(label), value);
  }

  @Override
  public final void updateRowId(int column, @Nullable RowId value) throws SQLException {
    throw unsupported("RowId");
  }

  @Override
  public final void updateRowId(String label, @Nullable RowId value) throws SQLException {
    updateRowId(findColumn(label), value);
  }

  @Override
  public final void updateBlob(int column, @Nullable Blob value) throws SQLException {
    stream(column, value, Types.BLOB, -1);
  }

  @Override
  public final void updateBlob(String label, @Nullable Blob value) throws SQLException {
    updateBlob(findColumn(label), value);
  }

  @Override
  public final void updateClob(int column, @Nullable Clob value) throws SQLException {
    stream(column, value, Types.CLOB, -1);
  }

  @Override
  public final void updateClob(String label, @Nullable Clob value) throws SQLException {
    updateClob(findColumn(label), value);
  }

  @Override
  public final void updateNClob(int column, @Nullable NClob value) throws SQLException {
    stream(column, value, Types.CLOB, -1);
  }

  @Override
  public final void updateNClob(String label, @Nullable NClob value) throws SQLException {
    updateNClob(findColumn(label), value);
  }

  @Override
  public final void updateAsciiStream(int column, @Nullable InputStream value) throws SQLException {
    stream(column, value, Types.LONGVARCHAR, -1);
  }

  @Override
  public final void updateAsciiStream(String label, @Nullable InputStream value)
      throws SQLException {
    updateAsciiStream(findColumn(label), value);
  }

  @Override
  public final void updateAsciiStream(int column, @Nullable InputStream value, int length)
      throws SQLException {
    stream(column, value, Types.LONGVARCHAR, length);
  }

  @Override
  public final void updateAsciiStream(String label, @Nullable InputStream value, int length)
      throws SQLException {
    updateAsciiStream(findColumn(label), value, length);
  }

  @Override
  public final void updateAsciiStream(int column, @Nullable InputStream value, long length)
      throws SQLException {
    stream(column, value, Types.LONGVARCHAR, length);
  }

  @Override
  public final void updateAsciiStream(String label, @Nullable InputStream value, long length)
      throws SQLException {
    updateAsciiStream(findColumn(label), value, length);
  }

  @Override
  public final void updateBinaryStream(int column, @Nullable InputStream value)
      throws SQLException {
    stream(column, value, Types.LONGVARBINARY, -1);
  }

  @Override
  public final void updateBinaryStream(String label, @Nullable InputStream value)
      throws SQLException {
    updateBinaryStream(findColumn(label), value);
  }

  @Override
  public final void updateBinaryStream(int column, @Nullable InputStream value, int length)
      throws SQLException {
    stream(column, value, Types.LONGVARBINARY, length);
  }

  @Override
  public final void updateBinaryStream(String label, @Nullable InputStream value, int length)
      throws SQLException {
    updateBinaryStream(findColumn(label), value, length);
  }

  @Override
  public final void updateBinaryStream(int column, @Nullable InputStream value, long length)
      throws SQLException {
    stream(column, value, Types.LONGVARBINARY, length);
  }

  @Override
  public final void updateBinaryStream(String label, @Nullable InputStream value, long length)
      throws SQLException {
    updateBinaryStream(findColumn(label), value, length);
  }

  @Override
  public final void updateCharacterStream(int column, @Nullable Reader value) throws SQLException {
    stream(column, value, Types.LONGVARCHAR, -1);
  }

  @Override
  public final void updateCharacterStream(String label, @Nullable Reader value)
      throws SQLException {
    updateCharacterStream(findColumn(label), value);
  }

  @Override
  public final void updateCharacterStream(int column, @Nullable Reader value, int length)
      throws SQLException {
    stream(column, value, Types.LONGVARCHAR, length);
  }

  @Override
  public final void updateCharacterStream(String label, @Nullable Reader value, int length)
      throws SQLException {
    updateCharacterStream(findColumn(label), value, length);
  }

  @Override
  public final void updateCharacterStream(int column, @Nullable Reader value, long length)
      throws SQLException {
    stream(column, value, Types.LONGVARCHAR, length);
  }

  @Override
  public final void updateCharacterStream(String label, @Nullable Reader value, long length)
      throws SQLException {
    updateCharacterStream(findColumn(label), value, length);
  }

  @Override
  public final void updateNCharacterStream(int column, @Nullable Reader value) throws SQLException {
    stream(column, value, Types.LONGVARCHAR, -1);
  }

  @Override
  public final void updateNCharacterStream(String label, @Nullable Reader value)
      throws SQLException {
    updateNCharacterStream(findColumn(label), value);
  }

  @Override
  public final void updateNCharacterStream(int column, @Nullable Reader value, long length)
      throws SQLException {
    stream(column, value, Types.LONGVARCHAR, length);
  }

  @Override
  public final void updateNCharacterStream(String label, @Nullable Reader value, long length)
      throws SQLException {
    updateNCharacterStream(findColumn(label), value, length);
  }

  @Override
  public final void updateBlob(int column, @Nullable InputStream value) throws SQLException {
    stream(column, value, Types.BLOB, -1);
  }

  @Override
  public final void updateBlob(String label, @Nullable InputStream value) throws SQLException {
    updateBlob(findColumn(label), value);
  }

  @Override
  public final void updateBlob(int column, @Nullable InputStream value, long length)
      throws SQLException {
    stream(column, value, Types.BLOB, length);
  }

  @Override
  public final void updateBlob(String label, @Nullable InputStream value, long length)
      throws SQLException {
    updateBlob(findColumn(label), value, length);
  }

  @Override
  public final void updateClob(int column, @Nullable Reader value) throws SQLException {
    stream(column, value, Types.CLOB, -1);
  }

  @Override
  public final void updateClob(String label, @Nullable Reader value) throws SQLException {
    updateClob(findColumn(label), value);
  }

  @Override
  public final void updateClob(int column, @Nullable Reader value, long length)
      throws SQLException {
    stream(column, value, Types.CLOB, length);
  }

  @Override
  public final void updateClob(String label, @Nullable Reader value, long length)
      throws SQLException {
    updateClob(findColumn(label), value, length);
  }

  @Override
  public final void updateNClob(int column, @Nullable Reader value) throws SQLException {
    stream(column, value, Types.CLOB, -1);
  }

  @Override
  public final void updateNClob(String label, @Nullable Reader value) throws SQLException {
    updateNClob(findColumn(label), value);
  }

  @Override
  public final void updateNClob(int column, @Nullable Reader value, long length)
      throws SQLException {
    stream(column, value, Types.CLOB, length);
  }

  @Override
  public final void updateNClob(String label, @Nullable Reader value, long length)
      throws SQLException {
    updateNClob(findColumn(label), value, length);
  }

  private void stream(int column, @Nullable Object value, int sqlType, long length)
      throws SQLException {
    if (length > Integer.MAX_VALUE) {
      throw SqlExceptions.of(
          SqlState.PROGRAM_LIMIT_EXCEEDED,
          "a value of %d bytes is longer than the 1 GB that PostgreSQL takes".formatted(length),
          null);
    }
    update(column, Parameters.ofObject(value, sqlType, (int) length, context));
  }

  private static SQLException unsupported(String type) {
    return SqlExceptions.of(
        SqlState.FEATURE_NOT_SUPPORTED, "PostgreSQL has no values of type " + type, null);
  }
}
