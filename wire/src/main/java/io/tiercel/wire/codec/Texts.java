package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/// Types whose Java form is a String: the text family, `json` and `jsonb`, enums, and every type
/// that is left in the server's own spelling.
final class Texts {
  /// The only version of the binary format of `jsonb` and others: a byte 1, then the text.
  private static final int TEXT_VERSION = 1;

  private Texts() {}

  /// `text`, `varchar`, `bpchar`, `name`, `citext`, enums: UTF-8 in both formats. The server strips
  /// nothing and neither does this: a `bpchar` keeps its padding. A UUID may stand in one of
  /// them in its canonical form, as tables made for several databases have it.
  static TypeCodec text(String typeName) {
    return ScalarCodec.of(typeName, String.class)
        .reads(String.class, ScalarCodec.UTF8, ScalarCodec.UTF8)
        .writes(String.class, ScalarCodec.TEXT, ScalarCodec.TEXT)
        .rest(builder -> othersOfText(builder, typeName))
        .build();
  }

  private static void othersOfText(ScalarCodec.Builder builder, String typeName) {
    builder
        .views(Character.class, String.class, value -> onlyChar(typeName, value))
        .views(UUID.class, String.class, value -> uuid(typeName, value))
        .accepts(Character.class, String.class, Object::toString)
        .accepts(UUID.class, String.class, UUID::toString)
        .accepts(CharSequence.class, String.class, Object::toString);
  }

  /// A type that is left in the server's own spelling, read and written as text. Should it arrive
  /// in binary after all, there is still its raw form.
  static TypeCodec spelled(String typeName) {
    return ScalarCodec.of(typeName, String.class)
        .textOnly()
        .reads(String.class, null, ScalarCodec.UTF8)
        .writes(String.class, null, ScalarCodec.TEXT)
        .rest(builder -> builder.reads(byte[].class, Texts::copy, Texts::copy))
        .build();
  }

  static TypeCodec json() {
    return ScalarCodec.of("json", String.class)
        .reads(String.class, ScalarCodec.UTF8, ScalarCodec.UTF8)
        .writes(String.class, ScalarCodec.TEXT, ScalarCodec.TEXT)
        .build();
  }

  static TypeCodec jsonb() {
    return ScalarCodec.of("jsonb", String.class)
        .reads(
            String.class,
            (source, offset, length) -> decodeVersioned("jsonb", source, offset, length),
            ScalarCodec.UTF8)
        .writes(
            String.class,
            (value, out) -> out.putByte(TEXT_VERSION).putUtf8(value),
            ScalarCodec.TEXT)
        .build();
  }

  /// `"char"`: one byte, used by the system catalogs. As the server prints it: nothing for zero,
  /// `\ooo` for a byte past ASCII.
  static TypeCodec singleByteChar() {
    return ScalarCodec.of("\"char\"", String.class)
        .reads(String.class, Texts::decodeByte, ScalarCodec.UTF8)
        .views(Character.class, String.class, value -> onlyChar("\"char\"", value))
        .writes(String.class, Texts::encodeByte, ScalarCodec.TEXT)
        .accepts(Character.class, String.class, Object::toString)
        .build();
  }

  /// `jsonpath`, and `ltree` and its queries of the extension: a byte 1, then the text.
  static TypeCodec versioned(String typeName) {
    return ScalarCodec.of(typeName, String.class)
        .sentAsText()
        .reads(
            String.class,
            (source, offset, length) -> decodeVersioned(typeName, source, offset, length),
            ScalarCodec.UTF8)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .writes(
            String.class,
            (value, out) -> out.putByte(TEXT_VERSION).putUtf8(value),
            ScalarCodec.TEXT)
        .build();
  }

  static byte[] copy(byte[] source, int offset, int length) {
    return Arrays.copyOfRange(source, offset, offset + length);
  }

  private static Character onlyChar(String typeName, String value) {
    if (value.length() != 1) {
      throw Faults.doesNotFit(
          typeName,
          Character.class,
          "it takes exactly one character, the value has "
              + value.length()
              + "; read it as String");
    }
    return value.charAt(0);
  }

  private static UUID uuid(String typeName, String value) {
    try {
      return UUID.fromString(value.stripTrailing());
    } catch (IllegalArgumentException e) {
      throw Faults.doesNotFit(
          typeName, UUID.class, "expected 8-4-4-4-12 hexadecimal digits; read it as String");
    }
  }

  private static String decodeVersioned(String typeName, byte[] source, int offset, int length) {
    if (length < 1 || source[offset] != TEXT_VERSION) {
      throw Faults.malformed(typeName, "expected version " + TEXT_VERSION);
    }
    return ScalarCodec.utf8(source, offset + 1, length - 1);
  }

  private static String decodeByte(byte[] source, int offset, int length) {
    Faults.requireLength("\"char\"", 1, length);
    int value = source[offset] & 0xFF;
    if (value == 0) {
      return "";
    }
    return value < 0x80
        ? new String(source, offset, 1, StandardCharsets.US_ASCII)
        : "\\" + Integer.toOctalString(value);
  }

  private static void encodeByte(String value, WriteBuffer out) {
    if (value.isEmpty()) {
      out.putByte(0);
    } else if (value.length() == 1 && value.charAt(0) < 0x80) {
      out.putByte(value.charAt(0));
    } else if (value.matches("\\\\[0-3][0-7]{2}")) {
      out.putByte(Integer.parseInt(value.substring(1), 8));
    } else {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION,
          "\"char\" takes one ASCII character or \\ooo, got %d characters"
              .formatted(value.length()));
    }
  }
}
