package io.tiercel.cache.coherence;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// SESSION: what the session has written itself, and what the database did by way of it, is always
/// seen, and nothing older than what it has read. Confined to one thread at a time.
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

  /// Asks how far what the session has seen may reach; null when that is known.
  private @Nullable LongSupplier unasked;

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
    // Behind all that it has read before.
    unasked = null;
    seen(upTo);
    epoch = write.number();
    xid = committedXid;
  }

  /// The session has read from the database, up to that position at most.
  public void seen(long upTo) {
    position = Math.max(position, upTo);
    // What was stored after our last commit may be older than what was read since.
    epoch = Long.MAX_VALUE;
    xid = 0;
  }

  /// The session has read or written something, and nobody knows up to where. Asked for when that
  /// is needed.
  ///
  /// @param upTo asks the primary for `pg_current_wal_insert_lsn()`; [#UNKNOWN] where it cannot
  public void seen(LongSupplier upTo) {
    unasked = upTo;
  }

  private void ask() {
    LongSupplier unknown = unasked;
    if (unknown != null) {
      long upTo = unknown.getAsLong();
      if (upTo != UNKNOWN) {
        seen(upTo);
        unasked = null;
      }
    }
  }

  /// For another node: a position of the log, opaque to everybody else; [#UNKNOWN] where it cannot
  /// be told. May ask for it.
  public long token() {
    ask();
    return unasked == null ? position : UNKNOWN;
  }

  /// The session goes on here, from another node.
  public void resume(long token) {
    seen(token);
  }

  @Override
  public <K, V> @Nullable Entry<V> hit(Source<K, V> source, K key) throws InterruptedException {
    if (unasked != null && source.entry(key) == null) {
      return null;
    }
    ask();
    if (unasked != null) {
      return null;
    }
    // In this order: an entry that was there before the stream came up may have gone by that.
    StreamSession stream = coherence.session();
    boolean isUp = stream.applied() >= position;
    Entry<V> entry = source.entry(key);
    if (entry == null || hasSeenUs(entry) || (isUp && entry.session().equals(stream))) {
      return entry;
    }
    if (!stream.awaitApplied(position, timeoutNanos)) {
      return null;
    }
    return source.entry(key);
  }

  /// Whether the value was read after our last commit, or is what it has written.
  private boolean hasSeenUs(Entry<?> entry) {
    return entry.epoch() >= epoch || (xid != 0 && entry.ownXid() == xid);
  }
}
