package io.tiercel.jdbc.convert;

import java.sql.SQLXML;

/// `xml`: as object an SQLXML; its text in both formats.
final class XmlReader extends ValueReader {
  XmlReader(ValueType type) {
    super(type);
  }

  @Override
  String getString(byte[] source, int offset, int length) {
    return Texts.utf8(source, offset, length);
  }

  @Override
  Class<?> objectClass() {
    return SQLXML.class;
  }

  @Override
  SQLXML getObject(byte[] source, int offset, int length) {
    return new SqlXmlValue(Texts.utf8(source, offset, length));
  }
}
