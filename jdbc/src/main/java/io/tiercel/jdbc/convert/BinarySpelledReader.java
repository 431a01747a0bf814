package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.TypedText;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Decoder;

/// Types without a Java class of their own that arrive in binary: their codec knows the text.
final class BinarySpelledReader extends ValueReader {
  private final Decoder<String> string;

  BinarySpelledReader(ValueType type, Codecs codecs) {
    super(type);
    string = codecs.decoder(type.oid(), type.format(), String.class);
  }

  @Override
  String getString(byte[] source, int offset, int length) {
    return string.decode(source, offset, length);
  }

  @Override
  Object getObject(byte[] source, int offset, int length) {
    return new TypedText(type.name(), string.decode(source, offset, length));
  }
}
