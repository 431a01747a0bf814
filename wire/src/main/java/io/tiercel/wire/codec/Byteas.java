package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/// `bytea`: the bytes themselves; in text `\x` and hexadecimal digits, or the older escape form
/// when `bytea_output` says so.
final class Byteas {
  private static final String TYPE = "bytea";

  private Byteas() {}

  static TypeCodec bytea() {
    return ScalarCodec.of(TYPE, byte[].class)
        .reads(
            byte[].class,
            (source, offset, length) -> Arrays.copyOfRange(source, offset, offset + length),
            Byteas::decodeText)
        .views(ByteBuffer.class, byte[].class, ByteBuffer::wrap)
        .views(String.class, byte[].class, Byteas::hex)
        .prints(byte[].class, (value, out) -> out.putBytes(value, 0, value.length), Byteas::hex)
        .writes(
            ByteBuffer.class,
            Byteas::putRemaining,
            ScalarCodec.printed(value -> hex(remaining(value))))
        .build();
  }

  private static String hex(byte[] value) {
    return "\\x" + HexFormat.of().formatHex(value);
  }

  private static void putRemaining(ByteBuffer value, WriteBuffer out) {
    if (value.hasArray()) {
      out.putBytes(value.array(), value.arrayOffset() + value.position(), value.remaining());
    } else {
      byte[] bytes = remaining(value);
      out.putBytes(bytes, 0, bytes.length);
    }
  }

  /// Leaves the position of the caller's buffer alone.
  private static byte[] remaining(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return bytes;
  }

  private static byte[] decodeText(byte[] source, int offset, int length) {
    if (length >= 2 && source[offset] == '\\' && source[offset + 1] == 'x') {
      return decodeHex(source, offset + 2, length - 2);
    }
    return decodeEscaped(source, offset, length);
  }

  private static byte[] decodeHex(byte[] source, int offset, int length) {
    if (length % 2 != 0) {
      throw Faults.malformedText(TYPE, "odd number of hexadecimal digits");
    }
    byte[] bytes = new byte[length / 2];
    for (int i = 0; i < bytes.length; i++) {
      int high = Character.digit(source[offset + 2 * i], 16);
      int low = Character.digit(source[offset + 2 * i + 1], 16);
      if (high < 0 || low < 0) {
        throw Faults.malformedText(TYPE, "expected hexadecimal digits");
      }
      bytes[i] = (byte) (high << 4 | low);
    }
    return bytes;
  }

  private static byte[] decodeEscaped(byte[] source, int offset, int length) {
    byte[] bytes = new byte[length];
    int count = 0;
    int end = offset + length;
    for (int at = offset; at < end; count++) {
      if (source[at] != '\\') {
        bytes[count] = source[at++];
      } else if (at + 1 < end && source[at + 1] == '\\') {
        bytes[count] = '\\';
        at += 2;
      } else {
        bytes[count] = octal(source, at + 1, end);
        at += 4;
      }
    }
    return Arrays.copyOf(bytes, count);
  }

  private static byte octal(byte[] source, int at, int end) {
    if (at + 3 > end) {
      throw Faults.malformedText(TYPE, "escape ends early");
    }
    int value = 0;
    for (int i = 0; i < 3; i++) {
      int digit = Character.digit(source[at + i], 8);
      if (digit < 0) {
        throw Faults.malformedText(TYPE, "expected three octal digits");
      }
      value = value << 3 | digit;
    }
    return (byte) value;
  }
}
