package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;

/// Where something is: `pg_lsn`, an unsigned int64, in text its halves as `16/B374D848`; and `tid`,
/// an unsigned int32 block and an unsigned int16 row in it, in text `(0,1)`.
final class Locations {
  private static final int HEX = 16;
  private static final int TID_BYTES = Integer.BYTES + Short.BYTES;

  private Locations() {}

  static TypeCodec pgLsn() {
    return ScalarCodec.of("pg_lsn", String.class)
        .sentAsText()
        .parses(Long.class, Locations::decodeLsn, Locations::parseLsn)
        .parses(
            String.class,
            (source, offset, length) -> printLsn(decodeLsn(source, offset, length)),
            text -> text)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .prints(Long.class, (value, out) -> out.putLong(value), Locations::printLsn)
        .prints(String.class, (value, out) -> out.putLong(parseLsn(value)), value -> value)
        .build();
  }

  static TypeCodec tid() {
    return ScalarCodec.of("tid", String.class)
        .sentAsText()
        .parses(String.class, Locations::decodeTid, text -> text)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .prints(String.class, Locations::encodeTid, value -> value)
        .build();
  }

  private static Long decodeLsn(byte[] source, int offset, int length) {
    Faults.requireLength("pg_lsn", Long.BYTES, length);
    return BinaryInts.readLong(source, offset);
  }

  private static String printLsn(long lsn) {
    return "%X/%X".formatted(lsn >>> Integer.SIZE, lsn & 0xFFFF_FFFFL);
  }

  private static long parseLsn(String text) {
    int slash = text.indexOf('/');
    try {
      long high = Integer.parseUnsignedInt(text, 0, Math.max(0, slash), HEX);
      long low = Integer.parseUnsignedInt(text, slash + 1, text.length(), HEX);
      return (high << Integer.SIZE) | (low & 0xFFFF_FFFFL);
    } catch (NumberFormatException e) {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION,
          "malformed text value of pg_lsn: expected two hexadecimal numbers, such as 16/B374D848",
          e);
    }
  }

  private static String decodeTid(byte[] source, int offset, int length) {
    Faults.requireLength("tid", TID_BYTES, length);
    return "(%d,%d)"
        .formatted(
            BinaryInts.readUnsignedInt(source, offset),
            Short.toUnsignedInt(BinaryInts.readShort(source, offset + Integer.BYTES)));
  }

  private static void encodeTid(String text, WriteBuffer out) {
    var cursor = new TextCursor("tid", text);
    cursor.expect('(');
    long block = cursor.unsigned(0xFFFF_FFFFL);
    cursor.expect(',');
    long row = cursor.unsigned(0xFFFF);
    cursor.expect(')');
    cursor.expectEnd();
    out.putInt((int) block).putShort((int) row);
  }
}
