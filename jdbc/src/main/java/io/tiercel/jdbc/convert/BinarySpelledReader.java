package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.TypedText;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Decoder;
import org.jspecify.annotations.Nullable;

/// Types without a Java class of their own that arrive in binary: their codec knows the text.
final class BinarySpelledReader extends ValueReader {
  private final Codecs codecs;
  private @Nullable Decoder<String> string;

  BinarySpelledReader(ValueType type, Codecs codecs) {
    super(type);
    this.codecs = codecs;
  }

  /// Planned with the first value, so that a column nobody reads cannot fail.
  private Decoder<String> string() {
    Decoder<String> planned = string;
    if (planned == null) {
      planned = codecs.decoder(type.oid(), type.format(), String.class);
      string = planned;
    }
    return planned;
  }

  @Override
  String getString(byte[] source, int offset, int length) {
    return string().decode(source, offset, length);
  }

  @Override
  Object getObject(byte[] source, int offset, int length) {
    return new TypedText(type.name(), string().decode(source, offset, length));
  }
}
