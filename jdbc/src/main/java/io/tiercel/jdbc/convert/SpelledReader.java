package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.TypedText;

/// Types that are left in the server's spelling: as object a [TypedText]. In binary, only those
/// whose binary format is their text.
final class SpelledReader extends ValueReader {
  private final boolean isUtf8;

  /// @param isUtf8 whether the bytes are the text in either format
  SpelledReader(ValueType type, boolean isUtf8) {
    super(type);
    this.isUtf8 = isUtf8;
  }

  @Override
  String getString(byte[] source, int offset, int length) throws java.sql.SQLException {
    return isUtf8 ? Texts.utf8(source, offset, length) : super.getString(source, offset, length);
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws java.sql.SQLException {
    return new TypedText(type.name(), getString(source, offset, length));
  }
}
