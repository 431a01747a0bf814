package io.tiercel.jdbc.result;

import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.row.DataRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a feed: all that were read, or for a result that only goes forward, those from the
/// current block on. Confined to the result's thread.
final class RowWindow implements Rows {
  private final RowFeed feed;
  private final boolean keepsAll;
  private @Nullable RowBlock oldest;
  private @Nullable RowBlock newest;

  /// The number of the first row held, and of the one behind the last.
  private long first;

  private long end;

  /// The block with the current row, and the number of its first row. One of those held, if any is.
  private @Nullable RowBlock current;

  private long currentFirst;

  RowWindow(RowFeed feed, boolean keepsAll) {
    this.feed = feed;
    this.keepsAll = keepsAll;
    if (keepsAll) {
      feed.keepAll();
    }
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
    if (block == null) {
      throw ResultCursor.closed(); // by another thread, just now
    }
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
    oldest = null;
    newest = null;
    current = null;
    feed.close();
  }

  /// Reads on; a window that does not keep all lets go what ends before `keptFrom`.
  private boolean readMore(long keptFrom) throws SQLException {
    if (!keepsAll) {
      forgetBefore(keptFrom);
    }
    RowBlock more = feed.next();
    if (more == null) {
      return false;
    }
    if (newest == null) {
      oldest = more;
      current = more;
    } else {
      newest.append(more);
    }
    for (RowBlock block = more; block != null; block = block.next()) {
      end += block.count();
      newest = block;
    }
    return true;
  }

  private void forgetBefore(long index) throws SQLException {
    RowBlock block = oldest;
    while (block != null && first + block.count() <= index) {
      first += block.count();
      oldest = block.next();
      feed.recycle(block);
      block = oldest;
    }
    if (block == null) {
      newest = null;
    } else {
      block.cutPrevious();
    }
    current = block;
    currentFirst = first;
  }

  private @Nullable RowBlock locate(long index) {
    RowBlock block = current;
    while (block != null && index < currentFirst) {
      block = block.previous();
      currentFirst -= block == null ? 0 : block.count();
    }
    while (block != null && index >= currentFirst + block.count()) {
      currentFirst += block.count();
      block = block.next();
    }
    current = block;
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
    for (RowBlock block = oldest; block != null; block = block.next()) {
      for (int i = 0; i < block.count(); i++) {
        moveTo(block, i, cursor);
        copies.add(block.copy(i));
      }
    }
    return copies;
  }
}
