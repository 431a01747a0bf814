package io.tiercel.jdbc.lob;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A Clob whose text is in memory: what `Connection.createClob` returns, the Clob of a text column,
/// and that of a large object, which is taken as UTF-8, read at first use, and written back by
/// every change.
///
/// Confined to one thread.
public final class TextClob implements NClob {
  private @Nullable StringBuilder text;
  private final @Nullable LargeObjectBlob blob;
  private boolean isFreed;

  public TextClob() {
    this("");
  }

  public TextClob(String text) {
    this.text = new StringBuilder(text);
    blob = null;
  }

  /// The text of a large object.
  public TextClob(LargeObjectBlob blob) {
    this.blob = blob;
  }

  /// The large object behind it, null if there is none.
  public @Nullable LargeObjectBlob largeObject() {
    return blob;
  }

  private StringBuilder content() throws SQLException {
    if (isFreed) {
      throw LobPositions.freed();
    }
    StringBuilder known = text;
    if (known == null) {
      LargeObjectBlob source = blob;
      byte[] bytes =
          source == null ? new byte[0] : source.getBytes(1, LobPositions.inMemory(source.length()));
      known = new StringBuilder(new String(bytes, StandardCharsets.UTF_8));
      text = known;
    }
    return known;
  }

  private void store() throws SQLException {
    LargeObjectBlob target = blob;
    if (target != null) {
      byte[] bytes = content().toString().getBytes(StandardCharsets.UTF_8);
      target.setBytes(1, bytes);
      target.truncate(bytes.length);
    }
  }

  /// All of it.
  public String getText() throws SQLException {
    return content().toString();
  }

  @Override
  public long length() throws SQLException {
    return content().length();
  }

  @Override
  public String getSubString(long position, int length) throws SQLException {
    LobPositions.check(position, length);
    StringBuilder all = content();
    int from = (int) Math.min(position - 1, all.length());
    return all.substring(from, (int) Math.min((long) from + length, all.length()));
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return new StringReader(content().toString());
  }

  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    LobPositions.check(position, length);
    return new StringReader(getSubString(position, (int) Math.min(length, Integer.MAX_VALUE)));
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    return new ByteArrayInputStream(content().toString().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public long position(String pattern, long start) throws SQLException {
    LobPositions.check(start);
    int from = (int) Math.min(start - 1, content().length());
    int found = content().indexOf(pattern, from);
    return found < 0 ? -1 : found + 1L;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return position(pattern.getSubString(1, LobPositions.inMemory(pattern.length())), start);
  }

  @Override
  public int setString(long position, String source) throws SQLException {
    LobPositions.check(position);
    StringBuilder all = content();
    int from = LobPositions.inMemory(position - 1);
    if (from > all.length()) {
      all.repeat(' ', from - all.length());
    }
    all.replace(from, Math.min(from + source.length(), all.length()), source);
    store();
    return source.length();
  }

  @Override
  public int setString(long position, String source, int offset, int length) throws SQLException {
    LobPositions.checkPart(offset, length, source.length());
    return setString(position, source.substring(offset, offset + length));
  }

  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    LobPositions.check(position);
    var buffer = new ByteArrayOutputStream();
    return new FilterOutputStream(buffer) {
      @Override
      public void close() throws IOException {
        put(position, buffer.toString(StandardCharsets.US_ASCII));
      }
    };
  }

  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    LobPositions.check(position);
    var buffer = new StringWriter();
    return new FilterWriter(buffer) {
      @Override
      public void close() throws IOException {
        put(position, buffer.toString());
      }
    };
  }

  private void put(long position, String written) throws IOException {
    try {
      setString(position, written);
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void truncate(long length) throws SQLException {
    LobPositions.check(1, length);
    content().setLength((int) Math.min(length, content().length()));
    store();
  }

  @Override
  public void free() throws SQLException {
    isFreed = true;
    text = null;
    LargeObjectBlob source = blob;
    if (source != null) {
      source.free();
    }
  }
}
