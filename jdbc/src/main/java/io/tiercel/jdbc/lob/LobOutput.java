package io.tiercel.jdbc.lob;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;

/// Writes into a Blob from a position on.
final class LobOutput extends OutputStream {
  private final Blob blob;
  private long position;

  LobOutput(Blob blob, long position) {
    this.blob = blob;
    this.position = position;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    try {
      position += blob.setBytes(position, source, offset, length);
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
