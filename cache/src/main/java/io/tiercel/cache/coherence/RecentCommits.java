package io.tiercel.cache.coherence;

import org.jspecify.annotations.Nullable;

/// The last commits that came off the stream, for writers that learn their transaction's id only
/// with the answer to COMMIT. Guarded by its session's lock.
final class RecentCommits {
  private static final int SIZE = 1024;

  private final int[] xids = new int[SIZE];
  private final long[] positions = new long[SIZE];
  private long count;

  void add(int xid, long lsn) {
    int place = (int) (count % SIZE);
    xids[place] = xid;
    positions[place] = lsn;
    count++;
  }

  /// How many there were so far.
  long count() {
    return count;
  }

  /// Where a transaction was committed, 0 when it did not come yet, null when so many came since
  /// `countBefore` that it may have been among the forgotten ones.
  @Nullable Long find(int xid, long countBefore) {
    if (count - countBefore > SIZE) {
      return null;
    }
    for (long i = count - 1; i >= countBefore; i--) {
      int place = (int) (i % SIZE);
      if (xids[place] == xid) {
        return positions[place];
      }
    }
    return 0L;
  }
}
