package io.tiercel.jdbc.convert;

import java.math.BigDecimal;

/// `bool`: one byte, 0 or 1; in text `t` or `f`. As a number, 1 or 0.
final class BooleanReader extends ValueReader {
  BooleanReader(ValueType type) {
    super(type);
  }

  @Override
  boolean getBoolean(byte[] source, int offset, int length) {
    requireLength(1, length);
    return type.isBinary() ? source[offset] != 0 : source[offset] == 't';
  }

  @Override
  String getString(byte[] source, int offset, int length) {
    return getBoolean(source, offset, length) ? "t" : "f";
  }

  @Override
  Class<?> objectClass() {
    return Boolean.class;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) {
    return getBoolean(source, offset, length);
  }

  @Override
  long getWhole(byte[] source, int offset, int length, long min, long max, String target) {
    return getBoolean(source, offset, length) ? 1 : 0;
  }

  @Override
  float getFloat(byte[] source, int offset, int length) {
    return getBoolean(source, offset, length) ? 1 : 0;
  }

  @Override
  double getDouble(byte[] source, int offset, int length) {
    return getBoolean(source, offset, length) ? 1 : 0;
  }

  @Override
  BigDecimal getBigDecimal(byte[] source, int offset, int length) {
    return getBoolean(source, offset, length) ? BigDecimal.ONE : BigDecimal.ZERO;
  }
}
