package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.TypedText;
import java.sql.SQLException;

/// `bit`: as object a Boolean if it is one bit, else a [TypedText] of its digits.
final class BitReader extends SpelledReader {
  BitReader(ValueType type, ConversionContext context) {
    super(type, context);
  }

  @Override
  Class<?> objectClass() {
    return type.typmod() > 1 ? Object.class : Boolean.class;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    return type.typmod() > 1
        ? new TypedText(type.name(), getString(source, offset, length))
        : getBoolean(source, offset, length);
  }
}
