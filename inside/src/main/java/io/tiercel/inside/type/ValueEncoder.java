package io.tiercel.inside.type;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.Encoder;
import io.tiercel.wire.codec.Format;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes values as one PostgreSQL type: its length, -1 for NULL, and its bytes. Keeps the plan of
/// the class that it met last. Confined to one thread.
public final class ValueEncoder {
  private static final int NULL = -1;

  private final DatabaseTypes types;
  private final int oid;
  private final Format format;
  private @Nullable Class<?> plannedFor;
  private @Nullable Encoder<Object> encoder;

  /// Of a composite type that travels in binary; made when the first record comes.
  private @Nullable List<ValueEncoder> attributes;

  /// In the type's [DatabaseTypes#resultFormat(int)].
  public ValueEncoder(DatabaseTypes types, int oid) {
    this(types, oid, types.resultFormat(oid));
  }

  private ValueEncoder(DatabaseTypes types, int oid, Format format) {
    this.types = types;
    this.oid = oid;
    this.format = format;
  }

  /// In which values are written.
  public Format format() {
    return format;
  }

  /// Whether values of a class can be written; not known of a class that says little, as Object.
  ///
  /// @throws io.tiercel.wire.error.CodecException `42804` if they cannot
  public void requireWritable(Class<?> source) {
    if (source == Object.class) {
      return;
    }
    if (isComposite(source)) {
      var shape = RecordShape.of(source);
      List<ValueEncoder> parts = attributes();
      shape.requireColumns(parts.size());
      for (int i = 0; i < parts.size(); i++) {
        parts.get(i).requireWritable(shape.componentTypes().get(i));
      }
    } else {
      types.codecs().encoder(oid, format, source);
    }
  }

  /// Appends a value.
  ///
  /// @throws io.tiercel.wire.error.CodecException if the type cannot hold it
  public void write(@Nullable Object value, WriteBuffer out) {
    int at = out.position();
    out.putInt(NULL);
    if (value == null || oid == 0) {
      return;
    }
    if (value instanceof Record row && isComposite(row.getClass())) {
      writeComposite(row, out);
    } else {
      planned(value.getClass()).encode(value, out);
    }
    out.setInt(at, out.position() - at - Integer.BYTES);
  }

  private boolean isComposite(Class<?> source) {
    return format == Format.BINARY
        && RecordShape.isRow(source)
        && types.attributes().containsKey(oid);
  }

  /// As `record_recv` of the server reads it: count, then type, length and bytes of each.
  private void writeComposite(Record row, WriteBuffer out) {
    var shape = RecordShape.of(row.getClass());
    List<ValueEncoder> parts = attributes();
    shape.requireColumns(parts.size());
    out.putInt(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      out.putInt(parts.get(i).oid);
      parts.get(i).write(shape.component(row, i), out);
    }
  }

  private List<ValueEncoder> attributes() {
    List<ValueEncoder> known = attributes;
    if (known == null) {
      known = new ArrayList<>();
      for (int attribute : types.attributes().getOrDefault(oid, List.of())) {
        known.add(new ValueEncoder(types, attribute, Format.BINARY));
      }
      attributes = known;
    }
    return known;
  }

  private Encoder<Object> planned(Class<?> source) {
    Encoder<Object> current = encoder;
    if (current == null || plannedFor != source) {
      // Planned for the value's own class.
      @SuppressWarnings("unchecked")
      Encoder<Object> planned = (Encoder<Object>) types.codecs().encoder(oid, format, source);
      current = planned;
      encoder = planned;
      plannedFor = source;
    }
    return current;
  }
}
