package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.coherence.Suspension;
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
/// - What a record shows must not be undone by a crash of the server. So only records count that
///   stand before a place, and a position of the log that was read after that place was, has come
///   by the stream.
/// - What was removed must not come back. So that is marked in the files, and a checkpoint counts
///   as long as the machine runs, or if everything was forced to disk.
/// - The slot must not be ahead of the checkpoint: so it is told after that is written.
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

  // Guarded by this.

  /// That the stream has yet to come up to; null for none.
  private @Nullable Reach next;

  /// Of the last checkpoint.
  private @Nullable Reach reached;

  /// What the stretch that is about to begin goes on with; null for nothing.
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

  /// Records before the place show nothing that was committed behind the position.
  ///
  /// @param id of the stretch of the stream
  record Reach(long id, Place place, long position) {
    Reach at(long now) {
      return new Reach(id, place, now);
    }
  }

  /// The tier was opened, anew if it was before.
  synchronized void opened() {
    next = null;
    reached = null;
  }

  /// A stretch of the stream is about to begin.
  ///
  /// @return false when nothing begins any more
  synchronized boolean begins() {
    secured = 0;
    return !isOver;
  }

  /// Looks whether what the last run has left can be kept up by the slot.
  ///
  /// @param resumed where the slot was confirmed; [#NOT_RESUMED] for a new one
  /// @param flushed the end of the server's log, as far as it is flushed
  synchronized boolean find(long resumed, long flushed) {
    TierStore store = tier.store();
    Checkpoint found = store == null ? null : store.checkpoint();
    // A slot that is ahead was read by somebody else; a log that ends before is another one.
    boolean isKeptUp =
        resumed != NOT_RESUMED
            && found != null
            && resumed <= found.position()
            && flushed >= found.position()
            && tier.coherence().stretches() == 0;
    resumable = isKeptUp ? found : null;
    return isKeptUp;
  }

  /// What comes from now on is of that session; what was [found][#find] is of it too.
  synchronized void begin(StreamSession session) {
    kept = session;
    Checkpoint from = resumable;
    if (from != null) {
      tier.resume(session, from);
      reached = new Reach(0, from.upTo(), from.position());
      resumable = null;
    }
  }

  /// What is in the tier now, for who then asks for the end of the server's log; null where there
  /// are no checkpoints.
  @Nullable Reach end() {
    TierStore store = tier.store();
    return store == null || !tier.marksRemoved()
        ? null
        : new Reach(tier.mark().id(), store.end(), 0);
  }

  /// What was in the tier can be trusted once the stream has come up to what the server had then.
  ///
  /// @param isLast whether what was looked at before is not waited for any more
  synchronized void lookAhead(Reach ahead, boolean isLast) {
    if (isLast || next == null || next.id() != ahead.id()) {
      next = ahead;
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
    // In this order: what the stream has brought up to there is removed and marked.
    long applied = session.applied();
    if (store == null || store.offReason() != null) {
      // Nothing is there for a later run, whose checkpoint the slot leaves behind.
      secured = applied;
      return secured;
    }
    if (mark.session() != session
        || regions.stream().anyMatch(region -> region.region().isSuspendedBy(Suspension.CHECK))) {
      return secured;
    }
    Reach ahead = next;
    if (ahead != null && ahead.id() != mark.id()) {
      next = null;
    } else if (ahead != null && ahead.position() <= applied) {
      reached = ahead;
      next = null;
    }
    Reach from = reached;
    boolean isOfThisStretch = from != null && (from.id() == mark.id() || !mark.resumed().isEmpty());
    if (from == null || !isOfThisStretch) {
      return secured;
    }
    Set<Long> sessions = new LinkedHashSet<>();
    sessions.add(mark.id());
    mark.resumed().stream().limit(MOST_SESSIONS).forEach(sessions::add);
    if (store.checkpoint(sessions, from.place(), applied, layouts(session), isForced)) {
      secured = applied;
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

  /// Everything is on disk then, and nothing is told to the slot any more. Waits for the stream to
  /// come up with what was last looked at.
  ///
  /// @throws InterruptedException if interrupted while waiting
  void secureLast(long timeoutNanos) throws InterruptedException {
    if (!tier.marksRemoved()) {
      return;
    }
    StreamSession session = tier.coherence().session();
    Reach ahead;
    synchronized (this) {
      ahead = next;
    }
    if (ahead != null) {
      boolean unused = session.awaitApplied(ahead.position(), timeoutNanos);
    }
    synchronized (this) {
      if (session.equals(kept)) {
        long unused = secure(session, true);
      }
    }
  }

  /// Nothing more is put down.
  synchronized void close() {
    isOver = true;
  }
}
