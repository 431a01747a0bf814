package io.tiercel.jpa.context;

import io.tiercel.jpa.write.WriteBatch;

/// What a flush sends, and what becomes true of the context once the database has taken it.
///
/// @param writes the statements in order
/// @param afterwards moves entries to their new state; only to be run after success
record FlushPlan(WriteBatch writes, Runnable afterwards) {

  /// The database has taken the writes.
  void written() {
    afterwards.run();
  }
}
