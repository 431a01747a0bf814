package io.tiercel.jpa.context;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.write.UpdateWrite;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The statement for rows in which the same columns changed, and these columns.
record ColumnsUpdate(UpdateWrite write, List<Column> columns) {

  static ColumnsUpdate of(EntityDescriptor type, BitSet slots) {
    List<Column> columns =
        type.updatable.stream().filter(column -> slots.get(column.slot())).toList();
    return new ColumnsUpdate(
        new UpdateWrite(type.mapping.table(), type.idColumn, type.versionColumn, columns), columns);
  }

  /// What is written of a row's values.
  @Nullable Object[] select(@Nullable Object[] values) {
    @Nullable Object[] selected = new Object[columns.size()];
    for (int i = 0; i < selected.length; i++) {
      selected[i] = values[columns.get(i).slot()];
    }
    return selected;
  }
}
