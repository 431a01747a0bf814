package io.tiercel.jpa.load;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decodes the columns of one entity in a result into a row's values. The decoders are planned once
/// for each result, from the codecs of its connection, which know the types that only this database
/// has.
final class RowReader {
  /// In a result of fewer rows it would cost more than it brings to look for texts that repeat.
  private static final int TEXTS_REPEAT_FROM_ROWS = 64;

  /// The same for foreign keys, which costs less.
  private static final int KEYS_REPEAT_FROM_ROWS = 3;

  private final EntityDescriptor type;
  private final int[] places;
  private @Nullable RowDescription plannedFor;
  private Decoder<?>[] decoders = {};

  /// Of the result it is planned for.
  private int rows;

  /// @param places where the columns stand in a row, by their slots
  RowReader(EntityDescriptor type, int[] places) {
    this.type = type;
    this.places = places;
  }

  /// The value of one slot; null for SQL null.
  @Nullable Object value(DataRow row, int slot) {
    plan(row);
    return row.get(places[slot], decoders[slot]);
  }

  /// Where in the result the column of that slot stands.
  int position(int slot) {
    return places[slot];
  }

  /// The key; null when a part of it is.
  @Nullable Object key(DataRow row) {
    if (type.mapping.id().isSimple()) {
      return value(row, 0);
    }
    @Nullable Object[] parts = new Object[type.key.columns().size()];
    for (int slot = 0; slot < parts.length; slot++) {
      parts[slot] = value(row, slot);
    }
    return type.keyOf(parts);
  }

  /// All values in mapping order, in a new array.
  ///
  /// @param key what [#key] gave for this row, so that it is not decoded again; null when that is
  ///     not known here
  @Nullable Object[] values(DataRow row, @Nullable Object key) {
    plan(row);
    switch (++rows) {
      case KEYS_REPEAT_FROM_ROWS -> shareKeys();
      case TEXTS_REPEAT_FROM_ROWS -> shareTexts();
      default -> {
        // As before.
      }
    }
    @Nullable Object[] values = new Object[decoders.length];
    int slot = 0;
    if (key != null && type.mapping.id().isSimple()) {
      values[slot++] = key;
    }
    for (; slot < values.length; slot++) {
      values[slot] = row.get(places[slot], decoders[slot]);
    }
    return values;
  }

  private void shareKeys() {
    List<Column> columns = type.mapping.columns();
    for (int slot = 0; slot < decoders.length; slot++) {
      Column column = columns.get(slot);
      if (column.foreignKey() != null && RepeatedKeys.mayRepeat(column)) {
        decoders[slot] = new RepeatedKeys(decoders[slot]);
      }
    }
  }

  private void shareTexts() {
    List<Column> columns = type.mapping.columns();
    for (int slot = 0; slot < decoders.length; slot++) {
      if (columns.get(slot).columnType() == String.class) {
        decoders[slot] = new RepeatedTexts(decoders[slot]);
      }
    }
  }

  private void plan(DataRow row) {
    RowDescription description = row.description();
    if (description == plannedFor) {
      return;
    }
    List<Column> columns = type.mapping.columns();
    Decoder<?>[] planned = new Decoder<?>[columns.size()];
    for (int slot = 0; slot < planned.length; slot++) {
      planned[slot] = decoder(row, columns.get(slot));
    }
    decoders = planned;
    plannedFor = description;
    rows = 0;
  }

  private Decoder<?> decoder(DataRow row, Column column) {
    int at = places[column.slot()];
    Decoder<?> decoder = row.decoder(at, column.columnType());
    if (!Keys.isPadded(row, at)) {
      return decoder;
    }
    type.notePadded(column.slot());
    if (type.isIdSlot(column.slot()) || column.foreignKey() != null) {
      return (source, offset, length) -> Keys.unpadded(decoder.decode(source, offset, length));
    }
    return decoder;
  }
}
