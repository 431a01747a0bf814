package io.tiercel.wire.codec;

/// `bool`: one byte, 0 or 1; in text `t` or `f`.
final class Booleans {
  private static final String TYPE = "bool";

  private Booleans() {}

  static TypeCodec bool() {
    return ScalarCodec.of(TYPE, Boolean.class)
        .reads(Boolean.class, Booleans::decode, Booleans::decodeText)
        .views(String.class, Boolean.class, value -> value ? "t" : "f")
        .prints(
            Boolean.class, (value, out) -> out.putByte(value ? 1 : 0), value -> value ? "t" : "f")
        .build();
  }

  private static Boolean decode(byte[] source, int offset, int length) {
    Faults.requireLength(TYPE, 1, length);
    return source[offset] != 0;
  }

  private static Boolean decodeText(byte[] source, int offset, int length) {
    if (length == 1) {
      if (source[offset] == 't') {
        return true;
      }
      if (source[offset] == 'f') {
        return false;
      }
    }
    throw Faults.malformedText(TYPE, "expected t or f");
  }
}
