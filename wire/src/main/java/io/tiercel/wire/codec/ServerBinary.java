package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;

/// A parameter in the server's own binary format, as it came from there: taken for any type.
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ServerBinary(byte[] bytes) {
  /// Writes the bytes as they are.
  public static final Encoder<ServerBinary> ENCODER =
      new Encoder<>() {
        @Override
        public Format format() {
          return Format.BINARY;
        }

        @Override
        public void encode(ServerBinary value, WriteBuffer out) {
          out.putBytes(value.bytes());
        }
      };
}
