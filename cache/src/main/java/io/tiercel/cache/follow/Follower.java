package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.replication.CreatedSlot;
import io.tiercel.wire.replication.LogicalMessage;
import io.tiercel.wire.replication.LogicalStream;
import io.tiercel.wire.replication.PgoutputOptions;
import io.tiercel.wire.replication.ReplicationConnection;
import io.tiercel.wire.replication.SlotDefinition;
import io.tiercel.wire.replication.StreamSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Takes every commit off the change stream and applies it, through a temporary slot of its own.
/// When the stream is lost, nothing that was stored is a hit any more, and it connects anew until
/// it is closed. Safe for any thread.
public final class Follower implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Follower.class.getName());
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private final FollowerSettings settings;
  private final Coherence coherence;
  private final List<FollowedTable<?>> tables;
  private final Thread thread;
  private volatile boolean closing;

  private Follower(FollowerSettings settings, Coherence coherence, List<FollowedTable<?>> tables) {
    this.settings = settings;
    this.coherence = coherence;
    this.tables = List.copyOf(tables);
    thread = Thread.ofVirtual().name("tiercel-follower").unstarted(this::run);
  }

  /// Begins to follow; returns at once. Whether it has connected is seen by
  /// [io.tiercel.cache.coherence.StreamSession#settled].
  public static Follower start(
      FollowerSettings settings, Coherence coherence, List<FollowedTable<?>> tables) {
    var follower = new Follower(settings, coherence, tables);
    follower.thread.start();
    return follower;
  }

  private void run() {
    Duration pause = FIRST_PAUSE;
    while (!closing) {
      boolean hasFollowed = false;
      try {
        hasFollowed = followOnce();
      } catch (WireException e) {
        tell(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      pause = hasFollowed ? FIRST_PAUSE : doubled(pause);
      if (!closing) {
        LockSupport.parkNanos(pause.toNanos());
      }
    }
  }

  private Duration doubled(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(settings.longestPause()) < 0 ? twice : settings.longestPause();
  }

  private void tell(RuntimeException cause) {
    if (!closing) {
      LOG.log(
          Level.WARNING,
          "the change stream of %s was lost, and the cache is off until it is back"
              .formatted(settings.connection().database()),
          cause);
    }
  }

  /// Follows until the stream ends.
  ///
  /// @return true: it was followed for a while
  /// @throws WireException if it could not be started
  private boolean followOnce() throws InterruptedException {
    try (var replication = ReplicationConnection.logical(settings.connection());
        var ordinary = Connection.open(settings.connection())) {
      CreatedSlot slot = replication.createSlot(SlotDefinition.temporary(slotName()));
      try (LogicalStream stream =
          replication.startLogical(
              slot.name(),
              slot.consistentPoint(),
              PgoutputOptions.of(settings.publication()),
              StreamSettings.DEFAULT)) {
        StreamSession session =
            coherence.follow(slot.consistentPoint().value(), currentTransaction(ordinary));
        Settler settler = Settler.start(session, ordinary);
        try {
          follow(stream, session, settler);
        } catch (RuntimeException e) {
          // Of the connection, or of what makes keys: in either case a commit may be missed.
          tell(e);
        } finally {
          // Before anything else: whatever else is done here takes its time.
          coherence.lost();
          settler.close();
        }
      }
    }
    return true;
  }

  private static String slotName() {
    return "tiercel_" + UUID.randomUUID().toString().replace("-", "");
  }

  /// The id of a transaction that begins now.
  private static long currentTransaction(Connection connection) {
    return Long.parseLong(
        Objects.requireNonNull(
            connection
                .simpleQuery("select pg_catalog.pg_current_xact_id()")
                .getFirst()
                .getFirst()));
  }

  private void follow(LogicalStream stream, StreamSession session, Settler settler) {
    List<Change> changes = new ArrayList<>();
    int xid = 0;
    while (!closing && !stream.isEnded()) {
      settler.check();
      LogicalMessage message = stream.next(LOOK);
      switch (message) {
        case null -> session.advance(stream.acknowledged().value());
        case LogicalMessage.Begin begin -> {
          xid = begin.xid();
          changes.clear();
        }
        case LogicalMessage.Commit commit -> {
          session.apply(xid, commit.end().value(), changes);
          stream.acknowledge(commit.end());
        }
        default -> collect(message, changes);
      }
    }
  }

  private void collect(LogicalMessage message, List<Change> changes) {
    switch (message) {
      case LogicalMessage.Insert insert -> {
        FollowedTable<?> table = table(insert.relation());
        if (table != null) {
          changes.add(table.changed(insert.relation(), insert.row()));
        }
      }
      case LogicalMessage.Update update -> {
        FollowedTable<?> table = table(update.relation());
        if (table != null) {
          if (update.key() != null) {
            changes.add(table.changed(update.relation(), update.key()));
          }
          if (update.old() != null) {
            changes.add(table.changed(update.relation(), update.old()));
          }
          changes.add(table.changed(update.relation(), update.row()));
        }
      }
      case LogicalMessage.Delete delete -> {
        FollowedTable<?> table = table(delete.relation());
        if (table != null) {
          changes.add(
              table.changed(
                  delete.relation(),
                  Objects.requireNonNull(delete.key() != null ? delete.key() : delete.old())));
        }
      }
      case LogicalMessage.Truncate truncate ->
          truncate.relations().stream()
              .map(this::table)
              .filter(Objects::nonNull)
              .forEach(table -> changes.add(table.changed()));
      default -> {
        // Descriptions, origins and messages change no row.
      }
    }
  }

  private @Nullable FollowedTable<?> table(LogicalMessage.Relation relation) {
    for (FollowedTable<?> table : tables) {
      if (table.is(relation)) {
        return table;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return "follower of %s in %s"
        .formatted(settings.publication(), settings.connection().database());
  }

  /// Ends the stream and its slot; blocks until both are gone. Idempotent.
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
