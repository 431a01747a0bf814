package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.DatabaseSnapshot;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.wire.Connection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Asks for snapshots while commits came from the stream that were not yet seen. Between two
/// questions without an answer it waits, longer each time: a commit that waits for a standby may
/// take its time.
final class Settler {
  private static final long SHORTEST_PAUSE = 100_000;
  private static final long LONGEST_PAUSE = 10_000_000;
  private static final long LOOK = 200_000_000;

  private final StreamSession session;
  private final Connection connection;
  private final Thread thread;
  private volatile boolean closing;
  private volatile @Nullable RuntimeException failure;

  private Settler(StreamSession session, Connection connection) {
    this.session = session;
    this.connection = connection;
    thread = Thread.ofVirtual().name("tiercel-settler").unstarted(this::run);
  }

  static Settler start(StreamSession session, Connection connection) {
    var settler = new Settler(session, connection);
    settler.thread.start();
    return settler;
  }

  private void run() {
    long pause = SHORTEST_PAUSE;
    try {
      while (!closing) {
        if (!session.awaitCommit(LOOK)) {
          continue;
        }
        long before = session.settled();
        session.settle(snapshot());
        if (session.settled() != before) {
          pause = SHORTEST_PAUSE;
        } else {
          LockSupport.parkNanos(pause);
          pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private DatabaseSnapshot snapshot() {
    List<List<@Nullable String>> rows =
        connection.simpleQuery("select pg_catalog.pg_current_snapshot()");
    return DatabaseSnapshot.parse(Objects.requireNonNull(rows.getFirst().getFirst()));
  }

  /// Throws what has ended it, if anything has.
  void check() {
    RuntimeException cause = failure;
    if (cause != null && !closing) {
      throw cause;
    }
  }

  /// Ends it; blocks until the last question was answered.
  void close() throws InterruptedException {
    closing = true;
    LockSupport.unpark(thread);
    thread.join();
  }
}
