package io.tiercel.jpa.row;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ids as the database compares them. Two values it takes for the same key must be one key of the
/// identity map: `1.50` and `1.5` of a numeric column, `0.0` and `-0.0` of a floating-point one,
/// and in a `char(n)` column, which the server fills up with blanks, `"EUR"` and `"EUR  "`.
public final class Keys {
  private Keys() {}

  /// What stands for the key in maps.
  public static Object normal(Object key) {
    return CompositeKey.normal(key);
  }

  /// A key in a result row, as it stands in maps; null for SQL null.
  public static @Nullable Object read(DataRow row, int column, Class<?> type) {
    Object key = row.get(column, type);
    if (key == null) {
      return null;
    }
    return isPadded(row, column) ? unpadded(key) : normal(key);
  }

  /// A key of these columns, which stand side by side in a result row; null when one is null.
  public static @Nullable Object read(DataRow row, int first, List<Column> columns) {
    if (columns.size() == 1) {
      return read(row, first, columns.getFirst().columnType());
    }
    List<Object> parts = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      Object part = read(row, first + i, columns.get(i).columnType());
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return new CompositeKey(parts);
  }

  /// Whether the server fills the column up with blanks that mean nothing.
  public static boolean isPadded(DataRow row, int column) {
    return row.description().fields().get(column).typeOid() == Oids.BPCHAR;
  }

  /// The key without the blanks at its end.
  public static Object unpadded(Object key) {
    if (!(key instanceof String text)) {
      return key;
    }
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }
}
