package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLData;
import java.sql.SQLException;
import java.sql.SQLOutput;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Takes the attributes of an SQLData that writes itself, in order.
final class CompositeOutput implements SQLOutput {
  private final List<@Nullable Object> attributes = new ArrayList<>();

  @Nullable Object[] attributes() {
    return attributes.toArray();
  }

  private void add(@Nullable Object attribute) {
    attributes.add(attribute);
  }

  @Override
  public void writeString(@Nullable String value) {
    add(value);
  }

  @Override
  public void writeBoolean(boolean value) {
    add(value);
  }

  @Override
  public void writeByte(byte value) {
    add(value);
  }

  @Override
  public void writeShort(short value) {
    add(value);
  }

  @Override
  public void writeInt(int value) {
    add(value);
  }

  @Override
  public void writeLong(long value) {
    add(value);
  }

  @Override
  public void writeFloat(float value) {
    add(value);
  }

  @Override
  public void writeDouble(double value) {
    add(value);
  }

  @Override
  public void writeBigDecimal(@Nullable BigDecimal value) {
    add(value);
  }

  @Override
  public void writeBytes(byte @Nullable [] value) {
    add(value);
  }

  @Override
  public void writeDate(@Nullable Date value) {
    add(value);
  }

  @Override
  public void writeTime(@Nullable Time value) {
    add(value);
  }

  @Override
  public void writeTimestamp(@Nullable Timestamp value) {
    add(value);
  }

  @Override
  public void writeCharacterStream(@Nullable Reader value) throws SQLException {
    add(value == null ? null : Streams.text(value, -1));
  }

  @Override
  public void writeAsciiStream(@Nullable InputStream value) throws SQLException {
    add(value == null ? null : new String(Streams.bytes(value, -1), StandardCharsets.US_ASCII));
  }

  @Override
  public void writeBinaryStream(@Nullable InputStream value) throws SQLException {
    add(value == null ? null : Streams.bytes(value, -1));
  }

  @Override
  public void writeObject(@Nullable SQLData value) throws SQLException {
    add(value == null ? null : SqlDataClasses.written(value));
  }

  @Override
  public void writeObject(@Nullable Object value, SQLType targetSqlType) throws SQLException {
    if (value instanceof SQLData data) {
      writeObject(data);
    } else {
      add(value);
    }
  }

  @Override
  public void writeRef(@Nullable Ref value) throws SQLException {
    throw SqlExceptions.of("0A000", "PostgreSQL has no type REF", null);
  }

  @Override
  public void writeBlob(@Nullable Blob value) throws SQLException {
    add(value);
  }

  @Override
  public void writeClob(@Nullable Clob value) throws SQLException {
    add(value);
  }

  @Override
  public void writeStruct(@Nullable Struct value) throws SQLException {
    add(
        value == null || value instanceof SqlStruct || value instanceof CreatedStruct
            ? value
            : new CreatedStruct(value.getSQLTypeName(), value.getAttributes()));
  }

  @Override
  public void writeArray(@Nullable Array value) throws SQLException {
    add(value == null || value instanceof SqlArray ? value : value.getArray());
  }

  @Override
  public void writeURL(@Nullable URL value) {
    add(value);
  }

  @Override
  public void writeNString(@Nullable String value) {
    add(value);
  }

  @Override
  public void writeNClob(@Nullable NClob value) throws SQLException {
    writeClob(value);
  }

  @Override
  public void writeRowId(@Nullable RowId value) {
    add(value);
  }

  @Override
  public void writeSQLXML(@Nullable SQLXML value) throws SQLException {
    add(value == null ? null : value.getString());
  }
}
