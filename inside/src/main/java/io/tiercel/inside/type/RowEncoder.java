package io.tiercel.inside.type;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes results: a count of columns (i16, -1 for a row that is NULL), then the values. Confined
/// to one thread.
public final class RowEncoder {
  private static final int NULL_ROW = -1;

  private final List<ValueEncoder> columns = new ArrayList<>();
  private final boolean isComposite;

  /// @param oids the types of the columns, 0 for one that was dropped
  /// @param isComposite whether a value is a row: a record, or an Object array
  public RowEncoder(DatabaseTypes types, List<Integer> oids, boolean isComposite) {
    for (int oid : oids) {
      columns.add(new ValueEncoder(types, oid));
    }
    this.isComposite = isComposite;
  }

  /// In which each column is written.
  public List<Format> formats() {
    return columns.stream().map(ValueEncoder::format).toList();
  }

  /// Refuses a class whose values cannot be such rows.
  ///
  /// @throws CodecException `42804`
  public void requireWritable(Class<?> source) {
    if (!isComposite) {
      columns.forEach(column -> column.requireWritable(source));
    } else if (RecordShape.isRow(source)) {
      var shape = RecordShape.of(source);
      shape.requireColumns(columns.size());
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).requireWritable(shape.componentTypes().get(i));
      }
    } else if (source != Object.class && source != Object[].class) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          "cannot return %s as a row: return a public record, or an Object array"
              .formatted(source.getName()));
    }
  }

  /// Appends one row.
  public void write(@Nullable Object value, WriteBuffer out) {
    if (!isComposite) {
      out.putShort(columns.size());
      for (ValueEncoder column : columns) {
        column.write(value, out);
      }
      return;
    }
    switch (value) {
      case null -> out.putShort(NULL_ROW);
      case Record row -> writeRecord(row, out);
      case Object[] row -> writeArray(row, out);
      default -> requireWritable(value.getClass());
    }
  }

  private void writeRecord(Record row, WriteBuffer out) {
    var shape = RecordShape.of(row.getClass());
    shape.requireColumns(columns.size());
    out.putShort(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).write(shape.component(row, i), out);
    }
  }

  private void writeArray(@Nullable Object[] row, WriteBuffer out) {
    if (row.length != columns.size()) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          "cannot return %d values as a row of %d columns".formatted(row.length, columns.size()));
    }
    out.putShort(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).write(row[i], out);
    }
  }
}
