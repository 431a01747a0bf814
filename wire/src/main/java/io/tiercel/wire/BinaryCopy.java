package io.tiercel.wire;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.Encoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Frontend;
import java.util.Arrays;

/// Rows in the binary COPY format, cut into CopyData messages.
///
/// The stream is a signature of 11 bytes, int32 flags, int32 length of a header extension; then for
/// each row an int16 count of columns and for each column an int32 length (-1 for NULL) and its
/// bytes; then int16 -1.
final class BinaryCopy implements CopyRowWriter {
  private static final byte[] HEADER = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
  };
  static final int TRAILER = -1;
  private static final int NULL = -1;
  static final int UNKNOWN = -1;

  private final Session session;
  private final WriteBuffer out;

  /// Where the length word of the CopyData message being written is.
  private int message;

  /// Where the column count of the row being written is.
  private int row = UNKNOWN;

  private int columns = UNKNOWN;
  private int columnsOfRow;
  private long rows;

  /// Whether a value broke off, so that what is written makes no row.
  private boolean torn;

  /// @param columns how many columns each row must have, -1 to take the first row's number
  BinaryCopy(Session session, int columns) {
    this.session = session;
    this.columns = columns;
    out = session.out();
    message = Frontend.start(out, 'd');
    out.putBytes(HEADER);
  }

  /// The first bytes of the format.
  static byte[] signature() {
    return Arrays.copyOf(HEADER, 11);
  }

  @Override
  public void startRow() {
    endRow();
    if (out.position() - message > Session.SEND_THRESHOLD) {
      Frontend.end(out, message);
      session.sendIfMuch();
      message = Frontend.start(out, 'd');
    }
    row = out.position();
    out.putShort(Math.max(0, columns));
    columnsOfRow = 0;
  }

  private void endRow() {
    if (torn) {
      throw new UsageException(
          SqlState.BAD_COPY_FILE_FORMAT,
          "row %d of COPY is half written, for a value could not be encoded\nHint: cancel the COPY."
              .formatted(rows + 1));
    }
    if (row == UNKNOWN) {
      return;
    }
    if (columns == UNKNOWN) {
      columns = columnsOfRow;
      out.setShort(row, columns);
    } else if (columnsOfRow != columns) {
      throw new UsageException(
          SqlState.BAD_COPY_FILE_FORMAT,
          "row %d of COPY has %d columns, expected %d".formatted(rows + 1, columnsOfRow, columns));
    }
    row = UNKNOWN;
    rows++;
  }

  @Override
  public void putNull() {
    column();
    out.putInt(NULL);
  }

  @Override
  public <T> void put(Encoder<T> encoder, T value) {
    column();
    if (encoder.format() != Format.BINARY) {
      throw new UsageException(
          SqlState.BAD_COPY_FILE_FORMAT,
          "column %d of COPY takes a binary encoder, got one for text".formatted(columnsOfRow));
    }
    boolean written = false;
    try {
      Binding.value(out, encoder, value);
      written = true;
    } catch (CodecException e) {
      throw new CodecException(
          e.sqlState(),
          "row %d, column %d of COPY: %s".formatted(rows + 1, columnsOfRow, e.getMessage()),
          e);
    } finally {
      torn |= !written;
    }
  }

  private void column() {
    if (row == UNKNOWN) {
      throw new UsageException(
          SqlState.BAD_COPY_FILE_FORMAT, "no row was started\nHint: call startRow() first.");
    }
    columnsOfRow++;
  }

  /// Writes the end of the data.
  void finish() {
    endRow();
    out.putShort(TRAILER);
    Frontend.end(out, message);
    Frontend.copyDone(out);
  }

  /// Makes the COPY fail. The message being written is dropped.
  void fail(String reason) {
    out.truncate(message - 1);
    Frontend.copyFail(out, reason.replace('\0', ' '));
  }
}
