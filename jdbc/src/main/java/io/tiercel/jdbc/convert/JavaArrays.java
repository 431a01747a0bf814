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
    return nested(value, reader, leaf, typeMap, 0, 0, value.elements().size());
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
      ArrayValue value,
      ValueReader reader,
      Class<?> leaf,
      Map<String, Class<?>> typeMap,
      int level,
      int from,
      int to)
      throws SQLException {
    int[] lengths = value.lengths();
    int length = lengths[level];
    Class<?> component = leaf;
    for (int i = level + 1; i < lengths.length; i++) {
      component = component.arrayType();
    }
    Object array = Array.newInstance(component, length);
    int width = (to - from) / length;
    for (int i = 0; i < length; i++) {
      int start = from + i * width;
      Array.set(
          array,
          i,
          level == lengths.length - 1
              ? element(value.elements().get(start), reader, leaf, typeMap)
              : nested(value, reader, leaf, typeMap, level + 1, start, start + width));
    }
    return array;
  }

  private static @Nullable Object element(
      byte @Nullable [] bytes, ValueReader reader, Class<?> leaf, Map<String, Class<?>> typeMap)
      throws SQLException {
    if (bytes == null) {
      return null;
    }
    if (leaf == Short.class) {
      return (short) reader.getWhole(bytes, 0, bytes.length, -32768, 32767, "short");
    }
    if (leaf == String.class) {
      return reader.getString(bytes, 0, bytes.length);
    }
    return reader.getMapped(bytes, 0, bytes.length, typeMap);
  }
}
