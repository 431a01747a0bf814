package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.follow.FollowerState.Phase;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.NoStreamException;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.ObstacleException;
import io.tiercel.cache.guard.TableName;
import io.tiercel.cache.observe.StreamEvent;
import io.tiercel.wire.error.WireException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Takes every commit off the change stream and applies it, through a temporary slot of its own, or
/// out of the [journal][io.tiercel.cache.journal.Journal] where it is told to.
/// When the stream is lost, nothing that was stored is a hit any more, and it connects anew until
/// it is closed. Safe for any thread.
public final class Follower implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Follower.class.getName());
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration ORDERLY = Duration.ofMillis(500);

  /// What an operator has to change is looked for more rarely than a server that is away.
  private static final int PATIENCE = 6;

  private final FollowerSettings settings;
  private final Coherence coherence;
  private final List<FollowedTable<?>> tables;
  private final Notices told = new Notices();
  private final Thread thread;
  private boolean hasFollowed;
  private volatile boolean closing;
  private volatile FollowerState state = new FollowerState(Phase.CONNECTING, null);
  private volatile @Nullable Stretch following;
  private volatile @Nullable DatabaseIdentity identity;

  private Follower(FollowerSettings settings, Coherence coherence, List<FollowedTable<?>> tables) {
    this.settings = settings;
    this.coherence = coherence;
    this.tables = List.copyOf(tables);
    thread = Thread.ofVirtual().name("tiercel-follower").unstarted(this::run);
  }

  /// Begins to follow; returns at once. How it is doing is seen by [#state], and that rows can be
  /// stored by [io.tiercel.cache.coherence.StreamSession#settled].
  public static Follower start(
      FollowerSettings settings, Coherence coherence, List<FollowedTable<?>> tables) {
    var follower = new Follower(settings, coherence, tables);
    follower.thread.start();
    return follower;
  }

  private void run() {
    Duration pause = FIRST_PAUSE;
    while (!closing) {
      boolean takesAnOperator = false;
      state = new FollowerState(Phase.CONNECTING, state.obstacle());
      hasFollowed = false;
      try {
        followOnce();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (ObstacleException e) {
        takesAnOperator = e instanceof NoStreamException;
        off(e.obstacle(), e);
      } catch (WireException e) {
        off(Obstacle.of(e, settings.connection().user()), e);
      } catch (RuntimeException e) {
        // Of what makes keys, say: a commit may be missed.
        off(new Obstacle(String.valueOf(e), "see the cause, with the log's level DEBUG"), e);
      }
      pause = hasFollowed ? FIRST_PAUSE : doubled(pause);
      if (!closing) {
        LockSupport.parkNanos(
            jittered(takesAnOperator ? settings.longestPause().multipliedBy(PATIENCE) : pause));
      }
    }
    state = new FollowerState(Phase.CLOSED, null);
  }

  private void followOnce() throws InterruptedException {
    try (Stretch now = stretch()) {
      following = now;
      if (!closing) {
        identity = now.identity();
        now.follow(() -> !closing, this::onStream);
      }
    } finally {
      following = null;
      identity = null;
    }
  }

  private Stretch stretch() {
    return switch (settings.source()) {
      case STREAM -> new Following(settings, coherence, tables, told);
      case JOURNAL -> new JournalFollowing(settings, coherence, tables, told);
      case STREAM_OR_JOURNAL -> streamOrJournal();
    };
  }

  /// The stream is tried first each time, so that it is taken once it can be had.
  private Stretch streamOrJournal() {
    try {
      return new Following(settings, coherence, tables, told);
    } catch (NoStreamException e) {
      if (told.isNews(Following.class, e.obstacle())) {
        LOG.log(Level.INFO, () -> "%s: by the journal, for %s".formatted(this, e.obstacle()));
      }
      return new JournalFollowing(settings, coherence, tables, told);
    }
  }

  private void onStream() {
    hasFollowed = true;
    state = new FollowerState(Phase.FOLLOWING, null);
    StreamEvent.record(toString(), null);
    LOG.log(Level.INFO, () -> this + ": the cache is on");
  }

  /// One line for each cause; what comes again while nothing else happens is not told again.
  private void off(Obstacle obstacle, RuntimeException cause) {
    boolean isNew = hasFollowed || !obstacle.equals(state.obstacle());
    state = new FollowerState(Phase.OFF, obstacle);
    if (isNew && !closing) {
      StreamEvent.record(toString(), obstacle);
      LOG.log(Level.WARNING, () -> "%s: the cache is off: %s".formatted(this, obstacle));
      LOG.log(Level.DEBUG, "the cause", cause);
    }
  }

  private Duration doubled(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(settings.longestPause()) < 0 ? twice : settings.longestPause();
  }

  /// Between half of it and all: nodes that lost the stream together do not come back together.
  private static long jittered(Duration pause) {
    return ThreadLocalRandom.current().nextLong(pause.toNanos() / 2, pause.toNanos() + 1);
  }

  /// How it is. What is in the way of a single table is logged, and ends the hits of that one.
  public FollowerState state() {
    return state;
  }

  /// What is in the way of a table; null when nothing is, or nothing is followed.
  public @Nullable Obstacle obstacle(TableName table) {
    return told.of(table);
  }

  /// Which server is followed; null while none is. Rows may be stored that were read over
  /// connections to [that one][DatabaseIdentity#mayFillFrom].
  public @Nullable DatabaseIdentity identity() {
    return identity;
  }

  @Override
  public String toString() {
    return "follower of %s in %s"
        .formatted(
            settings.source() == FollowerSettings.Source.JOURNAL
                ? "the journal"
                : settings.publication(),
            settings.connection().database());
  }

  /// Ends the stream and its slot; blocks until both are gone. Idempotent.
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      if (!thread.join(ORDERLY)) {
        // It waits for the server: for the transactions that are older than its slot, say.
        Stretch now = following;
        if (now != null) {
          now.abort();
        }
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
