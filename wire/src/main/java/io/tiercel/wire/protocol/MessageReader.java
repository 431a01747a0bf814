package io.tiercel.wire.protocol;

import io.tiercel.wire.error.ProtocolViolation;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Frames messages in the receive buffer and reads their bodies in place.
///
/// A message is a type byte, an int32 length that counts itself but not the type, and the body. The
/// buffer grows only as bytes really arrive, so a length that lies cannot make it allocate, and
/// shrinks back when it is empty. Confined to one thread at a time.
public final class MessageReader {
  /// Where the bytes come from: the number read, 0 for none now, -1 at the end.
  @FunctionalInterface
  public interface Source {
    int read(byte[] to, int offset, int length) throws IOException;
  }

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final int HEADER = 1 + Integer.BYTES;

  private final int usualCapacity;
  private final int maxMessageBytes;
  private byte[] buffer;

  /// The first byte that belongs to no message yet.
  private int next;

  private int limit;
  private byte type;
  private int at;
  private int end;

  public MessageReader(int usualCapacity, int maxMessageBytes) {
    this.usualCapacity = Math.max(HEADER, usualCapacity);
    this.maxMessageBytes = maxMessageBytes;
    buffer = new byte[this.usualCapacity];
  }

  /// Reads more bytes behind those that are there. Ends the validity of the current message.
  ///
  /// @return what the source returned
  public int fill(Source source) throws IOException {
    makeRoom();
    int count = source.read(buffer, limit, buffer.length - limit);
    if (count > 0) {
      limit += count;
    }
    return count;
  }

  private void makeRoom() {
    int rest = limit - next;
    if (rest == 0) {
      if (buffer.length > usualCapacity) {
        buffer = new byte[usualCapacity];
      }
    } else if (rest == buffer.length) {
      // Doubled as bytes arrive, but never beyond the end of the message that began.
      long wanted = 1L + (int) INT.get(buffer, 1);
      buffer = Arrays.copyOf(buffer, (int) Math.min(Math.max(wanted, HEADER), 2L * rest));
    } else if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, rest);
    }
    next = 0;
    limit = rest;
  }

  /// Moves to the next message if it is there completely.
  ///
  /// @throws ProtocolViolation if its length is impossible
  public boolean next() {
    if (limit - next < HEADER) {
      return false;
    }
    int length = (int) INT.get(buffer, next + 1);
    if (length < Integer.BYTES || length > maxMessageBytes) {
      throw new ProtocolViolation(
          "message %s says it has %d bytes, allowed are %d to %d\nHint: %s"
              .formatted(
                  Backend.name(buffer[next]),
                  length,
                  Integer.BYTES,
                  maxMessageBytes,
                  "is this a PostgreSQL server? For larger values raise maxMessageBytes."));
    }
    if (limit - next - 1 < length) {
      return false;
    }
    type = buffer[next];
    at = next + HEADER;
    end = next + 1 + length;
    next = end;
    return true;
  }

  /// The type byte of the current message.
  public byte type() {
    return type;
  }

  /// The array that holds the current message; [#position()] to [#position()] + [#remaining()] is
  /// what of its body is not read yet.
  public byte[] buffer() {
    return buffer;
  }

  public int position() {
    return at;
  }

  public int remaining() {
    return end - at;
  }

  /// Whether bytes of an incomplete message are held.
  public boolean hasPartialMessage() {
    return limit > next;
  }

  public byte readByte() {
    require(1);
    return buffer[at++];
  }

  public short readShort() {
    require(Short.BYTES);
    short value = (short) SHORT.get(buffer, at);
    at += Short.BYTES;
    return value;
  }

  public int readInt() {
    require(Integer.BYTES);
    int value = (int) INT.get(buffer, at);
    at += Integer.BYTES;
    return value;
  }

  /// A text up to its zero byte.
  public String readCString() {
    int zero = at;
    while (zero < end && buffer[zero] != 0) {
      zero++;
    }
    if (zero == end) {
      throw early();
    }
    var text = new String(buffer, at, zero - at, StandardCharsets.UTF_8);
    at = zero + 1;
    return text;
  }

  /// The next `length` bytes.
  public byte[] readBytes(int length) {
    require(length);
    byte[] bytes = Arrays.copyOfRange(buffer, at, at + length);
    at += length;
    return bytes;
  }

  /// The rest of the body.
  public byte[] readRest() {
    byte[] rest = Arrays.copyOfRange(buffer, at, end);
    at = end;
    return rest;
  }

  /// A count of things that take at least `minBytes` each, which therefore must fit in the rest.
  public int readCount(int minBytes) {
    int count = readShort() & 0xFFFF;
    if ((long) count * minBytes > remaining()) {
      throw new ProtocolViolation(
          "message %s counts %d items, but has only %d bytes for them"
              .formatted(Backend.name(type), count, remaining()));
    }
    return count;
  }

  /// Refuses a body with more in it than was read.
  public void expectEnd() {
    if (at != end) {
      throw new ProtocolViolation(
          "message %s is %d bytes too long".formatted(Backend.name(type), end - at));
    }
  }

  private void require(int bytes) {
    if (end - at < bytes) {
      throw early();
    }
  }

  private ProtocolViolation early() {
    return new ProtocolViolation("message %s ends early".formatted(Backend.name(type)));
  }
}
