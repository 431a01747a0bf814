package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.OwnChange;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.predicate.RowImage;
import org.jspecify.annotations.Nullable;

/// A row that has changed. Immutable, as long as the image is.
///
/// @param row what it is now, null if it is gone
record RowChange(WatchedTable table, Object key, @Nullable RowImage row)
    implements Change, OwnChange {

  @Override
  public void mark(StreamSession session, long lsn) {
    table.mark(key, row, stripe -> session.mark(stripe, lsn));
  }

  @Override
  public void drop(int xid, long lsn) {
    table.endTouched(key, row);
  }

  @Override
  public void answered(Coherence coherence, long epoch) {
    table.mark(key, row, stripe -> coherence.markOwn(stripe, epoch));
    table.endTouched(key, row);
  }
}
