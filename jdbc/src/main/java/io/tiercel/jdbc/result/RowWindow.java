package io.tiercel.jdbc.result;

import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.row.DataRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The rows of a feed: all that were read, or for a result that only goes forward, those from the
/// current block on. Confined to the result's thread.
final class RowWindow implements Rows {
  private final RowFeed feed;
  private final boolean keepsAll;
  private List<RowBlock> blocks = List.of();

  /// The number of the first row held, and of the one behind the last.
  private long first;

  private long end;

  /// The block with the current row, and the number of its first row.
  private int current;

  private long currentFirst;

  RowWindow(RowFeed feed, boolean keepsAll) {
    this.feed = feed;
    this.keepsAll = keepsAll;
  }

  @Override
  public boolean moveTo(long index, DataRow cursor) throws SQLException {
    while (index >= end) {
      if (!readMore(index)) {
        return false;
      }
    }
    if (index < first) {
      return false;
    }
    RowBlock block = locate(index);
    moveTo(block, (int) (index - currentFirst), cursor);
    return true;
  }

  private void moveTo(RowBlock block, int row, DataRow cursor) throws SQLException {
    try {
      block.moveTo(row, cursor);
    } catch (ProtocolViolation e) {
      throw feed.violated(e);
    }
  }

  @Override
  public boolean has(long index) throws SQLException {
    while (index >= end) {
      if (!readMore(currentFirst)) {
        return false;
      }
    }
    return index >= 0;
  }

  @Override
  public long size() throws SQLException {
    while (readMore(currentFirst)) {
      // The rows are counted as they come.
    }
    return end;
  }

  @Override
  public void setFetchSize(int size) throws SQLException {
    feed.setFetchSize(size);
  }

  @Override
  public void close() throws SQLException {
    blocks = List.of();
    feed.close();
  }

  /// Reads on; a window that does not keep all lets go what ends before `keptFrom`.
  private boolean readMore(long keptFrom) throws SQLException {
    if (!keepsAll) {
      forgetBefore(keptFrom);
    }
    List<RowBlock> more = feed.next();
    for (int i = 0; i < more.size(); i++) {
      end += more.get(i).count();
    }
    if (blocks.isEmpty()) {
      blocks = more;
    } else {
      blocks.addAll(more);
    }
    return !more.isEmpty();
  }

  private void forgetBefore(long index) throws SQLException {
    while (!blocks.isEmpty() && first + blocks.getFirst().count() <= index) {
      RowBlock read = blocks.removeFirst();
      first += read.count();
      feed.recycle(read);
    }
    current = 0;
    currentFirst = first;
  }

  private RowBlock locate(long index) {
    while (index < currentFirst) {
      current--;
      currentFirst -= blocks.get(current).count();
    }
    RowBlock block = blocks.get(current);
    while (index >= currentFirst + block.count()) {
      currentFirst += block.count();
      current++;
      block = blocks.get(current);
    }
    return block;
  }

  /// All rows as they came, for a result that changes them.
  ///
  /// @param cursor is moved over all of them
  List<byte[]> copies(DataRow cursor) throws SQLException {
    var copies = new ArrayList<byte[]>();
    while (readMore(0)) {
      // All blocks are wanted.
    }
    for (RowBlock block : blocks) {
      for (int i = 0; i < block.count(); i++) {
        moveTo(block, i, cursor);
        copies.add(block.copy(i));
      }
    }
    return copies;
  }
}
