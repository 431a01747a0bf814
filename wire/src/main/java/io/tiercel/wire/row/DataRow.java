package io.tiercel.wire.row;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.SqlState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The current row of a result, read in place from the receive buffer: one object serves all rows.
/// Valid only inside the call of the [RowConsumer] that was given it; confined to its thread.
///
/// Columns count from 0. Decoders are planned once per column and Java class and kept.
public final class DataRow {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int NULL = -1;
  private static final Class<?>[] NO_CLASSES = {};
  private static final Decoder<?>[] NO_DECODERS = {};
  private static final byte[] NO_BYTES = {};

  private final RowDescription description;
  private final Codecs codecs;
  private final int size;

  /// Where each column begins, then how long it is: one array for both.
  private final int[] bounds;

  // Made when they are first needed, which for those who read the bytes themselves is never.
  private @Nullable Class<?>[] targets = NO_CLASSES;
  private @Nullable Decoder<?>[] decoders = NO_DECODERS;
  private @Nullable Decoder<?>[] defaultDecoders = NO_DECODERS;
  private byte[] buffer = NO_BYTES;

  /// A cursor without a row; the reader of the protocol moves it.
  public DataRow(RowDescription description, Codecs codecs) {
    this.description = description;
    this.codecs = codecs;
    size = description.size();
    bounds = new int[2 * size];
    Arrays.fill(bounds, NULL);
  }

  /// Points this cursor at the body of a DataRow message: an int16 count of columns, then for
  /// each an int32 length (-1 for NULL) and its bytes. For the reader of the protocol.
  ///
  /// @throws ProtocolViolation if the body is no row of this description
  public void moveTo(byte[] source, int offset, int length) {
    if (length < Short.BYTES) {
      throw new ProtocolViolation("DataRow of %d bytes has no column count".formatted(length));
    }
    int columns = (short) SHORT.get(source, offset);
    if (columns != size) {
      throw new ProtocolViolation(
          "DataRow has %d columns, its description has %d".formatted(columns, size));
    }
    moveToColumns(source, offset + Short.BYTES, offset + length);
  }

  private void moveToColumns(byte[] source, int from, int end) {
    buffer = source;
    int at = from;
    for (int i = 0; i < size; i++) {
      if (end - at < Integer.BYTES) {
        throw new ProtocolViolation("DataRow ends before the length of column " + i);
      }
      int length = (int) INT.get(source, at);
      at += Integer.BYTES;
      bounds[2 * i] = at;
      bounds[2 * i + 1] = length;
      if (length > 0) {
        if (length > end - at) {
          throw new ProtocolViolation(
              "column %d of DataRow says %d bytes, %d are left".formatted(i, length, end - at));
        }
        at += length;
      } else if (length < NULL) {
        throw new ProtocolViolation("column %d of DataRow says %d bytes".formatted(i, length));
      }
    }
    if (at != end) {
      throw new ProtocolViolation("DataRow is %d bytes too long".formatted(end - at));
    }
  }

  public RowDescription description() {
    return description;
  }

  /// The row in bytes of their own, as [#moveTo(byte[], int, int)] takes it: to be kept longer than
  /// the call.
  public byte[] copy() {
    if (size == 0) {
      return new byte[Short.BYTES];
    }
    int last = size - 1;
    int from = offset(0) - Integer.BYTES - Short.BYTES;
    return Arrays.copyOfRange(buffer, from, offset(last) + Math.max(0, length(last)));
  }

  /// A cursor for rows of the same description and codecs, without a row; may be used by another
  /// thread than this one.
  public DataRow another() {
    return new DataRow(description, codecs);
  }

  /// The number of columns.
  public int size() {
    return size;
  }

  public boolean isNull(int i) {
    return length(i) == NULL;
  }

  /// The value of a `bool` column.
  ///
  /// @throws CodecException if it is NULL (`22004`) or no boolean; so for the other primitives
  public boolean getBoolean(int i) {
    if (description.reading(i) == Reading.BOOL && length(i) == 1) {
      return buffer[offset(i)] != 0;
    }
    return required(i, Boolean.class);
  }

  public short getShort(int i) {
    if (description.reading(i) == Reading.INT2 && length(i) == Short.BYTES) {
      return (short) SHORT.get(buffer, offset(i));
    }
    return required(i, Short.class);
  }

  /// The value of an `int4` or `int2` column, or of another numeric column whose value fits.
  public int getInt(int i) {
    Reading reading = description.reading(i);
    if (reading == Reading.INT4 && length(i) == Integer.BYTES) {
      return (int) INT.get(buffer, offset(i));
    }
    if (reading == Reading.INT2 && length(i) == Short.BYTES) {
      return (short) SHORT.get(buffer, offset(i));
    }
    return required(i, Integer.class);
  }

  /// The value of an `int8`, `int4` or `int2` column, or of another numeric column whose value
  /// fits.
  public long getLong(int i) {
    Reading reading = description.reading(i);
    if (reading == Reading.INT8 && length(i) == Long.BYTES) {
      return (long) LONG.get(buffer, offset(i));
    }
    if (reading == Reading.INT4 && length(i) == Integer.BYTES) {
      return (int) INT.get(buffer, offset(i));
    }
    if (reading == Reading.INT2 && length(i) == Short.BYTES) {
      return (short) SHORT.get(buffer, offset(i));
    }
    return required(i, Long.class);
  }

  public float getFloat(int i) {
    if (description.reading(i) == Reading.FLOAT4 && length(i) == Float.BYTES) {
      return Float.intBitsToFloat((int) INT.get(buffer, offset(i)));
    }
    return required(i, Float.class);
  }

  public double getDouble(int i) {
    Reading reading = description.reading(i);
    if (reading == Reading.FLOAT8 && length(i) == Double.BYTES) {
      return Double.longBitsToDouble((long) LONG.get(buffer, offset(i)));
    }
    if (reading == Reading.FLOAT4 && length(i) == Float.BYTES) {
      return Float.intBitsToFloat((int) INT.get(buffer, offset(i)));
    }
    return required(i, Double.class);
  }

  /// The value as text: text types as they are, others as their default Java value prints.
  public @Nullable String getString(int i) {
    if (description.reading(i) == Reading.UTF8 && length(i) >= 0) {
      return new String(buffer, offset(i), length(i), StandardCharsets.UTF_8);
    }
    return get(i, String.class);
  }

  /// The value of a `bytea` column.
  public byte @Nullable [] getBytes(int i) {
    return get(i, byte[].class);
  }

  /// The value as `type`.
  ///
  /// @throws CodecException if the type cannot be read as that class, or the value does not fit
  public <T> @Nullable T get(int i, Class<T> type) {
    return get(i, decoder(i, type));
  }

  /// The value in the default Java class of the column's type.
  public @Nullable Object get(int i) {
    if (defaultDecoders.length < size) {
      defaultDecoders = new Decoder<?>[size];
    }
    Decoder<?> decoder = defaultDecoders[i];
    if (decoder == null) {
      Field field = description.fields().get(i);
      decoder = codecs.decoder(field.typeOid(), field.format());
      defaultDecoders[i] = decoder;
    }
    return get(i, decoder);
  }

  /// The value as `decoder` reads it. The decoder must be planned for this column's type and
  /// format.
  public <T> @Nullable T get(int i, Decoder<T> decoder) {
    int length = length(i);
    if (length == NULL) {
      return null;
    }
    try {
      return decoder.decode(buffer, offset(i), length);
    } catch (CodecException e) {
      throw new CodecException(e.sqlState(), "column %s: %s".formatted(name(i), e.getMessage()), e);
    }
  }

  /// The length of the value in bytes, -1 for NULL. With [#offset(int)] and [#buffer()] this is the
  /// raw access for generated mappers.
  public int length(int i) {
    return bounds[2 * i + 1];
  }

  public int offset(int i) {
    return bounds[2 * i];
  }

  /// The receive buffer. It is not the caller's: read only, and only during the call.
  public byte[] buffer() {
    return buffer;
  }

  /// The decoder that [#get(int, Class)] uses for the class, for callers that read one column of
  /// many rows. Good for every result of the same description.
  ///
  /// @throws CodecException if the type cannot be read as that class
  @SuppressWarnings("unchecked") // decoders[i] was planned for targets[i]
  public <T> Decoder<T> decoder(int i, Class<T> type) {
    if (decoders.length < size) {
      targets = new Class<?>[size];
      decoders = new Decoder<?>[size];
    }
    Decoder<?> known = decoders[i];
    if (targets[i] == type && known != null) {
      return (Decoder<T>) known;
    }
    Field field = description.fields().get(i);
    Decoder<T> planned = codecs.decoder(field.typeOid(), field.format(), type);
    targets[i] = type;
    decoders[i] = planned;
    return planned;
  }

  private <T> T required(int i, Class<T> type) {
    T value = get(i, type);
    if (value == null) {
      throw new CodecException(
          SqlState.NULL_VALUE_NOT_ALLOWED,
          ("column %s is NULL and cannot be read as a primitive\n"
                  + "Hint: ask isNull(%d) first, or use get(%d, %s.class).")
              .formatted(name(i), i, i, type.getSimpleName()));
    }
    return value;
  }

  private String name(int i) {
    return "\"" + description.fields().get(i).name() + "\"";
  }
}
