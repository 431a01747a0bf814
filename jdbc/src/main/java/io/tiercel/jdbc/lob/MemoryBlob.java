package io.tiercel.jdbc.lob;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A Blob whose bytes are in memory: what `Connection.createBlob` returns, and the Blob of a
/// `bytea`. Changes do not reach the database until it is bound to a parameter.
///
/// Confined to one thread.
public final class MemoryBlob implements Blob {
  private byte @Nullable [] bytes;
  private int size;

  public MemoryBlob() {
    this(new byte[0]);
  }

  /// Takes the array for itself.
  public MemoryBlob(byte[] bytes) {
    this.bytes = bytes;
    size = bytes.length;
  }

  private byte[] content() throws SQLException {
    byte[] content = bytes;
    if (content == null) {
      throw LobPositions.freed();
    }
    return content;
  }

  /// A copy of all of it.
  public byte[] toBytes() throws SQLException {
    return Arrays.copyOf(content(), size);
  }

  @Override
  public long length() throws SQLException {
    content();
    return size;
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    LobPositions.check(position, length);
    int from = (int) Math.min(position - 1, length());
    return Arrays.copyOfRange(content(), from, (int) Math.min((long) from + length, size));
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    return new ByteArrayInputStream(content(), 0, size);
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    LobPositions.check(position, length);
    int from = (int) Math.min(position - 1, length());
    return new ByteArrayInputStream(content(), from, (int) Math.min(length, size - (long) from));
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    LobPositions.check(start);
    byte[] content = content();
    for (long at = start - 1; at + pattern.length <= size; at++) {
      int from = (int) at;
      if (Arrays.equals(content, from, from + pattern.length, pattern, 0, pattern.length)) {
        return at + 1;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(pattern.getBytes(1, LobPositions.inMemory(pattern.length())), start);
  }

  @Override
  public int setBytes(long position, byte[] source) throws SQLException {
    return setBytes(position, source, 0, source.length);
  }

  @Override
  public int setBytes(long position, byte[] source, int offset, int length) throws SQLException {
    LobPositions.check(position, length);
    LobPositions.checkPart(offset, length, source.length);
    int end = LobPositions.inMemory(position - 1 + length);
    byte[] content = content();
    if (end > content.length) {
      content = Arrays.copyOf(content, Math.max(end, (int) Math.min(2L * content.length, 1 << 30)));
      bytes = content;
    }
    System.arraycopy(source, offset, content, (int) position - 1, length);
    size = Math.max(size, end);
    return length;
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    LobPositions.check(position);
    content();
    return new LobOutput(this, position);
  }

  @Override
  public void truncate(long length) throws SQLException {
    LobPositions.check(1, length);
    Arrays.fill(content(), (int) Math.min(length, size), size, (byte) 0);
    size = (int) Math.min(length, size);
  }

  @Override
  public void free() {
    bytes = null;
  }
}
