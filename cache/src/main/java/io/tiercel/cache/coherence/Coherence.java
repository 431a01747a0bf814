package io.tiercel.cache.coherence;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// What one node knows of the change stream and of its own commits: the clock of all its regions.
/// Safe for any thread.
public final class Coherence {
  private static final int STRIPES = 1 << 16;

  private final FillRule rule;
  private final int stripes;

  /// The node's own commit, by its number, that last wrote a key of the stripe.
  private final Stripes ownEpochs;

  /// When an entry of the stripe last went because of an event, counted as [#epoch].
  private final Stripes dropped;

  /// How many transactions of the node are between writing and the answer to their COMMIT.
  private final Stripes pending;

  private final AtomicLong epoch = new AtomicLong();

  /// Counts what was put into [#ownEpochs], afterwards.
  private final AtomicLong ownMarks = new AtomicLong();

  private final AtomicLong stretches = new AtomicLong();
  private volatile StreamSession session;

  /// A node that follows no stream yet: nothing is stored.
  public Coherence() {
    this(FillRule.SETTLED, STRIPES);
  }

  Coherence(FillRule rule, int stripes) {
    this.rule = rule;
    this.stripes = stripes;
    ownEpochs = new Stripes(stripes);
    dropped = new Stripes(stripes);
    pending = new Stripes(stripes);
    session = nothing();
  }

  private StreamSession nothing() {
    return prepare(0, Long.MAX_VALUE, 0);
  }

  /// The stream was lost: until another one is followed nothing is stored, and nothing is a hit.
  public void lost() {
    session = nothing();
  }

  /// A stream was started, anew after it was lost: nothing stored before is used any more.
  ///
  /// @param start the position from which the stream brings every commit
  /// @param firstWatched the id of a transaction that began when the start was fixed, all 64 bits
  public StreamSession follow(long start, long firstWatched) {
    StreamSession following = prepare(start, firstWatched, start);
    follow(following);
    return following;
  }

  /// A stream is about to be started.
  ///
  /// @param start the position from which the stream brings every commit
  /// @param firstWatched the id of a transaction that began when the start was fixed, or later, all
  ///     64 bits
  /// @param caughtUp until the stream has come to that position nothing is stored
  public StreamSession prepare(long start, long firstWatched, long caughtUp) {
    return new StreamSession(stripes, start, firstWatched, caughtUp);
  }

  /// It was started: nothing stored before is used any more.
  public void follow(StreamSession prepared) {
    stretches.incrementAndGet();
    session = prepared;
  }

  /// The stretch of the stream that counts now.
  public StreamSession session() {
    return session;
  }

  /// How often a stream was started so far.
  public long stretches() {
    return stretches.get();
  }

  /// How long ago all that was committed was known to be applied; null while that is not known.
  public @Nullable Duration proved() {
    return session.sinceProof();
  }

  /// How long the last proof of that took; null while there was none.
  public @Nullable Duration lastProbe() {
    return session.lastProbe();
  }

  /// To be called before a query is sent whose rows may be stored; in a transaction with one
  /// snapshot for all, before its first query.
  public Fill beginFill() {
    long epochNow = epoch.get();
    StreamSession now = session;
    return new Fill(now, now.settled(), now.applied(), epochNow);
  }

  /// To be called when a transaction of this node is about to write.
  public OwnWrite beginWrite() {
    return new OwnWrite(this, session);
  }

  /// The stripe of keys with that hash: a number that all of them share.
  public int stripe(int hash) {
    return pending.of(hash);
  }

  /// Whether what a reader brings may be stored for a key of the stripe: its snapshots see all
  /// commits that were applied to it, and those of this node.
  public boolean admits(int stripe, Fill fill) {
    return refusal(stripe, fill) == null;
  }

  /// What stands against storing it; null for nothing.
  @Nullable Refusal refusal(int stripe, Fill fill) {
    if (fill.session() != session || fill.settled() < 0) {
      return Refusal.NOT_FOLLOWED;
    }
    if (pending.get(stripe) != 0 || ownEpochs.get(stripe) > fill.epoch()) {
      return Refusal.WRITTEN_HERE;
    }
    if (dropped.get(stripe) > fill.epoch()) {
      return Refusal.CHANGED;
    }
    return rule.admits(fill.session().invalidated(stripe), fill) ? null : Refusal.CHANGED;
  }

  /// What was read up to now is not stored any more for keys of the stripe.
  void evicted(int stripe) {
    markOwn(stripe, epoch.incrementAndGet());
  }

  /// Changes after a number of [#ownEpoch] has: as long as it does not, none has.
  long ownMarks() {
    return ownMarks.get();
  }

  /// An event took away what was stored for a key of the stripe. That may have been ahead of the
  /// stream: a reader that began before may bring what is right, and older than what was served.
  void dropped(int stripe) {
    dropped.raise(stripe, epoch.incrementAndGet());
  }

  void beginPending(int stripe) {
    pending.add(stripe, 1);
  }

  void endPending(int stripe) {
    pending.add(stripe, -1);
  }

  /// The number of the node's last commit.
  public long epoch() {
    return epoch.get();
  }

  /// How many transactions of the node are writing keys of the stripe.
  long pending(int stripe) {
    return pending.get(stripe);
  }

  /// The number of the node's last commit that wrote a key of the stripe.
  public long ownEpoch(int stripe) {
    return ownEpochs.get(stripe);
  }

  /// From now on nothing is stored for keys of the stripe that began to be read before the node's
  /// commit of that number was answered.
  public void markOwn(int stripe, long number) {
    ownEpochs.raise(stripe, number);
    ownMarks.incrementAndGet();
  }

  /// The number of a commit of the node that was just answered. Without one it tells what began to
  /// be read later from what began before.
  public long nextEpoch() {
    return epoch.incrementAndGet();
  }

  /// A commit of the node was answered that wrote a key of the stripe.
  ///
  /// @param begun the node's last commit when the transaction began
  /// @return the commit's number, negative when another one came in between
  long committedOwn(int stripe, long begun) {
    Draw draw = draw(stripe);
    while (!place(stripe, draw)) {
      draw = draw(stripe);
    }
    return draw.numberOfOneBegunAt(begun);
  }

  /// A number for a commit, and the one that was on its stripe before it was taken.
  record Draw(long former, long number) {
    long numberOfOneBegunAt(long begun) {
      return former <= begun ? number : -number;
    }
  }

  Draw draw(int stripe) {
    long former = ownEpochs.get(stripe);
    return new Draw(former, epoch.incrementAndGet());
  }

  /// Puts the number on its stripe, unless another commit has put one there since it was drawn:
  /// numbers must come to a stripe in the order in which they are taken. Else the other one would
  /// find its own number there for good, take itself for the last that wrote the key, and store a
  /// state that this one, answered already, has written over.
  ///
  /// @return false when it has to be drawn anew
  boolean place(int stripe, Draw draw) {
    boolean isPlaced = ownEpochs.replace(stripe, draw.former(), draw.number());
    if (isPlaced) {
      ownMarks.incrementAndGet();
    }
    return isPlaced;
  }
}
