package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.Geometry;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;

/// The geometric types, in text: as object a [Geometry].
final class GeometryReader extends ValueReader {
  GeometryReader(ValueType type) {
    super(type);
  }

  @Override
  Class<?> objectClass() {
    return Geometry.class;
  }

  @Override
  Geometry getObject(byte[] source, int offset, int length) throws java.sql.SQLException {
    try {
      return Geometry.parse(type.name(), getString(source, offset, length));
    } catch (IllegalArgumentException e) {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION, "malformed value of type " + type.name(), e);
    }
  }
}
