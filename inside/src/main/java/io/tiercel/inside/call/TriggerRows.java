package io.tiercel.inside.call;

import io.tiercel.inside.PgException;
import io.tiercel.inside.PgRow;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.type.RecordShape;
import io.tiercel.inside.type.ValueDecoder;
import io.tiercel.inside.type.ValueEncoder;
import io.tiercel.wire.buffer.WriteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The rows of a trigger's table: those of its columns that the row class has, read and written.
/// Confined to the thread of its session.
final class TriggerRows {
  private static final String UNDEFINED_COLUMN = "42703";
  private static final String DATATYPE_MISMATCH = "42804";
  private static final int UNWANTED = 2;

  private final Definition definition;

  /// Null where a row is a [PgRow].
  private final @Nullable RecordShape shape;

  /// The columns that travel, in the table's order.
  private final List<Column> columns;

  /// @param number of the column in the table, from 1
  /// @param component of the record, from 0; not used for a PgRow
  private record Column(
      int number, String name, int component, ValueDecoder decoder, ValueEncoder encoder) {}

  private TriggerRows(Definition definition, @Nullable RecordShape shape, List<Column> columns) {
    this.definition = definition;
    this.shape = shape;
    this.columns = columns;
  }

  /// @param rowType a record, or [PgRow]
  /// @throws PgException `42703` if the table has no column for a component
  static TriggerRows plan(Definition definition, Class<?> rowType) {
    var shape = rowType == PgRow.class ? null : RecordShape.of(rowType);
    var columns = new ArrayList<Column>();
    if (definition.table().isEmpty()) {
      return new TriggerRows(definition, shape, columns); // no table yet
    }
    int[] componentOf = shape == null ? new int[0] : components(definition, shape);
    for (int i = 0; i < definition.columns().size(); i++) {
      int oid = definition.columns().get(i);
      if (oid == 0 || (shape != null && componentOf[i] < 0)) {
        continue;
      }
      int component = shape == null ? -1 : componentOf[i];
      Class<?> target = shape == null ? Object.class : shape.componentTypes().get(component);
      String name = definition.columnNames().get(i);
      var format = definition.types().argumentFormat(oid);
      var encoder = new ValueEncoder(definition.types(), oid);
      encoder.requireWritable(target);
      columns.add(
          new Column(
              i + 1,
              name,
              component,
              ValueDecoder.plan(
                  definition.types(), oid, format, target, "column \"%s\"".formatted(name)),
              encoder));
    }
    return new TriggerRows(definition, shape, columns);
  }

  /// For each column the component of that name, -1 for none.
  private static int[] components(Definition definition, RecordShape shape) {
    int[] componentOf = new int[definition.columns().size()];
    Arrays.fill(componentOf, -1);
    List<String> names = shape.componentNames();
    for (int component = 0; component < names.size(); component++) {
      componentOf[column(definition, shape, names.get(component))] = component;
    }
    return componentOf;
  }

  private static int column(Definition definition, RecordShape shape, String component) {
    int found = -1;
    for (int i = 0; i < definition.columns().size(); i++) {
      String name = definition.columnNames().get(i);
      if (definition.columns().get(i) == 0) {
        continue;
      }
      if (name.equals(component)) {
        return i;
      }
      if (folded(name).equals(folded(component))) {
        found = found == -1 ? i : -2;
      }
    }
    if (found < 0) {
      throw new PgException(
          UNDEFINED_COLUMN,
          "table \"%s\" has %s column for component \"%s\" of record %s"
              .formatted(
                  definition.table(),
                  found == -1 ? "no" : "more than one",
                  component,
                  shape.type().getName()));
    }
    return found;
  }

  private static String folded(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  void writeDefined(WriteBuffer out) {
    var byNumber = new LinkedHashMap<Integer, Column>();
    columns.forEach(column -> byNumber.put(column.number, column));
    int count = definition.columns().size();
    for (int i = 1; i <= count; i++) {
      boolean isWanted = byNumber.containsKey(i);
      int oid = definition.columns().get(i - 1);
      out.putByte(isWanted ? definition.types().argumentFormat(oid).code() : UNWANTED);
    }
    for (int i = 1; i <= count; i++) {
      Column column = byNumber.get(i);
      out.putByte(column == null ? 1 : column.encoder.format().code());
    }
  }

  /// Reads the columns that travel.
  Object read(FrameReader frame) {
    RecordShape record = shape;
    if (record == null) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      for (Column column : columns) {
        values.put(column.name, column.decoder.read(frame));
      }
      return new PgRow(values);
    }
    @Nullable Object[] components = new @Nullable Object[columns.size()];
    for (Column column : columns) {
      components[column.component] = column.decoder.read(frame);
    }
    return record.create(components);
  }

  /// Appends what a returned row changes: count (i16), then number (u16) and value each.
  ///
  /// @param before as it was read; null if there was none, and then nothing can change
  void writeChanges(@Nullable Object before, Object after, WriteBuffer out) {
    if (before == null || before == after) {
      out.putShort(0);
      return;
    }
    if (after.getClass() != before.getClass()) {
      throw new PgException(
          DATATYPE_MISMATCH,
          "the trigger's method returned %s for a row of %s"
              .formatted(after.getClass().getName(), before.getClass().getName()));
    }
    int at = out.position();
    int count = 0;
    out.putShort(0);
    for (Column column : columns) {
      Object value = value(after, column);
      if (!Objects.equals(value, value(before, column))) {
        out.putShort(column.number);
        column.encoder.write(value, out);
        count++;
      }
    }
    out.setShort(at, count);
  }

  private @Nullable Object value(Object row, Column column) {
    return shape == null
        ? ((PgRow) row).values().get(column.name)
        : shape.component(row, column.component);
  }
}
