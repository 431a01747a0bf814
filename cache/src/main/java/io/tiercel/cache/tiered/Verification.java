package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.tier.Place;
import io.tiercel.cache.tier.TierStore;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.WireException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Compares all that an earlier run, or an earlier stretch of the stream, has left with the
/// database: the caller's thread over the keeper's connection, and where there is much to do a
/// second one over a connection of its own, so that the server looks rows up while records are
/// read. The log is walked through once, a batch at a time.
final class Verification {
  private static final Logger LOG = System.getLogger("io.tiercel.cache.tier");
  private static final int BATCH = 10_000;

  /// From so many rows on a second connection pays.
  private static final int SECOND_FROM = 5 * BATCH;

  private final Tier tier;
  private final TierStore store;
  private final Map<Long, Versions<?, ?>> versions;
  private final StreamSession session;
  private final BooleanSupplier isClosing;
  private final Tier.Mark mark;

  // Guarded by this.
  private Place place = Place.START;
  private boolean isOver;

  Verification(
      Tier tier,
      TierStore store,
      Map<Long, Versions<?, ?>> versions,
      StreamSession session,
      BooleanSupplier isClosing) {
    this.tier = tier;
    this.store = store;
    this.versions = versions;
    this.session = session;
    this.isClosing = isClosing;
    this.mark = tier.mark();
  }

  /// Goes through all. Blocks.
  ///
  /// @throws WireException when a connection fails: then it has to be done once more
  void run(Connection connection, ConnectionConfig config) {
    if (store.statistics().rows() < SECOND_FROM) {
      through(connection);
      return;
    }
    try (ExecutorService second =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("tiercel-tier-second").factory())) {
      Future<?> done = second.submit(() -> throughOverOwn(config));
      try {
        through(connection);
      } catch (RuntimeException e) {
        end();
        throw e;
      }
      finish(done);
    }
  }

  private static void finish(Future<?> done) {
    try {
      done.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("the tier could not be verified", e.getCause());
    }
  }

  /// Without a connection to be had the keeper's does all.
  private void throughOverOwn(ConnectionConfig config) {
    Connection own;
    try {
      own = Connection.open(config);
    } catch (WireException e) {
      LOG.log(Level.DEBUG, "the tier is verified over one connection", e);
      return;
    }
    try (own) {
      through(own);
    }
  }

  private void through(Connection connection) {
    for (Batch batch = next(); batch != null; batch = next()) {
      batch.verify(connection, store, versions);
    }
  }

  /// Null when there is nothing left, or it is not wanted any more.
  private synchronized @Nullable Batch next() {
    if (isOver || isClosing.getAsBoolean() || !tier.coherence().session().equals(session)) {
      return null;
    }
    Batch batch = new Batch();
    Place behind =
        store.scan(
            place,
            BATCH,
            record -> {
              if (!mark.covers(record.session())) {
                if (record.stamp() == null) {
                  // Nothing will tell any more whether it is right.
                  store.forget(record);
                } else {
                  batch.addIf(true, record);
                }
              }
            });
    isOver = behind.equals(place);
    place = behind;
    return batch;
  }

  private synchronized void end() {
    isOver = true;
  }
}
