package io.tiercel.wire.codec;

import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;

/// The failures that many codecs share, in one wording. None of them shows a value.
final class Faults {
  private Faults() {}

  /// Refuses a fixed-size value of another size.
  static void requireLength(String typeName, int expected, int actual) {
    if (actual != expected) {
      throw malformed(typeName, "%d bytes, expected %d".formatted(actual, expected));
    }
  }

  /// Bytes that no `send` function of the type writes.
  static CodecException malformed(String typeName, String detail) {
    return new CodecException(
        SqlState.INVALID_BINARY_REPRESENTATION,
        "malformed binary value of %s: %s".formatted(typeName, detail));
  }

  /// Text that no output function of the type writes.
  static CodecException malformedText(String typeName, String detail) {
    return new CodecException(
        SqlState.INVALID_TEXT_REPRESENTATION,
        "malformed text value of %s: %s".formatted(typeName, detail));
  }

  /// A value that was read correctly but does not fit the Java class.
  static CodecException doesNotFit(String typeName, Class<?> target, String hint) {
    return new CodecException(
        SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
        "value of %s does not fit %s\nHint: %s".formatted(typeName, target.getTypeName(), hint));
  }

  /// A Java value outside the range of the type.
  static CodecException outOfRange(Object value, String typeName, String detail) {
    return new CodecException(
        SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
        "%s out of range for %s: %s".formatted(value.getClass().getTypeName(), typeName, detail));
  }

  /// A date or time outside the range of the type.
  static CodecException outOfTime(Object value, String typeName, String range) {
    return new CodecException(
        SqlState.DATETIME_FIELD_OVERFLOW,
        "%s out of range for %s: it holds %s"
            .formatted(value.getClass().getTypeName(), typeName, range));
  }

  /// `infinity` asked for as a class that has no value for it.
  static CodecException infinite(String typeName, Class<?> target, Class<?> instead) {
    return new CodecException(
        SqlState.DATETIME_FIELD_OVERFLOW,
        ("cannot read infinity of %s as %s\n"
                + "Hint: read it as %s, whose MIN and MAX stand for -infinity and infinity,"
                + " or filter with isfinite().")
            .formatted(typeName, target.getTypeName(), instead.getTypeName()));
  }
}
