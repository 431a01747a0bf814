package io.tiercel.jdbc.lob;

import io.tiercel.jdbc.error.SqlExceptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.Arrays;

/// An open large object: bytes at 64-bit positions, up to 4 TB. It ends with its transaction.
///
/// Confined to the thread of its connection.
public final class LargeObject implements AutoCloseable {
  /// The most that is asked for or sent at once.
  private static final int MAX_CHUNK_BYTES = 1 << 20;

  private static final int SEEK_SET = 0;
  private static final int SEEK_END = 2;

  private final LargeObjects objects;
  private final long oid;
  private final int descriptor;
  private boolean isOpen = true;

  LargeObject(LargeObjects objects, long oid, int descriptor) {
    this.objects = objects;
    this.oid = oid;
    this.descriptor = descriptor;
  }

  /// Its oid, unsigned.
  public long oid() {
    return oid;
  }

  /// Up to so many bytes from the current position on; fewer only at the end.
  public byte[] read(int length) throws SQLException {
    byte[] all = chunk(Math.min(length, MAX_CHUNK_BYTES));
    int count = all.length;
    while (count < length && count > 0) {
      byte[] more = chunk(Math.min(length - count, MAX_CHUNK_BYTES));
      if (more.length == 0) {
        break;
      }
      all = Arrays.copyOf(all, Math.max(count + more.length, (int) Math.min(length, 2L * count)));
      System.arraycopy(more, 0, all, count, more.length);
      count += more.length;
    }
    return count == all.length ? all : Arrays.copyOf(all, count);
  }

  private byte[] chunk(int length) throws SQLException {
    checkOpen();
    return objects.bytes("select pg_catalog.loread(?::int4, ?::int4)", descriptor, length);
  }

  /// Writes at the current position, over what is there.
  public void write(byte[] source, int offset, int length) throws SQLException {
    checkOpen();
    for (int at = 0; at < length; at += MAX_CHUNK_BYTES) {
      int size = Math.min(length - at, MAX_CHUNK_BYTES);
      byte[] chunk =
          size == source.length
              ? source
              : Arrays.copyOfRange(source, offset + at, offset + at + size);
      objects.call("select pg_catalog.lowrite(?::int4, ?::bytea)", descriptor, chunk);
    }
  }

  /// Moves to a position counted from 0; past the end is allowed.
  public void seek(long position) throws SQLException {
    checkOpen();
    objects.call(
        "select pg_catalog.lo_lseek64(?::int4, ?::int8, ?::int4)", descriptor, position, SEEK_SET);
  }

  public long position() throws SQLException {
    checkOpen();
    return objects.call("select pg_catalog.lo_tell64(?::int4)", descriptor);
  }

  /// Leaves the position as it is.
  public long size() throws SQLException {
    long position = position();
    long size =
        objects.call(
            "select pg_catalog.lo_lseek64(?::int4, ?::int8, ?::int4)", descriptor, 0L, SEEK_END);
    seek(position);
    return size;
  }

  /// Cuts it off, or fills it up with zeros.
  public void truncate(long size) throws SQLException {
    checkOpen();
    objects.call("select pg_catalog.lo_truncate64(?::int4, ?::int8)", descriptor, size);
  }

  /// Reads from the current position on. Closing the stream does not close the object.
  public InputStream inputStream() {
    return new Input(Long.MAX_VALUE);
  }

  /// Reads so many bytes at most.
  public InputStream inputStream(long limit) {
    return new Input(limit);
  }

  /// Writes from the current position on. Closing the stream does not close the object.
  public OutputStream outputStream() {
    return new Output();
  }

  private void checkOpen() throws SQLException {
    if (!isOpen) {
      throw SqlExceptions.of("55000", "large object " + oid + " is closed", null);
    }
  }

  @Override
  public void close() throws SQLException {
    if (isOpen) {
      isOpen = false;
      objects.call("select pg_catalog.lo_close(?::int4)", descriptor);
    }
  }

  private final class Input extends InputStream {
    private static final int BUFFER_BYTES = 64 << 10;

    private long left;
    private byte[] buffer = {};
    private int at;

    Input(long limit) {
      left = limit;
    }

    @Override
    public int read() throws IOException {
      return fill(1) ? buffer[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      java.util.Objects.checkFromIndexSize(offset, length, target.length);
      if (length == 0) {
        return 0;
      }
      if (!fill(length)) {
        return -1;
      }
      int count = Math.min(length, buffer.length - at);
      System.arraycopy(buffer, at, target, offset, count);
      at += count;
      return count;
    }

    /// Whether there is a byte to read.
    private boolean fill(int wanted) throws IOException {
      if (at < buffer.length) {
        return true;
      }
      int size = Math.clamp(wanted, BUFFER_BYTES, MAX_CHUNK_BYTES);
      try {
        buffer = chunk((int) Math.min(left, size));
      } catch (SQLException e) {
        throw new IOException(e.getMessage(), e);
      }
      at = 0;
      left -= buffer.length;
      return buffer.length > 0;
    }
  }

  private final class Output extends OutputStream {
    private final byte[] buffer = new byte[64 << 10];
    private int count;

    @Override
    public void write(int value) throws IOException {
      if (count == buffer.length) {
        flush();
      }
      buffer[count++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      java.util.Objects.checkFromIndexSize(offset, length, source.length);
      if (length >= buffer.length) {
        flush();
        send(source, offset, length);
        return;
      }
      if (length > buffer.length - count) {
        flush();
      }
      System.arraycopy(source, offset, buffer, count, length);
      count += length;
    }

    @Override
    public void flush() throws IOException {
      if (count > 0) {
        int size = count;
        count = 0;
        send(buffer, 0, size);
      }
    }

    private void send(byte[] source, int offset, int length) throws IOException {
      try {
        LargeObject.this.write(source, offset, length);
      } catch (SQLException e) {
        throw new IOException(e.getMessage(), e);
      }
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
