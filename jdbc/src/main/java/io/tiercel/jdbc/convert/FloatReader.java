package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.BinaryInts;
import io.tiercel.wire.codec.FloatText;
import io.tiercel.wire.codec.Oids;
import java.math.BigDecimal;
import java.sql.SQLException;

/// `float4` and `float8`: as object a Float and a Double.
final class FloatReader extends ValueReader {
  private final boolean isSingle;

  FloatReader(ValueType type) {
    super(type);
    isSingle = type.oid() == Oids.FLOAT4;
  }

  @Override
  double getDouble(byte[] source, int offset, int length) {
    if (!type.isBinary()) {
      return Numbers.parseDouble(Texts.utf8(source, offset, length));
    }
    requireLength(isSingle ? Float.BYTES : Double.BYTES, length);
    return isSingle ? BinaryInts.readFloat(source, offset) : BinaryInts.readDouble(source, offset);
  }

  @Override
  float getFloat(byte[] source, int offset, int length) {
    return type.isBinary()
        ? (float) getDouble(source, offset, length)
        : Numbers.parseFloat(Texts.utf8(source, offset, length));
  }

  @Override
  long getWhole(byte[] source, int offset, int length, long min, long max, String target) {
    return Numbers.truncated(getDouble(source, offset, length), min, max, target);
  }

  @Override
  boolean getBoolean(byte[] source, int offset, int length) throws SQLException {
    double value = getDouble(source, offset, length);
    if (value != 0 && value != 1) {
      throw Conversions.badBoolean(getString(source, offset, length));
    }
    return value == 1;
  }

  @Override
  String getString(byte[] source, int offset, int length) throws SQLException {
    if (!type.isBinary()) {
      return super.getString(source, offset, length);
    }
    return isSingle
        ? FloatText.print(getFloat(source, offset, length))
        : FloatText.print(getDouble(source, offset, length));
  }

  @Override
  BigDecimal getBigDecimal(byte[] source, int offset, int length) throws SQLException {
    return Numbers.parseDecimal(getString(source, offset, length), "java.math.BigDecimal");
  }

  @Override
  Class<?> objectClass() {
    return isSingle ? Float.class : Double.class;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) {
    if (isSingle) {
      return getFloat(source, offset, length);
    }
    return getDouble(source, offset, length);
  }
}
