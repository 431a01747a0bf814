package io.tiercel.inside.protocol;

import io.tiercel.wire.error.ProtocolViolation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A received frame, read from front to back. Every read beyond its end is a [ProtocolViolation].
/// Confined to one thread.
public final class FrameReader {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte type;
  private final int flags;
  private final int level;
  private final byte[] body;
  private int position;

  /// @param level of the call that the frame belongs to
  public FrameReader(byte type, int flags, int level, byte[] body) {
    this.type = type;
    this.flags = flags;
    this.level = level;
    this.body = body;
  }

  /// One of [FrameType]'s.
  public byte type() {
    return type;
  }

  public int flags() {
    return flags;
  }

  public int level() {
    return level;
  }

  public int readByte() {
    return body[advance(1)] & 0xFF;
  }

  /// 0 to 65535.
  public int readUnsignedShort() {
    return (short) SHORT.get(body, advance(Short.BYTES)) & 0xFFFF;
  }

  public int readInt() {
    return (int) INT.get(body, advance(Integer.BYTES));
  }

  public long readLong() {
    return (long) LONG.get(body, advance(Long.BYTES));
  }

  /// A text in UTF-8 that a zero byte ends.
  public String readCString() {
    int start = position;
    while (readByte() != 0) {
      // the reading is the loop
    }
    return new String(body, start, position - 1 - start, StandardCharsets.UTF_8);
  }

  /// A count (u16) and so many oids.
  public List<Integer> readOids() {
    int count = readUnsignedShort();
    List<Integer> oids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      oids.add(readInt());
    }
    return oids;
  }

  /// The length of a value, which begins at [#position()] of [#array()] and is passed over; -1 for
  /// NULL.
  public int readValue() {
    int length = readInt();
    if (length < -1) {
      throw new ProtocolViolation("a value of " + length + " bytes");
    }
    if (length > 0) {
      advance(length);
    }
    return length;
  }

  /// How many bytes were not read yet.
  public int remaining() {
    return body.length - position;
  }

  /// Reads the next bytes, as many as there are and fit; returns how many.
  public int readBytes(byte[] to, int offset, int length) {
    int count = Math.min(length, remaining());
    System.arraycopy(body, position, to, offset, count);
    position += count;
    return count;
  }

  /// Behind what was read last.
  public int position() {
    return position;
  }

  /// The body itself, not a copy.
  public byte[] array() {
    return body;
  }

  /// Refuses a body that is longer than what was read.
  public void requireEnd() {
    if (position != body.length) {
      throw new ProtocolViolation(
          "frame '%c' is %d bytes too long".formatted((char) type, body.length - position));
    }
  }

  private int advance(int bytes) {
    int at = position;
    if (bytes > body.length - at) {
      throw new ProtocolViolation(
          "frame '%c' of %d bytes ends early".formatted((char) type, body.length));
    }
    position = at + bytes;
    return at;
  }
}
