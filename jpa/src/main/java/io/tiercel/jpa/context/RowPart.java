package io.tiercel.jpa.context;

import io.tiercel.jpa.access.EmbeddableAccess;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import org.jspecify.annotations.Nullable;

/// A value of Java as it stands in the slots of a row. Safe for any number of threads.
sealed interface RowPart {

  /// The value in a row; null when all its columns are.
  @Nullable Object read(@Nullable Object[] values);

  /// Puts a value into its slots.
  void write(@Nullable Object value, @Nullable Object[] values);

  /// A value in one column.
  record Basic(Column column) implements RowPart {
    @Override
    public @Nullable Object read(@Nullable Object[] values) {
      Object value = values[column.slot()];
      Conversion conversion = column.conversion();
      return value == null || conversion == null ? value : conversion.toAttribute(value);
    }

    @Override
    public void write(@Nullable Object value, @Nullable Object[] values) {
      Conversion conversion = column.conversion();
      values[column.slot()] =
          value == null || conversion == null ? value : conversion.toColumn(value);
    }
  }

  /// An embeddable.
  record Embedded(EmbeddableAccess access) implements RowPart {
    @Override
    public @Nullable Object read(@Nullable Object[] values) {
      return access.build(values);
    }

    @Override
    public void write(@Nullable Object value, @Nullable Object[] values) {
      access.read(value, values);
    }
  }
}
