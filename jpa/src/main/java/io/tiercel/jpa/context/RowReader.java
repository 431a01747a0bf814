package io.tiercel.jpa.context;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decodes the columns of one entity, which stand side by side in a result, into a row's values.
/// The decoders are planned once for each result.
final class RowReader {
  private final List<Column> columns;
  private final int firstColumn;
  private @Nullable RowDescription plannedFor;
  private Decoder<?>[] decoders = {};

  RowReader(List<Column> columns, int firstColumn) {
    this.columns = columns;
    this.firstColumn = firstColumn;
  }

  /// The value of one slot; null for SQL null.
  @Nullable Object value(DataRow row, int slot) {
    plan(row.description());
    return row.get(firstColumn + slot, decoders[slot]);
  }

  /// All values in mapping order, in a new array.
  @Nullable Object[] values(DataRow row) {
    plan(row.description());
    @Nullable Object[] values = new Object[decoders.length];
    for (int slot = 0; slot < values.length; slot++) {
      values[slot] = row.get(firstColumn + slot, decoders[slot]);
    }
    return values;
  }

  private void plan(RowDescription description) {
    if (description == plannedFor) {
      return;
    }
    Decoder<?>[] planned = new Decoder<?>[columns.size()];
    for (int slot = 0; slot < planned.length; slot++) {
      var field = description.fields().get(firstColumn + slot);
      planned[slot] =
          Codecs.builtin().decoder(field.typeOid(), field.format(), columns.get(slot).columnType());
    }
    decoders = planned;
    plannedFor = description;
  }
}
