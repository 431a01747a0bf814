package io.tiercel.jdbc.result;

import io.tiercel.wire.row.DataRow;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Rows one after the other in one array: the bodies of their DataRow messages, and where each
/// ends.
final class RowBlock {
  /// From this size on a block takes no further rows.
  static final int FULL_BYTES = 64 * 1024;

  /// Most results are one row, for which a block is made to measure. A second one makes it grow to
  /// this at least.
  private static final int SECOND_BYTES = 1024;

  private static final int SECOND_ENDS = 16;
  private static final int[] NO_ENDS = {};

  private byte[] bytes;

  /// Where each row but the last one ends.
  private int[] ends = NO_ENDS;

  private int used;
  private int count;

  private @Nullable RowBlock previous;
  private @Nullable RowBlock next;

  /// @param expectedBytes how much room is made at first
  RowBlock(int expectedBytes) {
    bytes = new byte[expectedBytes];
  }

  /// A block that follows a full one, for which the same is expected.
  static RowBlock following() {
    return new RowBlock(FULL_BYTES + FULL_BYTES / 8);
  }

  void add(byte[] source, int offset, int length) {
    if (bytes.length - used < length) {
      long wanted = Math.max(used + (long) length, Math.max(SECOND_BYTES, 2L * bytes.length));
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8L));
    }
    if (count > 0) {
      if (count > ends.length) {
        ends = Arrays.copyOf(ends, Math.max(SECOND_ENDS, 2 * ends.length));
      }
      ends[count - 1] = used;
    }
    System.arraycopy(source, offset, bytes, used, length);
    used += length;
    count++;
  }

  /// The block with the rows behind these.
  @Nullable RowBlock next() {
    return next;
  }

  /// The block with the rows before these.
  @Nullable RowBlock previous() {
    return previous;
  }

  void append(RowBlock following) {
    next = following;
    following.previous = this;
  }

  /// Lets go of the blocks before it.
  void cutPrevious() {
    previous = null;
  }

  boolean isFull() {
    return used >= FULL_BYTES;
  }

  int count() {
    return count;
  }

  int bytes() {
    return used;
  }

  /// Points the cursor at a row, counted from 0.
  void moveTo(int row, DataRow cursor) {
    int start = start(row);
    cursor.moveTo(bytes, start, end(row) - start);
  }

  /// The body of a row, as it came.
  byte[] copy(int row) {
    return Arrays.copyOfRange(bytes, start(row), end(row));
  }

  private int start(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  private int end(int row) {
    return row == count - 1 ? used : ends[row];
  }

  /// Forgets its rows and keeps its arrays, unless one huge row has made them huge.
  void clear() {
    if (bytes.length > 4 * FULL_BYTES) {
      bytes = new byte[FULL_BYTES + FULL_BYTES / 8];
    }
    used = 0;
    count = 0;
    previous = null;
    next = null;
  }
}
