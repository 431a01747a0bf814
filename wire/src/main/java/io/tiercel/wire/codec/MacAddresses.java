package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.util.HexFormat;

/// `macaddr`, six bytes, and `macaddr8`, eight.
final class MacAddresses {
  private static final HexFormat COLONS = HexFormat.ofDelimiter(":");

  private MacAddresses() {}

  static TypeCodec macaddr() {
    return codec("macaddr", 6);
  }

  static TypeCodec macaddr8() {
    return codec("macaddr8", 8);
  }

  private static TypeCodec codec(String typeName, int bytes) {
    return ScalarCodec.of(typeName, String.class)
        .sentAsText()
        .parses(
            String.class,
            (source, offset, length) -> {
              Faults.requireLength(typeName, bytes, length);
              return COLONS.formatHex(source, offset, offset + length);
            },
            text -> text)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .prints(String.class, (value, out) -> encode(typeName, bytes, value, out), value -> value)
        .build();
  }

  private static void encode(String typeName, int bytes, String text, WriteBuffer out) {
    byte[] address = {};
    try {
      address = COLONS.parseHex(text);
    } catch (IllegalArgumentException e) {
      throw refused(typeName, bytes, e);
    }
    if (address.length != bytes) {
      throw refused(typeName, bytes, null);
    }
    out.putBytes(address);
  }

  private static CodecException refused(
      String typeName, int bytes, @org.jspecify.annotations.Nullable Throwable cause) {
    String message =
        "cannot write a String as %s in binary\nHint: expected %d bytes as 00:11:22…"
            .formatted(typeName, bytes);
    return cause == null
        ? new CodecException(SqlState.INVALID_TEXT_REPRESENTATION, message)
        : new CodecException(SqlState.INVALID_TEXT_REPRESENTATION, message, cause);
  }
}
