package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.ArrayValue;
import io.tiercel.wire.codec.Oids;
import java.lang.reflect.Array;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Arrays of the server as Java arrays of objects: `Integer[]`, `String[][]`.
final class JavaArrays {
  private JavaArrays() {}

  static Object of(ArrayValue value, ValueReader reader, Map<String, Class<?>> typeMap)
      throws SQLException {
    int[] lengths = value.lengths();
    Class<?> mapped = typeMap.get(reader.type.name());
    Class<?> leaf = mapped == null ? leaf(reader) : mapped;
    if (lengths.length == 0) {
      return Array.newInstance(leaf, 0);
    }
    return nested(lengths, value.elements(), reader, leaf, typeMap, 0);
  }

  /// The class of the elements: what `getObject` returns, but Short for `int2` and String for JSON.
  private static Class<?> leaf(ValueReader reader) {
    return switch (reader.type.oid()) {
      case Oids.INT2 -> Short.class;
      case Oids.JSON, Oids.JSONB -> String.class;
      default -> reader.objectClass();
    };
  }

  private static Object nested(
      int[] lengths,
      ArrayValue.Elements elements,
      ValueReader reader,
      Class<?> leaf,
      Map<String, Class<?>> typeMap,
      int level)
      throws SQLException {
    int length = lengths[level];
    Class<?> component = leaf;
    for (int i = level + 1; i < lengths.length; i++) {
      component = component.arrayType();
    }
    @Nullable Object[] array = (@Nullable Object[]) Array.newInstance(component, length);
    for (int i = 0; i < length; i++) {
      array[i] =
          level == lengths.length - 1
              ? next(elements, reader, leaf, typeMap)
              : nested(lengths, elements, reader, leaf, typeMap, level + 1);
    }
    return array;
  }

  private static @Nullable Object next(
      ArrayValue.Elements elements,
      ValueReader reader,
      Class<?> leaf,
      Map<String, Class<?>> typeMap)
      throws SQLException {
    elements.next();
    if (elements.isNull()) {
      return null;
    }
    byte[] source = elements.source();
    int offset = elements.offset();
    int length = elements.length();
    if (leaf == Short.class) {
      return (short) reader.getWhole(source, offset, length, -32768, 32767, "short");
    }
    if (leaf == String.class) {
      return reader.getString(source, offset, length);
    }
    return reader.getMapped(source, offset, length, typeMap);
  }
}
