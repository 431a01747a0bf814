package io.tiercel.wire.codec;

import java.nio.charset.StandardCharsets;

/// `tsvector`. In binary (`tsvectorsend` of the server) an int32 number of lexemes, then for each
/// its text, ended by a zero byte, an int16 number of positions, and each position as an int16: two
/// bits of weight, `D` to `A`, and fourteen of position. In text `'cat':3A 'dog':1,2`.
final class TextSearch {
  private static final String TYPE = "tsvector";
  private static final String WEIGHTS = "DCBA";
  private static final int POSITION_BITS = 14;
  private static final int MIN_LEXEME_BYTES = 1 + Short.BYTES;

  private TextSearch() {}

  static TypeCodec tsvector() {
    return ScalarCodec.of(TYPE, String.class)
        .sentAsText()
        .parses(String.class, TextSearch::print, text -> text)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .writes(String.class, null, ScalarCodec::putText)
        .build();
  }

  private static String print(byte[] source, int offset, int length) {
    int count = length < Integer.BYTES ? -1 : BinaryInts.readInt(source, offset);
    if (count < 0 || count > (length - Integer.BYTES) / MIN_LEXEME_BYTES) {
      throw Faults.malformed(TYPE, "%d lexemes in %d bytes".formatted(count, length));
    }
    var to = new StringBuilder();
    int at = offset + Integer.BYTES;
    int end = offset + length;
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        to.append(' ');
      }
      int zero = at;
      while (zero < end && source[zero] != 0) {
        zero++;
      }
      int positions =
          end - zero < MIN_LEXEME_BYTES
              ? -1
              : Short.toUnsignedInt(BinaryInts.readShort(source, zero + 1));
      if (positions < 0 || positions > (end - zero - MIN_LEXEME_BYTES) / Short.BYTES) {
        throw Faults.malformed(TYPE, "ends within lexeme " + (i + 1));
      }
      quote(new String(source, at, zero - at, StandardCharsets.UTF_8), to);
      at = zero + MIN_LEXEME_BYTES;
      for (int p = 0; p < positions; p++, at += Short.BYTES) {
        position(Short.toUnsignedInt(BinaryInts.readShort(source, at)), p == 0, to);
      }
    }
    if (at != end) {
      throw Faults.malformed(TYPE, (end - at) + " bytes too long");
    }
    return to.toString();
  }

  private static void quote(String lexeme, StringBuilder to) {
    to.append('\'').append(lexeme.replace("\\", "\\\\").replace("'", "''")).append('\'');
  }

  private static void position(int entry, boolean isFirst, StringBuilder to) {
    to.append(isFirst ? ':' : ',').append(entry & ((1 << POSITION_BITS) - 1));
    int weight = entry >>> POSITION_BITS;
    if (weight > 0) {
      to.append(WEIGHTS.charAt(weight));
    }
  }
}
