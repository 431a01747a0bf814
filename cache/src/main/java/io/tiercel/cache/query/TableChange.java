package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.OwnChange;
import io.tiercel.cache.coherence.StreamSession;

/// Any row of a table may have changed. Immutable. What was stored before is looked at when it
/// would be a hit.
record TableChange(WatchedTable table) implements Change, OwnChange {
  @Override
  public void mark(StreamSession session, long lsn) {
    table.markAll(stripe -> session.mark(stripe, lsn));
  }

  @Override
  public void drop(int xid, long lsn) {}

  @Override
  public void answered(Coherence coherence, long epoch) {
    table.markAll(stripe -> coherence.markOwn(stripe, epoch));
  }
}
