package io.tiercel.jpa.context;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.row.Row;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Foreign keys in rows: a key is the value of its only column, or a [CompositeKey] of several, in
/// the order of the columns that it refers to. One with a null column refers to nothing, as a
/// constraint with `MATCH SIMPLE` has it (manual, "CREATE TABLE").
final class ForeignKeys {
  private ForeignKeys() {}

  /// The key that a row's values hold in these columns, null when any of them is null.
  static @Nullable Object read(List<Column> columns, @Nullable Object[] values) {
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
  static @Nullable Object read(List<Column> columns, Row row) {
    if (columns.size() == 1) {
      return row.get(columns.getFirst().slot());
    }
    @Nullable Object[] parts = new Object[row.size()];
    columns.forEach(column -> parts[column.slot()] = row.get(column.slot()));
    return read(columns, parts);
  }

  /// What foreign keys hold that refer to an entity by these columns, as of its row.
  static @Nullable Object referenced(EntityEntry entry, ToOneAttribute attribute) {
    if (attribute.refersToId()) {
      return entry.id;
    }
    Row row = entry.requiredRow();
    @Nullable Object[] values = new Object[row.size()];
    for (Column column : attribute.referencedColumns()) {
      Object value = row.get(column.slot());
      values[column.slot()] =
          value != null && entry.type.isPadded(column.slot()) ? Keys.unpadded(value) : value;
    }
    return read(attribute.referencedColumns(), values);
  }

  /// An association that holds nothing: its columns become null, unless they refer to nothing as
  /// they are. So one of them that is shared with another attribute keeps its value.
  static void clear(EntityEntry owner, ToOneAttribute attribute, @Nullable Object[] values) {
    Row row = owner.row;
    if (row != null && read(attribute.joinColumns(), row) == null) {
      attribute.joinColumns().forEach(column -> values[column.slot()] = row.get(column.slot()));
    } else {
      write(attribute.joinColumns(), null, values);
    }
  }

  /// The value of one column of a key, null for a null key.
  static @Nullable Object part(@Nullable Object key, int index) {
    return key instanceof CompositeKey composite ? composite.parts().get(index) : key;
  }

  /// Puts a key into a row's values.
  static void write(List<Column> columns, @Nullable Object key, @Nullable Object[] values) {
    for (int i = 0; i < columns.size(); i++) {
      values[columns.get(i).slot()] = part(key, i);
    }
  }

  /// The values of columns in their order, of a key or of null.
  static @Nullable Object[] parts(int width, @Nullable Object key) {
    @Nullable Object[] parts = new Object[width];
    for (int i = 0; i < width; i++) {
      parts[i] = part(key, i);
    }
    return parts;
  }

  /// Two keys as one.
  static Object joined(Object one, Object other) {
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
