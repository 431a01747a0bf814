package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Short ways to encode and decode in tests.
final class Bytes {
  private Bytes() {}

  static byte[] encode(Codecs codecs, int oid, Format format, Object value) {
    // Planned for the very class of the value.
    @SuppressWarnings("unchecked")
    var encoder = (Encoder<Object>) codecs.encoder(oid, format, value.getClass());
    var out = new WriteBuffer(16);
    encoder.encode(value, out);
    return Arrays.copyOf(out.array(), out.position());
  }

  static byte[] binary(int oid, Object value) {
    return encode(Codecs.builtin(), oid, Format.BINARY, value);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static <T> T decode(Codecs codecs, int oid, Format format, Class<T> target, byte[] bytes) {
    return codecs.decoder(oid, format, target).decode(bytes, 0, bytes.length);
  }

  static <T> T binary(int oid, Class<T> target, byte[] bytes) {
    return decode(Codecs.builtin(), oid, Format.BINARY, target, bytes);
  }

  static <T> T text(int oid, Class<T> target, String text) {
    return decode(Codecs.builtin(), oid, Format.TEXT, target, utf8(text));
  }
}
