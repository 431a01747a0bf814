package io.tiercel.cache.coherence;

import org.jspecify.annotations.Nullable;

/// SESSION: what the session has written itself, and what the database did by way of it, is always
/// seen. Confined to one thread at a time.
///
/// What it knows fits a [token][#token]: a position of the log behind all that the session has
/// written or seen. Another node that goes on with the session takes it by [#resume].
public final class SessionReads implements Reads {
  private final Coherence coherence;
  private final long timeoutNanos;
  private long position;

  /// The node's number of the session's last commit here, and its transaction.
  private long epoch = Long.MAX_VALUE;

  private int xid;

  /// @param timeoutNanos how long the stream may take to come up with the session until the
  ///     database is asked instead
  public SessionReads(Coherence coherence, long timeoutNanos) {
    this.coherence = coherence;
    this.timeoutNanos = timeoutNanos;
  }

  /// The session has committed on this node.
  ///
  /// @param write the transaction, after [OwnWrite#committed]
  /// @param committedXid the low 32 bits of `pg_current_xact_id()`
  /// @param upTo `pg_current_wal_insert_lsn()` of after COMMIT
  public void committed(OwnWrite write, int committedXid, long upTo) {
    epoch = write.number();
    xid = committedXid;
    seen(upTo);
  }

  /// The session has read from the database, up to that position at most.
  public void seen(long upTo) {
    position = Math.max(position, upTo);
  }

  /// For another node: a position of the log, opaque to everybody else.
  public long token() {
    return position;
  }

  /// The session goes on here, from another node.
  public void resume(long token) {
    seen(token);
    epoch = Long.MAX_VALUE;
    xid = 0;
  }

  @Override
  public <K, V> @Nullable Entry<V> hit(Source<K, V> source, K key) throws InterruptedException {
    Entry<V> entry = source.entry(key);
    if (entry == null || hasSeenUs(entry) || entry.session().applied() >= position) {
      return entry;
    }
    if (!coherence.session().awaitApplied(position, timeoutNanos)) {
      return null;
    }
    return source.entry(key);
  }

  /// Whether the value was read after our last commit, or is what it has written.
  private boolean hasSeenUs(Entry<?> entry) {
    return entry.epoch() >= epoch || (xid != 0 && entry.ownXid() == xid);
  }
}
