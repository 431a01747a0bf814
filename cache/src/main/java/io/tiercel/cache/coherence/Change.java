package io.tiercel.cache.coherence;

/// What a committed transaction did to what is stored. Immutable.
public interface Change {

  /// The row of a key was inserted, updated or deleted, or stood under that key before.
  record OfKey<K>(Region<K, ?> region, K key) implements Change {
    @Override
    public void mark(StreamSession session, long lsn) {
      region.mark(session, key, lsn);
    }

    @Override
    public void drop(int xid, long lsn) {
      region.drop(key, xid, lsn);
    }
  }

  /// Every row may have changed: TRUNCATE, or a change of the table's definition.
  record OfTable(Region<?, ?> region) implements Change {
    @Override
    public void mark(StreamSession session, long lsn) {
      region.markAll(session, lsn);
    }

    /// Entries that were stored before are no hits any more once the table is marked.
    @Override
    public void drop(int xid, long lsn) {}
  }

  /// One change that is kept account of in two ways.
  record OfBoth(Change one, Change other) implements Change {
    @Override
    public void mark(StreamSession session, long lsn) {
      one.mark(session, lsn);
      other.mark(session, lsn);
    }

    @Override
    public void drop(int xid, long lsn) {
      one.drop(xid, lsn);
      other.drop(xid, lsn);
    }
  }

  /// From now on nothing may be stored that did not see that commit.
  void mark(StreamSession session, long lsn);

  /// Removes what was stored before the mark.
  void drop(int xid, long lsn);
}
