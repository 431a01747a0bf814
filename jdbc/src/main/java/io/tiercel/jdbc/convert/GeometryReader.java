package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.Geometry;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import org.jspecify.annotations.Nullable;

/// The geometric types: as object a [Geometry].
final class GeometryReader extends SpelledReader {
  private final @Nullable Decoder<double[]> numbers;

  GeometryReader(ValueType type, ConversionContext context) {
    super(type, context);
    numbers =
        type.isBinary()
            ? context.codecs().decoder(type.oid(), type.format(), double[].class)
            : null;
  }

  @Override
  Class<?> objectClass() {
    return Geometry.class;
  }

  @Override
  Geometry getObject(byte[] source, int offset, int length) throws java.sql.SQLException {
    try {
      if (numbers != null) {
        // A path begins with a byte that says whether it is closed.
        return Geometry.of(
            type.name(), numbers.decode(source, offset, length), source[offset] != 0);
      }
      return Geometry.parse(type.name(), getString(source, offset, length));
    } catch (IllegalArgumentException e) {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION, "malformed value of type " + type.name(), e);
    }
  }
}
