package io.tiercel.jdbc.convert;

import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;

/// The failures of conversions, in one wording. The reader adds the column, the statement the
/// parameter.
final class Conversions {
  static final String CANNOT_COERCE = "42846";
  static final String DATA_TYPE_MISMATCH = "42821";
  static final String INVALID_DATETIME_FORMAT = "22007";

  private static final int MAX_TEXT = 40;

  private Conversions() {}

  /// A number outside the range of the Java type asked for, or no number at all.
  static CodecException badNumber(String text, String target) {
    return new CodecException(
        SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
        "cannot read %s as %s".formatted(quoted(text), target));
  }

  static CodecException badBoolean(String text) {
    return new CodecException(
        CANNOT_COERCE,
        ("cannot read %s as boolean\n"
                + "Hint: true is t, true, y, yes, on or 1; false is f, false, n, no, off or 0.")
            .formatted(quoted(text)));
  }

  static CodecException badDateTime(String text, String target) {
    return new CodecException(
        INVALID_DATETIME_FORMAT, "cannot read %s as %s".formatted(quoted(text), target));
  }

  /// A class that values of the type are never read as.
  static CodecException unsupported(String typeName, Class<?> target) {
    return new CodecException(
        SqlState.INVALID_PARAMETER_VALUE,
        "cannot read a value of type %s as %s\nHint: read it as String, or cast it in the query."
            .formatted(typeName, target.getTypeName()));
  }

  /// A class of java.time that the type does not determine.
  static CodecException mismatch(String typeName, Class<?> target) {
    return new CodecException(
        DATA_TYPE_MISMATCH,
        "cannot read a value of type %s as %s\nHint: cast it in the query."
            .formatted(typeName, target.getTypeName()));
  }

  private static String quoted(String text) {
    return "\"" + (text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…") + "\"";
  }
}
