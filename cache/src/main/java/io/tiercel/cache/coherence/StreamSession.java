package io.tiercel.cache.coherence;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One unbroken stretch of following the change stream. Two positions say how far it is: *applied*,
/// the last commit taken off the stream, and *settled*: every commit up to there is seen by any
/// snapshot taken from now on. An event may come before its change can be seen, and only comparing
/// transaction ids with snapshots tells when that is over.
///
/// One thread applies, in the order of the stream; all else is safe for any thread. Positions of
/// the log are counted in bytes, as PostgreSQL's `pg_lsn`, and fit a positive long.
public final class StreamSession {
  private static final long NOT_SETTLED = -1;

  /// No transaction has that id.
  private static final int UNKNOWN = 0;

  /// The last commit on the stream that touched a key of the stripe.
  private final Stripes invalidated;

  private final long start;

  /// Transactions before this one may have committed ahead of the stream's start, unseen by it.
  private final long firstWatched;

  /// Before it has come there the stream is behind what everybody sees.
  private final long caughtUp;

  private volatile long applied;
  private volatile long lastMet;
  private volatile long settled = NOT_SETTLED;
  private volatile long freshAsOf;
  private final AtomicLong snapshots = new AtomicLong();
  private volatile long probeNanos;
  private volatile boolean wasProved;

  /// The last [place][#placeSnapshot] up to which the stream is known to have come.
  private volatile long provedPlace;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition advanced = lock.newCondition();
  private final Condition toSettle = lock.newCondition();

  // Guarded by lock.
  private final ArrayDeque<Committed> unsettled = new ArrayDeque<>();
  private final RecentCommits recent = new RecentCommits();
  private final Map<Integer, OwnWrite> awaited = new HashMap<>();
  private int waiting;

  private record Committed(int xid, long lsn) {}

  StreamSession(int stripes, long start, long firstWatched, long caughtUp) {
    this.caughtUp = caughtUp;
    invalidated = new Stripes(stripes);
    this.start = start;
    this.firstWatched = firstWatched;
    applied = start;
    lastMet = start;
  }

  /// The last commit that was taken off the stream, or the position to which there was none.
  public long applied() {
    return applied;
  }

  /// The last commit that has come off the stream, be it applied or about to be.
  public long lastMet() {
    return lastMet;
  }

  /// Every commit up to there is visible; negative until the first transaction that the stream is
  /// sure to bring is the oldest one in progress, and the stream has caught up.
  public long settled() {
    return settled;
  }

  /// A committed transaction came off the stream, and is done with when this returns.
  ///
  /// @param xid its top-level id, the low 32 bits
  public void apply(int xid, long lsn, List<Change> changes) {
    meet(xid, lsn);
    for (Change change : changes) {
      change.mark(this, lsn);
      change.drop(xid, lsn);
    }
    advance(lsn);
  }

  /// Committed transactions that one snapshot sees and the one before did not, which is all that is
  /// known of when they committed. They are done with when this returns, and settled.
  ///
  /// @param transactions what each of them did, by the low 32 bits of their top-level ids
  /// @param lsn of all of them: at least 2 behind [#applied]
  public void applyUnordered(
      Map<Integer, List<Change>> transactions, DatabaseSnapshot seenBy, long lsn) {
    unorderedSteps(transactions, seenBy, lsn).forEach(Runnable::run);
  }

  /// What that does, one step after the other.
  List<Runnable> unorderedSteps(
      Map<Integer, List<Change>> transactions, DatabaseSnapshot seenBy, long lsn) {
    if (lsn - 2 < applied) {
      throw new IllegalArgumentException(
          "no position is left between %d and %d".formatted(applied, lsn));
    }
    // Nothing that is known of those transactions says which one wrote last what several wrote.
    Map<Change, Integer> lastOf = new HashMap<>();
    transactions.forEach((xid, changes) -> changes.forEach(change -> collect(change, xid, lastOf)));
    List<Runnable> steps = new ArrayList<>();
    transactions.keySet().forEach(xid -> steps.add(() -> meet(xid, lsn - 1)));
    lastOf.forEach(
        (change, xid) -> {
          // Behind what each of the transactions is told to be its place: none is the last one.
          boolean isUnknown = xid == UNKNOWN;
          steps.add(() -> change.mark(this, isUnknown ? lsn : lsn - 1));
          steps.add(() -> change.drop(xid, isUnknown ? Long.MAX_VALUE : lsn - 1));
        });
    steps.add(() -> advance(lsn));
    steps.add(() -> settle(seenBy));
    return steps;
  }

  /// What others keep beside a row has its own change, which tells more than the row's key.
  private static void collect(Change change, int xid, Map<Change, Integer> lastOf) {
    if (change instanceof Change.OfBoth(Change one, Change other)) {
      collect(one, xid, lastOf);
      collect(other, xid, lastOf);
    } else {
      lastOf.merge(change, xid, (former, now) -> former.equals(now) ? former : UNKNOWN);
    }
  }

  /// The first step: the transaction is known to the settler, and to its own writer.
  void meet(int xid, long lsn) {
    lastMet = lsn;
    lock.lock();
    try {
      unsettled.addLast(new Committed(xid, lsn));
      toSettle.signalAll();
      recent.add(xid, lsn);
      OwnWrite own = awaited.remove(xid);
      if (own != null) {
        own.echoed(lsn);
      }
    } finally {
      lock.unlock();
    }
  }

  /// The stream has brought everything up to this position. The last step of each transaction, and
  /// all that a keepalive says.
  public void advance(long lsn) {
    if (lsn <= applied) {
      return;
    }
    applied = lsn;
    lock.lock();
    try {
      settleQuiet();
      if (waiting > 0) {
        advanced.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /// All that was committed at that moment was applied.
  ///
  /// @param nanos of [System#nanoTime], before the primary was asked for its position, and the
  ///     position was then [waited for][#awaitApplied]
  /// @param place of [#placeSnapshot], before that as well
  public void proved(long nanos, long place) {
    lock.lock();
    try {
      provedPlace = Math.max(provedPlace, place);
      if (!wasProved || nanos - freshAsOf > 0) {
        freshAsOf = nanos;
        probeNanos = System.nanoTime() - nanos;
        wasProved = true;
      }
    } finally {
      lock.unlock();
    }
  }

  /// Whether that was proved of a moment at most so long ago.
  boolean isFresh(long now, long nanos) {
    return wasProved && now - freshAsOf <= nanos;
  }

  @Nullable Duration sinceProof() {
    return wasProved ? Duration.ofNanos(System.nanoTime() - freshAsOf) : null;
  }

  @Nullable Duration lastProbe() {
    return wasProved ? Duration.ofNanos(probeNanos) : null;
  }

  /// Learns from a snapshot which commits have become visible. The snapshot may be of any statement
  /// on the primary that began after this session.
  public void settle(DatabaseSnapshot snapshot) {
    lock.lock();
    try {
      if (settled == NOT_SETTLED) {
        if (snapshot.xmin() < firstWatched || applied < caughtUp) {
          return;
        }
        settled = start;
      }
      Committed head = unsettled.peekFirst();
      while (head != null && snapshot.sees(head.xid())) {
        settled = head.lsn();
        unsettled.removeFirst();
        head = unsettled.peekFirst();
      }
      settleQuiet();
      if (waiting > 0) {
        advanced.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Commits are met in their order. When all that were met are seen, there is none up to where the
  /// stream has come that is not.
  private void settleQuiet() {
    if (settled != NOT_SETTLED && unsettled.isEmpty()) {
      settled = Math.max(settled, applied);
    }
  }

  /// Whether a snapshot may teach anything: a commit was met that was not yet seen.
  public boolean wantsSnapshot() {
    lock.lock();
    try {
      return settled == NOT_SETTLED || !unsettled.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until [#wantsSnapshot]; false if that did not happen in time.
  ///
  /// @throws InterruptedException if interrupted while waiting
  public boolean awaitCommit(long timeoutNanos) throws InterruptedException {
    long left = timeoutNanos;
    lock.lock();
    try {
      while (settled != NOT_SETTLED && unsettled.isEmpty()) {
        if (left <= 0) {
          return false;
        }
        left = toSettle.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Whether that snapshot would teach that a further commit is visible.
  boolean unsettledSeenBy(DatabaseSnapshot snapshot) {
    lock.lock();
    try {
      Committed head = unsettled.peekFirst();
      return head != null && snapshot.sees(head.xid());
    } finally {
      lock.unlock();
    }
  }

  /// A transaction of one snapshot is about to ask for the position of the log, to be served from
  /// what is stored. What was stored before that, as [#snapshots] tells, shows no commit behind the
  /// position.
  ///
  /// @return its number, from 1
  public long placeSnapshot() {
    return snapshots.incrementAndGet();
  }

  /// Whether the stream is known to have brought every commit that the value shows. Values of
  /// queries may be ahead of it when they are stored.
  public boolean hasBrought(Entry<?> entry) {
    return entry.session() == this
        && (entry.upTo() == 0 ? entry.snapshots() < provedPlace : entry.upTo() <= applied);
  }

  /// How many were placed so far.
  long snapshots() {
    return snapshots.get();
  }

  /// Waits until everything up to a position was applied; false if that did not happen in time.
  ///
  /// @throws InterruptedException if interrupted while waiting
  public boolean awaitApplied(long lsn, long timeoutNanos) throws InterruptedException {
    return applied >= lsn || await(() -> applied >= lsn, timeoutNanos);
  }

  /// Waits until every commit up to a position is visible; false if that did not happen in time.
  ///
  /// @throws InterruptedException if interrupted while waiting
  public boolean awaitSettled(long lsn, long timeoutNanos) throws InterruptedException {
    return settled >= lsn || await(() -> settled >= lsn, timeoutNanos);
  }

  private boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
    long left = timeoutNanos;
    lock.lock();
    waiting++;
    try {
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = advanced.awaitNanos(left);
      }
      return true;
    } finally {
      waiting--;
      lock.unlock();
    }
  }

  /// Whether anybody waits for a position.
  public boolean isAwaited() {
    lock.lock();
    try {
      return waiting > 0;
    } finally {
      lock.unlock();
    }
  }

  /// From now on nothing is stored for keys of the stripe that did not see the commit at that
  /// position. To be called by changes, while they are applied.
  public void mark(int stripe, long lsn) {
    invalidated.raise(stripe, lsn);
  }

  /// The last commit on the stream that touched a key of the stripe.
  public long invalidated(int stripe) {
    return invalidated.get(stripe);
  }

  /// How many commits were met, for [#await(OwnWrite, int, long)] later.
  long met() {
    lock.lock();
    try {
      return recent.count();
    } finally {
      lock.unlock();
    }
  }

  /// Tells a writer of its transaction's commit on the stream, now if it came already.
  ///
  /// @param metBefore how many commits were met before COMMIT was sent
  /// @return false when it may have come and been forgotten
  boolean await(OwnWrite write, int xid, long metBefore) {
    lock.lock();
    try {
      Long lsn = recent.find(xid, metBefore);
      if (lsn == null) {
        return false;
      }
      if (lsn != 0) {
        write.echoed(lsn);
      } else {
        awaited.put(xid, write);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  void forget(int xid, OwnWrite write) {
    lock.lock();
    try {
      awaited.remove(xid, write);
    } finally {
      lock.unlock();
    }
  }
}
