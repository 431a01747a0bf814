package io.tiercel.wire;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.Encoder;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Frontend;
import org.jspecify.annotations.Nullable;

/// Writes into a table by COPY: typed rows in the binary format, or raw bytes in whichever format
/// the statement says. Sends by itself while it is given more than it holds.
///
/// Nothing is stored before [#finish()]; [#close()] without it cancels. Confined to the thread of
/// its connection, which does nothing else meanwhile.
public final class CopyWriter implements CopyRowWriter, AutoCloseable {
  private static final int MAX_CHUNK_BYTES = 1024 * 1024;

  private final Turn turn;
  private final Connection connection;
  private final Session session;
  private final CopyInStep step;
  private final Flight flight;
  private final int[] columnOids;
  private final @Nullable Encoder<?>[] encoders;
  private final @Nullable Class<?>[] types;
  private @Nullable BinaryCopy rows;
  private int column;
  private boolean raw;
  private boolean closed;

  CopyWriter(
      Turn turn,
      Connection connection,
      Session session,
      CopyInStep step,
      Flight flight,
      int[] columnOids) {
    this.turn = turn;
    this.connection = connection;
    this.session = session;
    this.step = step;
    this.flight = flight;
    this.columnOids = columnOids.clone();
    encoders = new Encoder<?>[columnOids.length];
    types = new Class<?>[columnOids.length];
  }

  @Override
  public void startRow() {
    turn.enter(this);
    try {
      checkOpen();
      if (rows == null) {
        if (!step.isBinary()) {
          throw new UsageException(
              SqlState.BAD_COPY_FILE_FORMAT,
              "typed rows take the binary format\nHint: write COPY … FROM STDIN (FORMAT binary).");
        }
        rows = new BinaryCopy(session, step.columns());
      }
      rows.startRow();
      column = 0;
    } finally {
      turn.exit(this);
    }
    flight.throwFailure();
  }

  @Override
  public void putNull() {
    started().putNull();
    column++;
  }

  @Override
  public <T> void put(Encoder<T> encoder, T value) {
    started().put(encoder, value);
    column++;
  }

  /// Adds a column whose type was given to [Connection#copyIn]; null is NULL.
  public void put(@Nullable Object value) {
    if (value == null) {
      putNull();
      return;
    }
    int i = column;
    if (i >= columnOids.length) {
      throw new UsageException(
          SqlState.BAD_COPY_FILE_FORMAT,
          "the type of column %d was not given\nHint: name the oids of all columns in copyIn."
              .formatted(i + 1));
    }
    if (types[i] != value.getClass()) {
      encoders[i] = connection.codecs().encoder(columnOids[i], value.getClass());
      types[i] = value.getClass();
    }
    putPlanned(encoders[i], value);
  }

  @SuppressWarnings("unchecked") // planned for the class of the value
  private <T> void putPlanned(@Nullable Encoder<?> encoder, T value) {
    if (encoder != null) {
      put((Encoder<T>) encoder, value);
    }
  }

  private BinaryCopy started() {
    if (rows == null) {
      throw new UsageException(
          SqlState.BAD_COPY_FILE_FORMAT, "no row was started\nHint: call startRow() first.");
    }
    return rows;
  }

  /// Adds raw data, in the format of the statement; they may be cut anywhere.
  public void write(byte[] source, int offset, int length) {
    turn.enter(this);
    try {
      checkOpen();
      if (rows != null) {
        throw new UsageException(
            SqlState.BAD_COPY_FILE_FORMAT, "cannot mix raw data with typed rows");
      }
      raw = true;
      for (int at = 0; at < length; at += MAX_CHUNK_BYTES) {
        WriteBuffer out = session.out();
        int message = Frontend.start(out, 'd');
        out.putBytes(source, offset + at, Math.min(length - at, MAX_CHUNK_BYTES));
        Frontend.end(out, message);
        session.sendIfMuch();
      }
    } finally {
      turn.exit(this);
    }
    flight.throwFailure();
  }

  /// Ends the data and waits until they are stored. Returns the number of rows. Blocks.
  ///
  /// @throws io.tiercel.wire.error.ServerException if the server refuses them; nothing is stored
  public long finish() {
    turn.enter(this);
    try {
      checkOpen();
      if (rows == null && !raw && columnOids.length > 0 && step.isBinary()) {
        // No row is a file of the format too: the header and the end.
        rows = new BinaryCopy(session, step.columns());
      }
      if (rows != null) {
        rows.finish();
      } else {
        Frontend.copyDone(session.out());
      }
      await();
    } finally {
      turn.exit(this);
    }
    flight.throwFailure();
    return step.rows();
  }

  /// Gives up; nothing is stored. The connection is usable again. Blocks.
  public void cancel(String reason) {
    if (closed) {
      return;
    }
    turn.enter(this);
    try {
      if (rows != null) {
        rows.fail(reason);
      } else {
        Frontend.copyFail(session.out(), reason);
      }
      await();
    } finally {
      turn.exit(this);
    }
  }

  private void await() {
    closed = true;
    session.await();
  }

  /// Cancels unless finished. Idempotent.
  @Override
  public void close() {
    if (session.isOpen()) {
      cancel("closed without finish()");
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new UsageException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "this COPY is finished or cancelled");
    }
  }

  @Override
  public String toString() {
    return "a COPY that is not finished";
  }
}
