package io.tiercel.jpa.load;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.row.DataRow;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Reads the keys of one column and gives the object of the row before where the key is the same:
/// what refers to one owner comes in a row as a rule, and each key would be an object that stays as
/// long as its entity. Compares the bytes of the row, so that one that repeats is not even made.
///
/// Unlike other decoders it has a state: confined to the thread of its reader.
final class RepeatedKeys implements Decoder<Object> {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final Decoder<?> decoder;
  private @Nullable Object last;

  // Its bytes, and how many there are.
  private int length;
  private long high;
  private long low;

  /// @param decoder for the column, as one plans it; whose values are immutable
  RepeatedKeys(Decoder<?> decoder) {
    this.decoder = decoder;
  }

  /// For a column of a result, whose blanks at the end mean nothing if the server puts them there.
  static RepeatedKeys of(DataRow row, int place, Column column) {
    Decoder<?> decoder = row.decoder(place, column.columnType());
    return new RepeatedKeys(
        Keys.isPadded(row, place)
            ? (source, offset, length) -> Keys.unpadded(decoder.decode(source, offset, length))
            : decoder);
  }

  /// Whether the column holds keys of a class whose values may be shared.
  static boolean mayRepeat(Column column) {
    Class<?> type = column.columnType();
    return type == Long.class
        || type == Integer.class
        || type == UUID.class
        || type == String.class;
  }

  @Override
  public Object decode(byte[] source, int offset, int bytes) {
    long first = 0;
    long second = 0;
    switch (bytes) {
      case Integer.BYTES -> first = (int) INT.get(source, offset);
      case Long.BYTES -> first = (long) LONG.get(source, offset);
      case 2 * Long.BYTES -> {
        first = (long) LONG.get(source, offset);
        second = (long) LONG.get(source, offset + Long.BYTES);
      }
      default -> {
        return decoder.decode(source, offset, bytes);
      }
    }
    Object known = last;
    if (known != null && bytes == length && first == high && second == low) {
      return known;
    }
    Object decoded = decoder.decode(source, offset, bytes);
    last = decoded;
    length = bytes;
    high = first;
    low = second;
    return decoded;
  }
}
