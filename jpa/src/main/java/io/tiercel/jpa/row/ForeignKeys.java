package io.tiercel.jpa.row;

import io.tiercel.jpa.mapping.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Foreign keys in rows: a key is the value of its only column, or a [CompositeKey] of several, in
/// the order of the columns that it refers to. One with a null column refers to nothing, as a
/// constraint with `MATCH SIMPLE` has it (manual, "CREATE TABLE").
public final class ForeignKeys {
  private ForeignKeys() {}

  /// The key that a row's values hold in these columns, null when any of them is null.
  public static @Nullable Object read(List<Column> columns, @Nullable Object[] values) {
    if (columns.size() == 1) {
      return values[columns.getFirst().slot()];
    }
    List<Object> parts = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      Object part = values[columns.get(i).slot()];
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return new CompositeKey(parts);
  }

  /// The key that a row holds in these columns, null when any of them is null.
  public static @Nullable Object read(List<Column> columns, Row row) {
    if (columns.size() == 1) {
      return row.get(columns.getFirst().slot());
    }
    @Nullable Object[] parts = new Object[row.size()];
    columns.forEach(column -> parts[column.slot()] = row.get(column.slot()));
    return read(columns, parts);
  }

  /// The value of one column of a key, null for a null key.
  public static @Nullable Object part(@Nullable Object key, int index) {
    return key instanceof CompositeKey composite ? composite.parts().get(index) : key;
  }

  /// Puts a key into a row's values.
  public static void write(List<Column> columns, @Nullable Object key, @Nullable Object[] values) {
    for (int i = 0; i < columns.size(); i++) {
      values[columns.get(i).slot()] = part(key, i);
    }
  }

  /// The values of columns in their order, of a key or of null.
  public static @Nullable Object[] parts(int width, @Nullable Object key) {
    @Nullable Object[] parts = new Object[width];
    for (int i = 0; i < width; i++) {
      parts[i] = part(key, i);
    }
    return parts;
  }

  /// Two keys as one.
  public static Object joined(Object one, Object other) {
    List<Object> parts = new ArrayList<>();
    for (Object key : List.of(one, other)) {
      if (key instanceof CompositeKey composite) {
        parts.addAll(composite.parts());
      } else {
        parts.add(key);
      }
    }
    return new CompositeKey(parts);
  }
}
