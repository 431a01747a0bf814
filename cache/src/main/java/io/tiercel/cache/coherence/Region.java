package io.tiercel.cache.coherence;

import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The stored rows of one table by their keys. Safe for any thread.
///
/// At all times a hit shows every commit that [was applied][StreamSession#applied] and wrote its
/// key: what was read is stored only if its snapshot had seen the last such commit, and goes when
/// another one comes.
///
/// @param <K> a key: immutable, with equals and hashCode
/// @param <V> a row: immutable
public final class Region<K, V> implements Source<K, V> {
  private final Coherence coherence;
  private final Entries<K, V> entries;
  private final int tableStripe;
  private final int seed;

  /// Until the stream is there nothing is a hit; null where it is.
  private volatile @Nullable Floor floor;

  private record Floor(StreamSession session, long position) {}

  /// A bit for each [Suspension] that holds.
  private final AtomicInteger suspensions = new AtomicInteger();

  /// @param name of the table, so that equal keys of two tables lie apart
  /// @param entries where the rows are: its `compute` and `remove` must be atomic for a key, and
  ///     wait for each other; it may forget
  public Region(Coherence coherence, String name, ConcurrentMap<K, Entry<V>> entries) {
    this(coherence, name, Entries.in(entries));
  }

  /// @param name of the table, so that equal keys of two tables lie apart
  /// @param entries where the rows are
  public Region(Coherence coherence, String name, Entries<K, V> entries) {
    this.coherence = coherence;
    this.entries = entries;
    seed = name.hashCode();
    tableStripe = coherence.stripe(seed);
  }

  /// The row under that key, null when it is not stored.
  public @Nullable V get(K key) {
    Entry<V> entry = entry(key);
    return entry == null ? null : entry.value();
  }

  @Override
  public @Nullable Entry<V> entry(K key) {
    // What passes is looked at before the entry: one that is there while the stream has yet to come
    // up may have gone by what the stream then brings.
    StreamSession session = coherence.session();
    if (suspensions.get() != 0 || !isAboveFloor(session)) {
      return null;
    }
    Entry<V> entry = entries.get(key);
    return entry != null && entry.session() == session && isCurrent(entry) ? entry : null;
  }

  /// Whether nothing has happened to the table as a whole since something was stored that owes to
  /// it, a row or what was made of rows. Whether it is still there has to be looked at afterwards.
  public boolean isCurrent(Entry<?> entry) {
    return isCurrent(entry.session(), entry.admitted(), entry.epoch());
  }

  /// As above, of what was stored with these.
  boolean isCurrent(StreamSession stretch, long admitted, long epoch) {
    StreamSession session = coherence.session();
    return suspensions.get() == 0
        && stretch == session
        && isAboveFloor(session)
        && session.invalidated(tableStripe) <= admitted
        && coherence.ownEpoch(tableStripe) <= epoch;
  }

  private boolean isAboveFloor(StreamSession session) {
    Floor awaited = floor;
    return awaited == null
        || awaited.session() != session
        || session.applied() >= awaited.position();
  }

  /// A transaction of this node has written rows of this table, and nobody knows which: until the
  /// stream has brought them nothing is a hit.
  ///
  /// @param position of the log behind its commit
  public void awaitStream(long position) {
    StreamSession session = coherence.session();
    synchronized (this) {
      Floor awaited = floor;
      if (awaited == null || awaited.session() != session || awaited.position() < position) {
        floor = new Floor(session, position);
      }
    }
  }

  /// Forgets the row of a key. What was read before is not stored any more.
  public void evict(K key) {
    // In this order: whoever stores meanwhile is refused, or has stored and loses it.
    coherence.evicted(stripe(key));
    entries.remove(key);
  }

  /// Forgets all rows. What was read before is not stored any more.
  public void evictAll() {
    coherence.evicted(tableStripe);
  }

  /// Why a row that was read is not stored; null when nothing stands against it.
  public @Nullable Refusal refusal(K key, Fill fill) {
    if (isSuspended()) {
      return Refusal.NOT_FOLLOWED;
    }
    Refusal ofKey = coherence.refusal(stripe(key), fill);
    return ofKey == null ? coherence.refusal(tableStripe, fill) : ofKey;
  }

  @Override
  public boolean isUnchangedSince(K key, Fill fill) {
    return fill.session().invalidated(stripe(key)) <= fill.settled() && isUnchangedSince(fill);
  }

  /// Stores a row that a query has brought, unless one is there, or the row may be out of date.
  ///
  /// @param fill of before the query
  /// @param upTo `pg_current_wal_insert_lsn()` of after the query's snapshot; 0 when not asked for
  /// @return whether it was stored
  public boolean offer(K key, V value, Fill fill, long upTo) {
    return store(key, value, fill, upTo, false);
  }

  /// As [#offer], in the place of what is there.
  public boolean replace(K key, V value, Fill fill, long upTo) {
    return store(key, value, fill, upTo, true);
  }

  @SuppressWarnings("ReferenceEquality") // whether this very entry is there
  private boolean store(K key, V value, Fill fill, long upTo, boolean replaces) {
    int stripe = stripe(key);
    var offered = Entry.read(value, fill, upTo);
    Entry<V> stored =
        entries.compute(
            key,
            present -> {
              boolean isThere = present != null && isCurrent(present);
              if (isThere && !replaces) {
                return present;
              }
              return admits(stripe, fill) ? offered : isThere ? present : null;
            });
    return stored == offered;
  }

  /// Whether what a reader brings of the table may be stored as far as changes of the table as a
  /// whole go.
  public boolean admits(Fill fill) {
    return suspensions.get() == 0 && coherence.admits(tableStripe, fill);
  }

  /// Whether no change of the table as a whole was applied that a snapshot taken after the fill may
  /// lack.
  public boolean isUnchangedSince(Fill fill) {
    return fill.session().invalidated(tableStripe) <= fill.settled();
  }

  private boolean admits(int stripe, Fill fill) {
    return coherence.admits(stripe, fill) && admits(fill);
  }

  /// From now on nothing is a hit and nothing that was read is stored, until the same cause is
  /// [over][#resume]. Idempotent.
  public void suspend(Suspension cause) {
    var unused = suspensions.getAndUpdate(mask -> mask | cause.bit());
  }

  /// The cause is over. What was stored before is used again, unless it was invalidated meanwhile.
  /// Idempotent.
  public void resume(Suspension cause) {
    var unused = suspensions.getAndUpdate(mask -> mask & ~cause.bit());
  }

  /// Whether it is not used just now for a cause that ends by itself: then it cannot be told yet
  /// whether what is stored is right.
  public boolean isHeldUp() {
    return (suspensions.get() & ~Suspension.BREACH.bit()) != 0
        || !isAboveFloor(coherence.session());
  }

  /// Whether that is a cause not to use it.
  public boolean isSuspendedBy(Suspension cause) {
    return (suspensions.get() & cause.bit()) != 0;
  }

  /// Whether there is any cause not to use the region.
  public boolean isSuspended() {
    return suspensions.get() != 0;
  }

  /// Every row may have been changed, by way of something that is not on the stream: from now on
  /// nothing is a hit, and nothing is stored, that was read by a snapshot of before.
  ///
  /// @param lsn `pg_current_wal_insert_lsn()` of after the change was visible
  public void invalidate(StreamSession session, long lsn) {
    markAll(session, lsn);
  }

  /// The last commit on the stream that changed the table as a whole: what was
  /// [admitted][Entry#admitted] before is out of date. 0 for none.
  public long changedAsWhole(StreamSession session) {
    return session.invalidated(tableStripe);
  }

  int stripe(K key) {
    return coherence.stripe(seed * 31 + key.hashCode());
  }

  int tableStripe() {
    return tableStripe;
  }

  void remove(K key) {
    entries.remove(key);
  }

  /// Stores what a transaction of this node has written, unless somebody may have written later.
  /// Then nothing is left under the key: what is there may be older.
  ///
  /// @param value null when it is not known, or the row is gone
  /// @param epoch the commit's number, negative when the node committed another transaction that
  ///     wrote the key since this one began to write: which was the later one cannot be told
  /// @param upTo a position of the log behind the commit
  void install(K key, @Nullable V value, OwnWrite write, long epoch, int xid, long upTo) {
    int stripe = stripe(key);
    var unused =
        entries.compute(
            key,
            present -> {
              boolean isLastOfNode =
                  write.session() == coherence.session()
                      && coherence.ownEpoch(stripe) == epoch
                      && coherence.ownEpoch(tableStripe) <= write.begun();
              return value != null && isLastOfNode
                  ? installed(value, stripe, write, xid, upTo)
                  : null;
            });
  }

  private @Nullable Entry<V> installed(V value, int stripe, OwnWrite write, int xid, long upTo) {
    StreamSession session = write.session();
    long echo = write.echo();
    boolean isUnderWay = session.applied() < echo && session.invalidated(stripe) < echo;
    if (echo == 0 || isUnderWay) {
      return new Entry<>(
          value, session, session.applied(), write.begun(), upTo, session.snapshots(), xid);
    }
    boolean isLast =
        session.invalidated(stripe) == echo && session.invalidated(tableStripe) <= echo;
    return isLast
        ? new Entry<>(value, session, echo, write.begun(), upTo, session.snapshots(), 0)
        : null;
  }

  /// From now on nothing is stored under the key that did not see that commit.
  void mark(StreamSession session, K key, long lsn) {
    session.mark(stripe(key), lsn);
  }

  void markAll(StreamSession session, long lsn) {
    session.mark(tableStripe, lsn);
    coherence.dropped(tableStripe);
  }

  /// Removes what was stored under the key before its mark, but for what this node has written
  /// later: versions of a row commit in the order in which they were written.
  void drop(K key, int xid, long lsn) {
    // Not computeIfPresent: Caffeine's looks before it waits, and would pass over what is being
    // stored just now.
    var unused =
        entries.compute(key, present -> present == null ? null : remaining(key, present, xid, lsn));
  }

  private @Nullable Entry<V> remaining(K key, Entry<V> present, int xid, long lsn) {
    int own = present.ownXid();
    if (own != 0 && own == xid) {
      return present.echoed();
    }
    if (own != 0 && lsn <= present.upTo()) {
      return present;
    }
    coherence.dropped(stripe(key));
    return null;
  }
}
