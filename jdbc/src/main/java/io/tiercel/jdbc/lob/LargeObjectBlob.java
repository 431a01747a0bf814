package io.tiercel.jdbc.lob;

import java.io.BufferedOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A Blob over a large object, opened when it is first used: to read, and anew when it is first
/// written to. Changes are made in the database at once. It ends with the transaction.
///
/// Confined to the thread of its connection.
public final class LargeObjectBlob implements Blob {
  private static final int SEARCH_BYTES = 64 << 10;

  private final LargeObjects objects;
  private final long oid;
  private @Nullable LargeObject object;
  private boolean isWritable;
  private boolean isFreed;

  public LargeObjectBlob(Connection connection, long oid) {
    objects = new LargeObjects(connection);
    this.oid = oid;
  }

  /// The oid of the large object, unsigned: what a column holds for it.
  public long oid() {
    return oid;
  }

  private LargeObject readable() throws SQLException {
    if (isFreed) {
      throw LobPositions.freed();
    }
    LargeObject open = object;
    if (open == null) {
      open = objects.open(oid, LargeObjects.READ);
      object = open;
    }
    return open;
  }

  private LargeObject writable() throws SQLException {
    LargeObject open = object;
    if (isWritable && open != null && !isFreed) {
      return open;
    }
    readable().close();
    open = objects.open(oid, LargeObjects.READ_WRITE);
    object = open;
    isWritable = true;
    return open;
  }

  @Override
  public long length() throws SQLException {
    return readable().size();
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    LobPositions.check(position, length);
    readable().seek(position - 1);
    return readable().read(length);
  }

  /// A stream with a place of its own: other calls on this Blob do not move it.
  @Override
  public InputStream getBinaryStream() throws SQLException {
    readable();
    return objects.open(oid, LargeObjects.READ).inputStream();
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    LobPositions.check(position, length);
    readable();
    LargeObject own = objects.open(oid, LargeObjects.READ);
    own.seek(position - 1);
    return own.inputStream(length);
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    LobPositions.check(start);
    int overlap = Math.max(pattern.length - 1, 0);
    long at = start;
    while (true) {
      byte[] window = getBytes(at, SEARCH_BYTES + overlap);
      long found = new MemoryBlob(window).position(pattern, 1);
      if (found > 0) {
        return at + found - 1;
      }
      if (window.length < SEARCH_BYTES + overlap) {
        return -1;
      }
      at += SEARCH_BYTES;
    }
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
    writable().seek(position - 1);
    writable().write(source, offset, length);
    return length;
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    LobPositions.check(position);
    writable();
    return new BufferedOutputStream(new LobOutput(this, position), SEARCH_BYTES);
  }

  @Override
  public void truncate(long length) throws SQLException {
    LobPositions.check(1, length);
    writable().truncate(length);
  }

  @Override
  public void free() throws SQLException {
    isFreed = true;
    LargeObject open = object;
    object = null;
    if (open != null) {
      open.close();
    }
  }
}
