package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;

/// A parameter in the server's own spelling: taken for any type, whatever the codec of that type
/// takes otherwise, and parsed by the server.
public record ServerText(String text) {
  /// Writes the text as it is.
  public static final Encoder<ServerText> ENCODER =
      new Encoder<>() {
        @Override
        public Format format() {
          return Format.TEXT;
        }

        @Override
        public void encode(ServerText value, WriteBuffer out) {
          ScalarCodec.putText(value.text(), out);
        }
      };
}
