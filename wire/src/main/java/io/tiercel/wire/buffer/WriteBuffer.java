package io.tiercel.wire.buffer;

import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A growable byte array in the byte order of the protocol (big-endian). Never shared between
/// threads.
///
/// Lengths that are known only afterwards are written as a placeholder and patched with
/// [#setInt(int, int)]; work that fails halfway is taken back with [#truncate(int)].
public final class WriteBuffer {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /// Some virtual machines cannot make longer arrays.
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private static final int MAX_BYTES_OF_CHAR = 3;

  private byte[] array;
  private int position;

  /// A buffer that grows from 1 KiB.
  public WriteBuffer() {
    this(1024);
  }

  public WriteBuffer(int initialCapacity) {
    array = new byte[initialCapacity];
  }

  public WriteBuffer putByte(int value) {
    ensure(1);
    array[position++] = (byte) value;
    return this;
  }

  public WriteBuffer putShort(int value) {
    ensure(Short.BYTES);
    SHORT.set(array, position, (short) value);
    position += Short.BYTES;
    return this;
  }

  public WriteBuffer putInt(int value) {
    ensure(Integer.BYTES);
    INT.set(array, position, value);
    position += Integer.BYTES;
    return this;
  }

  public WriteBuffer putLong(long value) {
    ensure(Long.BYTES);
    LONG.set(array, position, value);
    position += Long.BYTES;
    return this;
  }

  public WriteBuffer putFloat(float value) {
    return putInt(Float.floatToIntBits(value));
  }

  public WriteBuffer putDouble(double value) {
    return putLong(Double.doubleToLongBits(value));
  }

  public WriteBuffer putBytes(byte[] source, int offset, int length) {
    ensure(length);
    System.arraycopy(source, offset, array, position, length);
    position += length;
    return this;
  }

  public WriteBuffer putBytes(byte[] source) {
    return putBytes(source, 0, source.length);
  }

  /// The text in UTF-8, without a terminator. An unpaired surrogate is written as `?`, as
  /// [String#getBytes(java.nio.charset.Charset)] does.
  public WriteBuffer putUtf8(String text) {
    int length = text.length();
    if (length > MAX_CAPACITY / MAX_BYTES_OF_CHAR) {
      return putBytes(text.getBytes(StandardCharsets.UTF_8));
    }
    ensure(length);
    int at = position;
    byte[] to = array;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        position = at;
        return putUtf8Slowly(text, i);
      }
      to[at++] = (byte) c;
    }
    position = at;
    return this;
  }

  private WriteBuffer putUtf8Slowly(String text, int from) {
    int length = text.length();
    ensure((length - from) * MAX_BYTES_OF_CHAR);
    byte[] to = array;
    int at = position;
    for (int i = from; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        to[at++] = (byte) c;
      } else if (c < 0x800) {
        to[at++] = (byte) (0xC0 | (c >> 6));
        to[at++] = (byte) (0x80 | (c & 0x3F));
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        int point = Character.toCodePoint(c, text.charAt(++i));
        to[at++] = (byte) (0xF0 | (point >> 18));
        to[at++] = (byte) (0x80 | ((point >> 12) & 0x3F));
        to[at++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        to[at++] = (byte) (0x80 | (point & 0x3F));
      } else if (Character.isSurrogate(c)) {
        to[at++] = '?';
      } else {
        to[at++] = (byte) (0xE0 | (c >> 12));
        to[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        to[at++] = (byte) (0x80 | (c & 0x3F));
      }
    }
    position = at;
    return this;
  }

  /// The text in UTF-8 and a zero byte.
  ///
  /// @throws CodecException `22021` if the text holds a NUL: the server would end it there
  public WriteBuffer putCString(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new CodecException(
          SqlState.CHARACTER_NOT_IN_REPERTOIRE,
          "cannot send a text with a NUL character at index %d".formatted(text.indexOf('\0')));
    }
    return putUtf8(text).putByte(0);
  }

  /// Where the next byte goes; also the number of bytes written.
  public int position() {
    return position;
  }

  /// The array behind the buffer, valid to [#position()] and until the next put.
  public byte[] array() {
    return array;
  }

  /// Overwrites four bytes that were written before.
  public void setInt(int at, int value) {
    if (at < 0 || at + Integer.BYTES > position) {
      throw new IndexOutOfBoundsException("at=" + at + " position=" + position);
    }
    INT.set(array, at, value);
  }

  /// Overwrites two bytes that were written before.
  public void setShort(int at, int value) {
    if (at < 0 || at + Short.BYTES > position) {
      throw new IndexOutOfBoundsException("at=" + at + " position=" + position);
    }
    SHORT.set(array, at, (short) value);
  }

  /// Takes back everything from `newPosition` on.
  public void truncate(int newPosition) {
    if (newPosition < 0 || newPosition > position) {
      throw new IndexOutOfBoundsException("newPosition=" + newPosition + " position=" + position);
    }
    position = newPosition;
  }

  /// Drops the first `count` bytes and moves the rest to the front.
  public void discardFirst(int count) {
    if (count < 0 || count > position) {
      throw new IndexOutOfBoundsException("count=" + count + " position=" + position);
    }
    System.arraycopy(array, count, array, 0, position - count);
    position -= count;
  }

  /// Forgets the content and keeps the array.
  public void clear() {
    position = 0;
  }

  /// Lets go of an array that grew beyond `maxCapacity`. Only for an empty buffer.
  public void shrink(int maxCapacity) {
    if (position == 0 && array.length > maxCapacity) {
      array = new byte[maxCapacity];
    }
  }

  private void ensure(int more) {
    if (more > array.length - position) {
      grow(more);
    }
  }

  private void grow(int more) {
    long needed = (long) position + more;
    if (needed > MAX_CAPACITY) {
      throw new CodecException(
          SqlState.PROGRAM_LIMIT_EXCEEDED,
          "cannot send a message of %d bytes: one message takes at most %d"
              .formatted(needed, MAX_CAPACITY));
    }
    int capacity = (int) Math.min(MAX_CAPACITY, Math.max(needed, 2L * array.length));
    array = Arrays.copyOf(array, capacity);
  }
}
