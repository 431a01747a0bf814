package io.tiercel.jdbc.extension;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.function.LongConsumer;

/// COPY, by a connection of its transaction. Every method blocks until the copy is over and returns
/// the number of rows; it has the connection for itself until then. To give up, cancel from another
/// thread ([TiercelConnection#cancelRunning()]), or let the stream throw: nothing is stored then.
public interface Copy {
  /// `COPY … FROM STDIN` in whichever format the statement says.
  default long in(String sql, InputStream data) throws SQLException {
    return in(sql, data, bytes -> {});
  }

  /// As [#in(String, InputStream)].
  ///
  /// @param progress is told how many bytes went so far, from time to time
  long in(String sql, InputStream data, LongConsumer progress) throws SQLException;

  /// `COPY … FROM STDIN` in a text format.
  long in(String sql, Reader data) throws SQLException;

  /// `COPY … TO STDOUT` in whichever format the statement says. The stream is not closed.
  default long out(String sql, OutputStream data) throws SQLException {
    return out(sql, data, bytes -> {});
  }

  /// As [#out(String, OutputStream)].
  ///
  /// @param progress is told how many bytes came so far, from time to time
  long out(String sql, OutputStream data, LongConsumer progress) throws SQLException;

  /// `COPY … TO STDOUT` in a text format. The writer is not closed.
  long out(String sql, Writer data) throws SQLException;

  /// Stores records in a table, in binary. Each component goes into the column of its name, which
  /// may be written `inSnakeCase` as `in_snake_case`.
  ///
  /// @param table as SQL spells it, with its schema if need be
  <T extends Record> long inRecords(String table, Class<T> type, Iterator<? extends T> rows)
      throws SQLException;
}
