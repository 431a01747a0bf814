package io.tiercel.jpa.shared;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.tiered.RowCodec;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.row.Row;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rows of one hierarchy as bytes, for the tier: the number of the class in the hierarchy, then
/// the values of its columns in mapping order. Safe for any thread.
final class EntityRowCodec implements RowCodec<CachedValue> {
  /// Of the bytes that [ValueBytes] makes.
  private static final int VERSION = 1;

  private final List<EntityMapping> types;
  private final int keyColumns;
  private final String layout;

  EntityRowCodec(EntityMapping root) {
    types = root.withSubtypes();
    keyColumns = root.tables().getFirst().key().size();
    layout =
        types.stream()
            .map(type -> type.javaType().getName() + columns(type))
            .collect(Collectors.joining("; ", "values %d; ".formatted(VERSION), ""));
  }

  private static String columns(EntityMapping type) {
    return type.columns().stream()
        .map(EntityRowCodec::column)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String column(Column column) {
    return "%s.%s.%s %s"
        .formatted(
            column.table().schema(),
            column.table().name(),
            column.name(),
            column.columnType().getName());
  }

  @Override
  public String layout() {
    return layout;
  }

  @Override
  public byte @Nullable [] key(Object id) {
    @Nullable Object[] values = columns(id);
    return ValueBytes.canWrite(values) ? ValueBytes.write(VERSION, values) : null;
  }

  @Override
  public Object id(byte[] key) {
    @Nullable Object[] values = read(key, 0, key.length, keyColumns).values();
    return values.length == 1
        ? Objects.requireNonNull(values[0])
        : new CompositeKey(Arrays.stream(values).map(Objects::requireNonNull).toList());
  }

  @Override
  public Object[] columns(Object id) {
    return id instanceof CompositeKey(List<Object> parts) ? parts.toArray() : new Object[] {id};
  }

  @Override
  public byte @Nullable [] encode(CachedValue value) {
    CachedRow row = (CachedRow) value;
    int number = types.indexOf(row.type());
    @Nullable Object[] values = row.row().values();
    return number >= 0
            && values.length == row.type().columns().size()
            && ValueBytes.canWrite(values)
        ? ValueBytes.write(number, values)
        : null;
  }

  @Override
  public CachedValue decode(byte[] bytes, int offset, int length) {
    Read read = read(bytes, offset, length, -1);
    return CachedRow.of(types.get(read.number()), new Row(read.values()));
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Read(int number, @Nullable Object[] values) {}

  /// @param count of the values; negative for that of the class
  private Read read(byte[] bytes, int offset, int length, int count) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes, offset, length))) {
      int number = (int) ValueBytes.readLong(in);
      int values = count < 0 ? types.get(number).columns().size() : count;
      return new Read(number, ValueBytes.read(in, values));
    } catch (IOException e) {
      // They were whole when the tier has read them.
      throw new UncheckedIOException("could not read a row of " + types.getFirst(), e);
    }
  }
}
