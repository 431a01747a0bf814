package io.tiercel.inside.type;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.CompositeValue;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import org.jspecify.annotations.Nullable;

/// Reads values of one PostgreSQL type as one Java class. Stateless, safe for any thread.
public final class ValueDecoder {
  private final Decoder<?> decoder;
  private final Class<?> target;
  private final String place;

  private ValueDecoder(Decoder<?> decoder, Class<?> target, String place) {
    this.decoder = decoder;
    this.target = target;
    this.place = place;
  }

  /// Plans the reading of a type.
  ///
  /// @param format in which the values come
  /// @param target a class that the type can be read as; a record for a composite type
  /// @param place what is read, for errors: `argument 1`
  /// @throws CodecException `42804` if the type cannot be read as that class
  public static ValueDecoder plan(
      DatabaseTypes types, int oid, Format format, Class<?> target, String place) {
    return new ValueDecoder(decoder(types.codecs(), oid, format, target), target, place);
  }

  private static Decoder<?> decoder(Codecs codecs, int oid, Format format, Class<?> target) {
    if (!RecordShape.isRow(target)) {
      return codecs.decoder(oid, format, target);
    }
    Decoder<CompositeValue> composite = codecs.decoder(oid, format, CompositeValue.class);
    var shape = RecordShape.of(target);
    return (source, offset, length) -> shape.read(composite.decode(source, offset, length), codecs);
  }

  /// Reads the next value of a frame.
  ///
  /// @return null for NULL
  /// @throws CodecException `22004` for NULL where the class is primitive
  public @Nullable Object read(FrameReader frame) {
    int length = frame.readValue();
    if (length < 0) {
      if (target.isPrimitive()) {
        throw new CodecException(
            SqlState.NULL_VALUE_NOT_ALLOWED,
            "%s is null, and Java takes it as %s".formatted(place, target));
      }
      return null;
    }
    return decoder.decode(frame.array(), frame.position() - length, length);
  }
}
