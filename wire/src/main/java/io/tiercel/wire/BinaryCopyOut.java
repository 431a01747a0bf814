package io.tiercel.wire;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowConsumer;
import io.tiercel.wire.row.RowDescription;
import java.util.ArrayList;
import java.util.Arrays;

/// Reads rows from a binary COPY … TO STDOUT; [BinaryCopy] says how they lie. The server sends
/// whole rows, the header together with the first of them.
final class BinaryCopyOut implements CopyDataConsumer {
  private static final int FIXED_HEADER = 11 + Integer.BYTES + Integer.BYTES;

  private final DataRow row;
  private final int columns;
  private final RowConsumer consumer;
  private boolean started;

  BinaryCopyOut(int[] columnOids, Codecs codecs, RowConsumer consumer) {
    var fields = new ArrayList<Field>(columnOids.length);
    for (int oid : columnOids) {
      fields.add(new Field("column" + (fields.size() + 1), 0, 0, oid, -1, -1, Format.BINARY));
    }
    row = new DataRow(new RowDescription(fields), codecs);
    columns = columnOids.length;
    this.consumer = consumer;
  }

  @Override
  public void accept(byte[] source, int offset, int length) {
    int end = offset + length;
    int at = started ? offset : header(source, offset, end);
    started = true;
    while (at < end) {
      int count = shortAt(source, at, end);
      if (count == BinaryCopy.TRAILER) {
        return;
      }
      if (count != columns) {
        throw malformed("a row has %d columns, expected %d".formatted(count, columns));
      }
      int next = endOfRow(source, at + Short.BYTES, end);
      row.moveTo(source, at, next - at);
      consumer.accept(row);
      at = next;
    }
  }

  private int endOfRow(byte[] source, int from, int end) {
    int at = from;
    for (int i = 0; i < columns; i++) {
      int length = intAt(source, at, end);
      at += Integer.BYTES;
      if (length > end - at) {
        throw malformed("a row does not end with its message");
      }
      at += Math.max(0, length);
    }
    return at;
  }

  private static int header(byte[] source, int offset, int end) {
    byte[] signature = BinaryCopy.signature();
    if (end - offset < FIXED_HEADER
        || !Arrays.equals(
            source, offset, offset + signature.length, signature, 0, signature.length)) {
      throw malformed("no signature of the binary format; write (FORMAT binary)");
    }
    int extension = intAt(source, offset + FIXED_HEADER - Integer.BYTES, end);
    if (extension < 0 || extension > end - offset - FIXED_HEADER) {
      throw malformed("a header extension of %d bytes".formatted(extension));
    }
    return offset + FIXED_HEADER + extension;
  }

  private static int shortAt(byte[] source, int at, int end) {
    require(at + Short.BYTES, end);
    return (short) ((source[at] << 8) | (source[at + 1] & 0xFF));
  }

  private static int intAt(byte[] source, int at, int end) {
    require(at + Integer.BYTES, end);
    return (shortAt(source, at, end) << 16) | (shortAt(source, at + 2, end) & 0xFFFF);
  }

  private static void require(int needed, int end) {
    if (needed > end) {
      throw malformed("a row does not end with its message");
    }
  }

  private static CodecException malformed(String reason) {
    return new CodecException(
        SqlState.BAD_COPY_FILE_FORMAT, "cannot read the data of COPY TO STDOUT: " + reason);
  }
}
