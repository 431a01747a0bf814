package io.tiercel.jpa.request;

import io.tiercel.wire.row.RowConsumer;

/// Where the rows of a stream come from, a chunk at a time. Confined to one thread.
sealed interface RowChunks permits PortalChunks, CursorChunks {

  /// Reads the next rows. Blocks.
  ///
  /// @return whether there may be more
  boolean fetch(int most, RowConsumer rows);

  /// Whether the transaction or the connection that it reads in is still the same.
  boolean isUsable();

  /// Ends it. Called once, and only while it is usable.
  void close();
}
