package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.coherence.Suspension;
import io.tiercel.cache.tier.Anchor;
import io.tiercel.cache.tier.Checkpoint;
import io.tiercel.cache.tier.Place;
import io.tiercel.cache.tier.TierStore;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Puts down, every half second, up to where of the log what the tier has is right (a
/// [Checkpoint]); a permanent slot keeps what comes behind that. The next run has its records told
/// of those changes, and needs to compare nothing. Three things make that right:
///
/// - What a record shows must not be undone, be it by a crash of the server or by putting it back
///   to an older copy. So an [Anchor] is put in the log, and only records count that stood there
///   before; and the next run trusts none until the stream has brought the anchor once more.
/// - What was removed must not come back. So that is marked in the files, and a checkpoint counts
///   as long as the machine runs, or if everything was forced to disk.
/// - The slot must not be ahead of the anchor: so it is told that one's beginning, after the
///   checkpoint is written.
///
/// A log that lacks the anchor, though the slot is not ahead of it, is not the one in which it was
/// written: then [nothing][#isPutBack] of earlier is of use, not even to be compared, as that
/// server gives ids of transactions out again.
///
/// Asks no server. Safe for any thread.
final class Checkpoints {
  /// For a slot that was made just now.
  static final long NOT_RESUMED = -1;

  private static final long PERIOD_NANOS = 500_000_000;

  /// Of earlier stretches whose records count.
  private static final int MOST_SESSIONS = 32;

  private final Tier tier;
  private final List<TieredRegion<?, ?>> regions;

  /// An anchor is due when so much was written to the log since the last one: that is all that a
  /// slot keeps, and the next run has to be told, for a node that stores nothing.
  static final long LOG_BYTES = 256 << 10;

  // Guarded by this.

  /// Whose anchor the stream has yet to bring; null for none.
  private @Nullable Ahead next;

  /// Of the last anchor that was brought, be it in an earlier stretch.
  private @Nullable Reach reached;

  /// What was in the tier, and where the log ended, when the last anchor was due.
  private @Nullable Place lookedAt;

  private long inserted;

  /// What the stream must bring before anything of earlier is believed; null for nothing.
  private @Nullable Anchor expected;

  /// What an earlier stretch was to bring, and has not; null for nothing.
  private @Nullable Anchor missed;

  /// What this stretch goes on with when it has; null for nothing.
  private @Nullable Checkpoint resumable;

  /// Whose slot keeps what comes behind a checkpoint; null for none.
  private @Nullable StreamSession kept;

  private long secured;
  private long securedAt = System.nanoTime() - PERIOD_NANOS;
  private boolean isOver;

  Checkpoints(Tier tier, List<TieredRegion<?, ?>> regions) {
    this.tier = tier;
    this.regions = regions;
  }

  /// Records before the place show nothing that was committed behind the anchor of that name.
  ///
  /// @param id of the stretch of the stream
  private record Ahead(long id, Place place, String anchor) {}

  /// Records before the place show nothing that was committed behind the anchor.
  ///
  /// @param id of the stretch of the stream; 0 for what was found
  private record Reach(long id, Place place, Anchor anchor) {}

  /// The tier was opened, anew if it was before.
  synchronized void opened() {
    next = null;
    reached = null;
    lookedAt = null;
    missed = null;
  }

  /// A stretch of the stream is about to begin.
  ///
  /// @return false when nothing begins any more
  synchronized boolean begins() {
    secured = 0;
    if (expected != null) {
      missed = expected;
    }
    expected = null;
    resumable = null;
    return !isOver;
  }

  /// Looks whether what the last run has left can be kept up by the slot, if the log is still the
  /// one of then.
  ///
  /// @param resumed where the slot was confirmed; [#NOT_RESUMED] for a new one
  synchronized boolean find(long resumed) {
    TierStore store = tier.store();
    Checkpoint found =
        store == null || tier.coherence().stretches() != 0 ? null : store.checkpoint();
    // What an earlier stretch of this run has left is compared. Its anchor tells whether it can be,
    // and the one that it waited for when it was lost.
    Anchor last = found != null ? found.anchor() : reached != null ? reached.anchor() : missed;
    // A slot that is ahead was read by somebody else.
    boolean isBehind = resumed != NOT_RESUMED && last != null && resumed <= last.position();
    expected = isBehind ? last : null;
    resumable = isBehind ? found : null;
    return resumable != null;
  }

  /// What comes from now on is of that session.
  synchronized void begin(StreamSession session) {
    kept = session;
    next = null;
    lookedAt = null;
  }

  /// As [io.tiercel.cache.follow.Survivors#anchored].
  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  synchronized void anchored(StreamSession session, String name, long position) {
    if (kept != session) {
      return;
    }
    var anchor = new Anchor(name, position);
    if (anchor.equals(expected)) {
      expected = null;
      missed = null;
      Checkpoint from = resumable;
      resumable = null;
      if (from != null) {
        tier.resume(from);
        reached = new Reach(0, from.upTo(), anchor);
      }
    }
    Ahead ahead = next;
    if (ahead != null && ahead.anchor().equals(name)) {
      next = null;
      if (ahead.id() == tier.mark().id()) {
        reached = new Reach(ahead.id(), ahead.place(), anchor);
      }
    }
  }

  /// Whether the stream has come up, and has not brought what it must: the server was put back to a
  /// copy of before. What is there of earlier must go then.
  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  synchronized boolean isPutBack(StreamSession session) {
    Anchor lacking = expected;
    if (kept != session || lacking == null || session.settled() < 0) {
      return false;
    }
    resumable = null;
    if (reached != null && lacking.equals(reached.anchor())) {
      reached = null;
    }
    return true;
  }

  /// All that is there of earlier was compared, or deleted.
  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  synchronized void verified(StreamSession session) {
    if (kept == session) {
      expected = null;
      missed = null;
    }
  }

  /// Begins to look ahead, if that is due: what is in the tier now can be trusted once the stream
  /// has brought an anchor of that name, which is to be put in the log now.
  ///
  /// @param end of the log, of now or before
  /// @param isLast whether it is due even though another one is waited for
  /// @return whether it is
  synchronized boolean lookAhead(String anchor, long end, boolean isLast) {
    TierStore store = tier.store();
    if (store == null || !tier.marksRemoved() || expected != null) {
      return false;
    }
    long id = tier.mark().id();
    boolean isAwaited = next != null && next.id() == id;
    Place place = store.end();
    if ((isAwaited && !isLast) || (place.equals(lookedAt) && end - inserted < LOG_BYTES)) {
      return false;
    }
    next = new Ahead(id, place, anchor);
    lookedAt = place;
    inserted = end;
    return true;
  }

  /// It was not put there, or that is not known.
  synchronized void isNotAnchored(String anchor) {
    if (next != null && next.anchor().equals(anchor)) {
      next = null;
      lookedAt = null;
    }
  }

  /// Puts down how far what is there has come, if that is due.
  ///
  /// @return as [io.tiercel.cache.follow.Survivors#secure]
  synchronized long secureIfDue(StreamSession session) {
    long now = System.nanoTime();
    if (isOver || now - securedAt < PERIOD_NANOS) {
      return secured;
    }
    securedAt = now;
    return secure(session, false);
  }

  /// As above, now.
  ///
  /// @param isForced whether everything is forced to disk first
  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  synchronized long secure(StreamSession session, boolean isForced) {
    TierStore store = tier.store();
    Tier.Mark mark = tier.mark();
    if (store == null || store.offReason() != null) {
      // Nothing is there for a later run, whose checkpoint the slot leaves behind.
      secured = session.applied();
      return secured;
    }
    if (mark.session() != session
        || regions.stream().anyMatch(region -> region.region().isSuspendedBy(Suspension.CHECK))) {
      return secured;
    }
    Reach from = reached;
    boolean isOfThisStretch = from != null && (from.id() == mark.id() || !mark.resumed().isEmpty());
    if (from == null || !isOfThisStretch) {
      return secured;
    }
    Set<Long> sessions = new LinkedHashSet<>();
    sessions.add(mark.id());
    mark.resumed().stream().limit(MOST_SESSIONS).forEach(sessions::add);
    if (store.checkpoint(sessions, from.place(), from.anchor(), layouts(session), isForced)) {
      secured = from.anchor().position();
    }
    return secured;
  }

  /// Of the regions that are in use: those that were not are compared with the database.
  private Map<Long, Long> layouts(StreamSession session) {
    Map<Long, Long> layouts = new LinkedHashMap<>();
    for (TieredRegion<?, ?> region : regions) {
      if (!region.region().isSuspendedBy(Suspension.BREACH) && region.rows().layoutId() != 0) {
        layouts.put(region.rows().layoutId(), region.region().changedAsWhole(session));
      }
    }
    return layouts;
  }

  /// Everything is on disk then. Waits for the stream to come up with the last anchor.
  ///
  /// @param end of the log, behind the last anchor
  /// @throws InterruptedException if interrupted while waiting
  void secureLast(long end, long timeoutNanos) throws InterruptedException {
    if (!tier.marksRemoved()) {
      return;
    }
    StreamSession session = tier.coherence().session();
    boolean unused = session.awaitApplied(end, timeoutNanos);
    synchronized (this) {
      if (session.equals(kept)) {
        long unusedPosition = secure(session, true);
      }
    }
  }

  /// Nothing more is put down.
  synchronized void close() {
    isOver = true;
  }
}
