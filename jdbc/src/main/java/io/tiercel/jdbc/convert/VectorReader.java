package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.TypedText;
import io.tiercel.wire.codec.ArrayValue;
import java.sql.SQLException;
import java.util.StringJoiner;

/// `int2vector` and `oidvector` of the system catalogs: in binary an array, in text `1 2 3`.
final class VectorReader extends ValueReader {
  static final int INT2VECTOR = 22;
  static final int OIDVECTOR = 30;

  private final ConversionContext context;

  VectorReader(ValueType type, ConversionContext context) {
    super(type);
    this.context = context;
  }

  @Override
  String getString(byte[] source, int offset, int length) throws SQLException {
    if (!type.isBinary()) {
      return super.getString(source, offset, length);
    }
    ArrayValue value = ArrayValue.decode(source, offset, length);
    ValueReader reader = ValueReaders.of(value.elementOid(), -1, type.format(), context);
    var text = new StringJoiner(" ");
    ArrayValue.Elements elements = value.elements();
    while (elements.next()) {
      text.add(
          elements.isNull()
              ? "0"
              : reader.getString(elements.source(), elements.offset(), elements.length()));
    }
    return text.toString();
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    return new TypedText(type.name(), getString(source, offset, length));
  }
}
