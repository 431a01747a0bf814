package io.tiercel.jdbc.copy;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.extension.Copy;
import io.tiercel.jdbc.session.Exchange;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.CopyWriter;
import io.tiercel.wire.error.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.function.LongConsumer;

/// COPY on a session, in its transaction.
public final class SessionCopy implements Copy {
  private static final int CHUNK = 64 * 1024;
  private static final String IO_ERROR = "58030";

  private final Session session;

  public SessionCopy(Session session) {
    this.session = session;
  }

  /// Does the copying; what it throws undoes the copy.
  private interface Filling {
    void fill(CopyWriter writer) throws IOException;
  }

  @Override
  public long in(String sql, InputStream data, LongConsumer progress) throws SQLException {
    return fill(
        sql,
        new int[0],
        writer -> {
          byte[] chunk = new byte[CHUNK];
          long total = 0;
          for (int count = data.read(chunk); count >= 0; count = data.read(chunk)) {
            writer.write(chunk, 0, count);
            total += count;
            progress.accept(total);
          }
        });
  }

  @Override
  public long in(String sql, Reader data) throws SQLException {
    return fill(
        sql,
        new int[0],
        writer -> {
          char[] chunk = new char[CHUNK];
          int held = 0;
          for (int count = data.read(chunk, 0, CHUNK);
              count >= 0;
              count = data.read(chunk, held, CHUNK - held)) {
            int length = held + count;
            // Half a surrogate pair waits for the other half.
            held = length > 0 && Character.isHighSurrogate(chunk[length - 1]) ? 1 : 0;
            write(writer, new String(chunk, 0, length - held));
            if (held > 0) {
              chunk[0] = chunk[length - 1];
            }
          }
          write(writer, new String(chunk, 0, held));
        });
  }

  private static void write(CopyWriter writer, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    writer.write(utf8, 0, utf8.length);
  }

  @Override
  public <T extends Record> long inRecords(String table, Class<T> type, Iterator<? extends T> rows)
      throws SQLException {
    RecordShape shape = RecordShape.of(type);
    TargetTable target = alone(pipeline -> TargetTable.find(session.wire(), table));
    int[] oids = target.columnOids(shape);
    return fill(
        target.copyCommand(shape),
        oids,
        writer -> {
          while (rows.hasNext()) {
            T row = rows.next();
            writer.startRow();
            for (int i = 0; i < oids.length; i++) {
              writer.put(shape.value(row, i));
            }
          }
        });
  }

  private long fill(String sql, int[] oids, Filling filling) throws SQLException {
    return alone(
        pipeline -> {
          try (CopyWriter writer = session.wire().copyIn(sql, oids)) {
            filling.fill(writer);
            return writer.finish();
          } catch (IOException e) {
            throw SqlExceptions.of(
                IO_ERROR, "could not read the data to copy: " + e.getMessage(), e);
          }
        });
  }

  @Override
  public long out(String sql, OutputStream data, LongConsumer progress) throws SQLException {
    long[] total = new long[1];
    return drain(
        sql,
        (source, offset, length) -> {
          data.write(source, offset, length);
          total[0] += length;
          progress.accept(total[0]);
        });
  }

  @Override
  public long out(String sql, Writer data) throws SQLException {
    // In the text formats each call brings whole rows, so no character is cut.
    return drain(
        sql,
        (source, offset, length) ->
            data.write(new String(source, offset, length, StandardCharsets.UTF_8)));
  }

  /// Takes data; what it throws ends the copy.
  private interface Draining {
    void take(byte[] source, int offset, int length) throws IOException;
  }

  private long drain(String sql, Draining draining) throws SQLException {
    return alone(
        pipeline -> {
          try {
            return session
                .wire()
                .copyOut(sql, (source, offset, length) -> take(draining, source, offset, length));
          } catch (UncheckedIOException e) {
            throw SqlExceptions.of(
                IO_ERROR, "could not write the data copied: " + e.getMessage(), e.getCause());
          }
        });
  }

  private void take(Draining draining, byte[] source, int offset, int length) {
    try {
      draining.take(source, offset, length);
    } catch (IOException e) {
      // The rest is of no use to anybody; the server stops as soon as it hears of that.
      var failure = new UncheckedIOException(e);
      try {
        session.wire().cancel();
      } catch (WireException notCancelled) {
        failure.addSuppressed(notCancelled);
      }
      throw failure;
    }
  }

  /// Runs with the wire for itself, in the transaction that is due.
  private <T> T alone(Exchange<T> work) throws SQLException {
    return session.exchange(
        pipeline -> {
          session.transactions().beginIfDue(pipeline);
          pipeline.await();
          return work.run(pipeline);
        });
  }
}
