package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.SqlState;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.sql.SQLException;

/// Streams given as parameters, read to their end or to the length that was named.
final class Streams {
  private static final int BUFFER_CHARS = 8192;

  private Streams() {}

  /// @param length the bytes to take; -1 for all. A stream that is shorter is taken as it is.
  static byte[] bytes(InputStream stream, long length) throws SQLException {
    check(length);
    try {
      return length < 0 ? stream.readAllBytes() : stream.readNBytes((int) length);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// @param length the characters to take; -1 for all
  static String text(Reader reader, long length) throws SQLException {
    check(length);
    var text = new StringWriter();
    char[] buffer = new char[BUFFER_CHARS];
    long left = length < 0 ? Long.MAX_VALUE : length;
    try {
      while (left > 0) {
        int count = reader.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (count < 0) {
          break;
        }
        text.write(buffer, 0, count);
        left -= count;
      }
    } catch (IOException e) {
      throw failed(e);
    }
    return text.toString();
  }

  private static void check(long length) throws SQLException {
    if (length < -1 || length > Integer.MAX_VALUE - 8) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "length %d of a stream: expected 0 to 2147483639".formatted(length),
          null);
    }
  }

  private static SQLException failed(IOException e) {
    return SqlExceptions.of(
        SqlState.DATA_EXCEPTION, "could not read the stream of a parameter: " + e.getMessage(), e);
  }
}
