package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.error.CodecException;
import java.sql.SQLException;

/// Types that a codec of the protocol client reads to one Java class, whose text the codec knows
/// too: `uuid` and others.
final class CodedReader extends ValueReader {
  private final Decoder<?> object;
  private final Decoder<String> string;
  private final Class<?> javaClass;
  private final Codecs codecs;

  CodedReader(ValueType type, Codecs codecs, Class<?> javaClass) {
    super(type);
    this.javaClass = javaClass;
    this.codecs = codecs;
    object = codecs.decoder(type.oid(), type.format(), javaClass);
    string = codecs.decoder(type.oid(), type.format(), String.class);
  }

  @Override
  String getString(byte[] source, int offset, int length) {
    return string.decode(source, offset, length);
  }

  @Override
  Class<?> objectClass() {
    return javaClass;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    return object.decode(source, offset, length);
  }

  /// What else the codec reads.
  @Override
  <T> T getOther(byte[] source, int offset, int length, Class<T> target) {
    Decoder<T> decoder;
    try {
      decoder = codecs.decoder(type.oid(), type.format(), target);
    } catch (CodecException e) {
      throw Conversions.unsupported(type.name(), target);
    }
    return decoder.decode(source, offset, length);
  }
}
