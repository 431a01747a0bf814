package io.tiercel.jdbc.convert;

import java.sql.ResultSet;
import java.sql.SQLException;

/// `refcursor`: as object the rows that the cursor holds, as text its name.
final class CursorReader extends ValueReader {
  private final ConversionContext context;

  CursorReader(ValueType type, ConversionContext context) {
    super(type);
    this.context = context;
  }

  @Override
  String getString(byte[] source, int offset, int length) {
    return Texts.utf8(source, offset, length);
  }

  @Override
  Class<?> objectClass() {
    return ResultSet.class;
  }

  @Override
  ResultSet getObject(byte[] source, int offset, int length) throws SQLException {
    return context.cursor(getString(source, offset, length), ResultSet.TYPE_FORWARD_ONLY);
  }
}
