package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.util.Arrays;

/// `bit` and `varbit`. In binary (`varbit_send` of the server) an int32 number of bits, then the
/// bits from the most significant one of the first byte on, padded with zeros. In text one digit a
/// bit. Read as text, or as `boolean[]`.
final class BitStrings {
  private BitStrings() {}

  static TypeCodec codec(String typeName) {
    return ScalarCodec.of(typeName, String.class)
        .sentAsText()
        .parses(
            boolean[].class,
            (source, offset, length) -> bits(typeName, source, offset, length),
            text -> parse(typeName, text))
        .parses(
            String.class,
            (source, offset, length) -> print(bits(typeName, source, offset, length)),
            text -> text)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .prints(boolean[].class, BitStrings::encode, BitStrings::print)
        .prints(String.class, (value, out) -> encode(parse(typeName, value), out), value -> value)
        .build();
  }

  private static boolean[] bits(String typeName, byte[] source, int offset, int length) {
    int count = length < Integer.BYTES ? -1 : BinaryInts.readInt(source, offset);
    if (count < 0 || length - Integer.BYTES != (count + 7L) / 8) {
      throw Faults.malformed(typeName, "%d bits in %d bytes".formatted(count, length));
    }
    boolean[] bits = new boolean[count];
    for (int i = 0; i < count; i++) {
      bits[i] = (source[offset + Integer.BYTES + i / 8] & (0x80 >>> (i % 8))) != 0;
    }
    return bits;
  }

  private static void encode(boolean[] bits, WriteBuffer out) {
    out.putInt(bits.length);
    for (int i = 0; i < bits.length; i += 8) {
      int octet = 0;
      for (int j = i; j < Math.min(i + 8, bits.length); j++) {
        octet |= bits[j] ? 0x80 >>> (j - i) : 0;
      }
      out.putByte(octet);
    }
  }

  private static String print(boolean[] bits) {
    byte[] digits = new byte[bits.length];
    Arrays.fill(digits, (byte) '0');
    for (int i = 0; i < bits.length; i++) {
      if (bits[i]) {
        digits[i] = '1';
      }
    }
    return new String(digits, java.nio.charset.StandardCharsets.US_ASCII);
  }

  private static boolean[] parse(String typeName, String digits) {
    boolean[] bits = new boolean[digits.length()];
    for (int i = 0; i < bits.length; i++) {
      char digit = digits.charAt(i);
      if (digit != '0' && digit != '1') {
        throw new CodecException(
            SqlState.INVALID_TEXT_REPRESENTATION,
            "malformed text value of %s: expected 0 or 1 at character %d"
                .formatted(typeName, i + 1));
      }
      bits[i] = digit == '1';
    }
    return bits;
  }
}
