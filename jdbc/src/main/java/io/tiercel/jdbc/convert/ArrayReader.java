package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.ArrayValue;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/// Arrays of any type: as object a [SqlArray].
final class ArrayReader extends ValueReader {
  private final ConversionContext context;
  private final int elementOid;
  private final char delimiter;
  private final ValueReader element;

  ArrayReader(ValueType type, int elementOid, ConversionContext context) throws SQLException {
    super(type);
    this.context = context;
    this.elementOid = elementOid;
    delimiter = context.types().delimiter(elementOid);
    element = ValueReaders.of(elementOid, -1, type.format(), context);
  }

  private ArrayValue value(byte[] source, int offset, int length) {
    return type.isBinary()
        ? ArrayValue.decode(source, offset, length)
        : ArrayValue.parse(Texts.utf8(source, offset, length), elementOid, delimiter);
  }

  @Override
  Class<?> objectClass() {
    return java.sql.Array.class;
  }

  @Override
  SqlArray getObject(byte[] source, int offset, int length) {
    return new SqlArray(context, type.oid(), elementOid, value(source, offset, length));
  }

  @Override
  String getString(byte[] source, int offset, int length) throws SQLException {
    return type.isBinary()
        ? print(value(source, offset, length), element, delimiter)
        : super.getString(source, offset, length);
  }

  static String print(ArrayValue value, ValueReader element, char delimiter) throws SQLException {
    return value.print(delimiter, element::getString);
  }

  /// Java arrays of any class the codec reads, and lists.
  @Override
  <T> T getOther(byte[] source, int offset, int length, Class<T> target) throws SQLException {
    if (target.isArray() || target == List.class || target == Collection.class) {
      return context
          .codecs()
          .decoder(type.oid(), type.format(), target)
          .decode(source, offset, length);
    }
    return super.getOther(source, offset, length, target);
  }
}
