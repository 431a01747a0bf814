package io.tiercel.inside.sql;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.type.DatabaseTypes;
import io.tiercel.inside.type.RecordShape;
import io.tiercel.inside.type.ValueDecoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a statement returned (EXECUTED): rows processed (u64), columns (u16 count; name, oid),
/// type definitions, rows (u32 count; i16 columns, values). Confined to one thread; rows are read
/// once.
///
/// @param frame at the first row
public record Result(
    long processed,
    List<String> names,
    List<Integer> oids,
    DatabaseTypes types,
    int rowCount,
    FrameReader frame) {

  static Result read(FrameReader frame) {
    long processed = frame.readLong();
    List<String> names = new ArrayList<>();
    List<Integer> oids = new ArrayList<>();
    int columns = frame.readUnsignedShort();
    for (int i = 0; i < columns; i++) {
      names.add(frame.readCString());
      oids.add(frame.readInt());
    }
    DatabaseTypes types = DatabaseTypes.read(frame);
    return new Result(processed, names, oids, types, frame.readInt(), frame);
  }

  /// The rows, as records or as values of the only column.
  ///
  /// @throws CodecException `42804` if the columns do not fit
  public <T> List<@Nullable T> rows(Class<T> rowType) {
    return RecordShape.isRow(rowType) ? records(rowType) : values(rowType);
  }

  private <T> List<@Nullable T> records(Class<T> rowType) {
    var shape = RecordShape.of(rowType);
    shape.requireColumns(oids.size());
    List<ValueDecoder> decoders = new ArrayList<>();
    for (int i = 0; i < oids.size(); i++) {
      decoders.add(decoder(i, shape.componentTypes().get(i)));
    }
    List<@Nullable T> rows = new ArrayList<>();
    for (int row = 0; row < rowCount; row++) {
      requireColumnCount();
      @Nullable Object[] values = new @Nullable Object[oids.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = decoders.get(i).read(frame);
      }
      rows.add(rowType.cast(shape.create(values)));
    }
    frame.requireEnd();
    return rows;
  }

  private <T> List<@Nullable T> values(Class<T> rowType) {
    if (oids.size() != 1) {
      throw new CodecException(
          SqlState.DATATYPE_MISMATCH,
          "cannot read %d columns as %s: read them as a public record"
              .formatted(oids.size(), rowType.getName()));
    }
    ValueDecoder decoder = decoder(0, rowType);
    List<@Nullable T> rows = new ArrayList<>();
    for (int row = 0; row < rowCount; row++) {
      requireColumnCount();
      // Planned for that class; a primitive one has none to cast to.
      @SuppressWarnings("unchecked")
      T value = (T) decoder.read(frame);
      rows.add(value);
    }
    frame.requireEnd();
    return rows;
  }

  private ValueDecoder decoder(int column, Class<?> target) {
    return ValueDecoder.plan(
        types,
        oids.get(column),
        Format.BINARY,
        target,
        "column \"%s\"".formatted(names.get(column)));
  }

  private void requireColumnCount() {
    if (frame.readUnsignedShort() != oids.size()) {
      throw new ProtocolViolation("a row of another number of columns");
    }
  }
}
