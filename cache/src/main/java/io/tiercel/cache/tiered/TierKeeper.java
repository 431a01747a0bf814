package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.follow.Survivors;
import io.tiercel.cache.guard.Catalog;
import io.tiercel.cache.guard.CatalogState;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.Publication;
import io.tiercel.cache.guard.TableName;
import io.tiercel.cache.guard.TableState;
import io.tiercel.cache.tier.Place;
import io.tiercel.cache.tier.TierException;
import io.tiercel.cache.tier.TierStore;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.replication.Lsn;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Opens the tier once the stream is followed, verifies what an earlier run, or an earlier stretch
/// of the stream, has left in it, and from then on makes what is stored recognizable for a later
/// run. Has a connection and a thread of its own. Safe for any thread.
///
/// With a permanent slot it has [checkpoints][Checkpoints] put down, and the slot keeps what comes
/// behind them.
public final class TierKeeper implements Survivors, AutoCloseable {
  private static final Logger LOG = System.getLogger("io.tiercel.cache.tier");
  private static final long PERIOD_NANOS = 200_000_000;
  private static final long PAUSE_NANOS = 10_000_000;
  private static final long RECONNECT_NANOS = 1_000_000_000;
  private static final long LAYOUT_NANOS = 5_000_000_000L;
  private static final long STREAM_NANOS = 2_000_000_000;
  private static final long CHECKPOINT_NANOS = 500_000_000;
  private static final int BATCH = 10_000;

  private static final String FLUSHED =
      "select (pg_catalog.pg_current_wal_flush_lsn() - '0/0')::bigint";
  private static final String INSERTED =
      "select (pg_catalog.pg_current_wal_insert_lsn() - '0/0')::bigint";

  /// As a transaction, whose commit is flushed; and not one that waits for a standby.
  private static final String PUT_ANCHOR =
      "select pg_catalog.pg_logical_emit_message(true, $1, $2)::text";
  private static final String LOCAL = "set synchronous_commit = local";

  private final Tier tier;
  private final ConnectionConfig config;
  private final Supplier<@Nullable DatabaseIdentity> followed;
  private final Publication publication;
  private final List<TieredRegion<?, ?>> regions;
  private final Checkpoints checkpoints;
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean isVerified;

  // For its thread.
  private @Nullable StreamSession verified;
  private Place stampedUpTo = Place.START;
  private long lookedAt;

  // Guarded by this.
  private @Nullable String opened;
  private Map<Long, Versions<?, ?>> versions = Map.of();
  private long layoutsAt;

  private TierKeeper(
      Tier tier,
      ConnectionConfig config,
      Supplier<@Nullable DatabaseIdentity> followed,
      Publication publication,
      List<TieredRegion<?, ?>> regions) {
    this.tier = tier;
    this.config = config;
    this.followed = followed;
    this.publication = publication;
    this.regions = List.copyOf(regions);
    checkpoints = new Checkpoints(tier, this.regions);
    thread = Thread.ofPlatform().daemon().name("tiercel-tier").unstarted(this::run);
  }

  /// Begins; returns at once.
  ///
  /// @param followed which server the stream comes from; null while there is none
  public static TierKeeper start(
      Tier tier,
      ConnectionConfig config,
      Supplier<@Nullable DatabaseIdentity> followed,
      Publication publication,
      List<TieredRegion<?, ?>> regions) {
    var keeper = new TierKeeper(tier, config, followed, publication, regions);
    keeper.thread.start();
    return keeper;
  }

  /// Whether all that was found of earlier was compared with the database.
  public boolean isVerified() {
    return isVerified;
  }

  private void run() {
    while (!closing) {
      try {
        keep();
      } catch (WireException e) {
        LOG.log(Level.DEBUG, "the tier lost its connection", e);
        pause(RECONNECT_NANOS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (TierException e) {
        LOG.log(Level.WARNING, () -> "rows are cached in the heap alone: " + e.getMessage());
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, tier + " is not kept up any more; rows are cached without", e);
        tier.close();
        return;
      }
    }
  }

  private void pause(long nanos) {
    if (!closing) {
      LockSupport.parkNanos(nanos);
    }
  }

  private void keep() throws InterruptedException {
    try (Connection connection = Connection.open(config)) {
      DatabaseIdentity identity = DatabaseIdentity.of(connection);
      // What is there is read while the follower still connects.
      if (!identity.mayFillFrom(identity) || !open(connection, identity)) {
        pause(RECONNECT_NANOS);
        return;
      }
      connection.script(LOCAL);
      while (!closing && followed.get() == null) {
        pause(PAUSE_NANOS);
      }
      if (!identity.equals(followed.get())) {
        pause(RECONNECT_NANOS);
        return;
      }
      while (!closing && identity.equals(followed.get())) {
        if (tier.coherence().session().settled() >= 0) {
          step(connection);
        }
        pause(isVerified ? PERIOD_NANOS : PAUSE_NANOS);
      }
      if (closing && isVerified && identity.equals(followed.get())) {
        // What was stored last is to be found as well.
        stamp(connection, STREAM_NANOS / 4);
        lookAhead(connection, true);
        checkpoints.secureLast(position(connection, FLUSHED), STREAM_NANOS / 4);
      }
    }
  }

  /// The database by its oid: one of that name may have been made anew. The timeline by the file
  /// that the server writes to: of a standby that was promoted the control file has the former one
  /// until a checkpoint.
  private synchronized boolean open(Connection connection, DatabaseIdentity identity) {
    String place =
        connection
            .simpleQuery(
                "select 'timeline ' || substr(pg_catalog.pg_walfile_name("
                    + "pg_catalog.pg_current_wal_lsn()), 1, 8) || ', database ' || oid"
                    + " from pg_catalog.pg_database where datname = current_database()")
            .getFirst()
            .getFirst();
    String text = "system %s, %s".formatted(identity.systemIdentifier(), place);
    if (text.equals(opened)) {
      return true;
    }
    if (!tier.open(text)) {
      return false;
    }
    opened = text;
    checkpoints.opened();
    versions = Map.of();
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  private void step(Connection connection) throws InterruptedException {
    StreamSession session = tier.coherence().session();
    if (isLayoutDue()) {
      lookUpLayouts(connection);
    }
    if (verified != session) {
      isVerified = false;
      verify(connection, session);
      if (tier.coherence().session() == session && !closing) {
        checkpoints.verified(session);
        verified = session;
        stampedUpTo = Place.START;
        isVerified = true;
      }
    }
    if (tier.marksRemoved() && System.nanoTime() - lookedAt > CHECKPOINT_NANOS) {
      lookAhead(connection, false);
      lookedAt = System.nanoTime();
    }
    stamp(connection, STREAM_NANOS);
  }

  private synchronized boolean isLayoutDue() {
    return versions.isEmpty() || System.nanoTime() - layoutsAt > LAYOUT_NANOS;
  }

  /// In this order: what begins to be read with the new number sees these definitions.
  private void lookUpLayouts(Connection connection) {
    List<TableName> tables =
        regions.stream().flatMap(region -> region.tables().stream()).distinct().toList();
    CatalogState state = Catalog.load(connection, publication, tables);
    long epoch = tier.coherence().nextEpoch();
    Map<Long, Versions<?, ?>> now = new HashMap<>();
    for (TieredRegion<?, ?> region : regions) {
      List<TableState> states = region.tables().stream().map(state::table).toList();
      if (states.stream().allMatch(TableState::isFit)) {
        long layout = LayoutId.of(region.rows().codec().layout(), state.publication(), states);
        region.rows().setLayout(layout, epoch);
        if (region.isOneTable()) {
          Versions<?, ?> known = versions().get(layout);
          now.put(layout, known == null ? Versions.of(connection, region, tier) : known);
        }
      }
    }
    synchronized (this) {
      versions = now;
      layoutsAt = System.nanoTime();
    }
  }

  private synchronized Map<Long, Versions<?, ?>> versions() {
    return versions;
  }

  private void verify(Connection connection, StreamSession session) {
    TierStore store = tier.store();
    if (store == null) {
      return;
    }
    long start = System.nanoTime();
    boolean isPutBack = checkpoints.isPutBack(session);
    if (isPutBack) {
      LOG.log(
          Level.WARNING,
          () ->
              "%s: the server's log is not the one that its rows are of, so the server was put back to an older copy of its files; what is there is deleted"
                  .formatted(tier));
    }
    new Verification(tier, store, isPutBack ? Map.of() : versions(), session, () -> closing)
        .run(connection, config);
    LOG.log(
        Level.DEBUG,
        () ->
            "%s: verified after %d ms: %s"
                .formatted(tier, (System.nanoTime() - start) / 1_000_000, tier.statistics()));
  }

  private void stamp(Connection connection, long timeoutNanos) throws InterruptedException {
    TierStore store = tier.store();
    if (store == null) {
      return;
    }
    Tier.Mark mark = tier.mark();
    while (true) {
      Batch batch = new Batch();
      Place behind =
          store.scan(
              stampedUpTo,
              BATCH,
              record ->
                  batch.addIf(mark.covers(record.session()) && record.stamp() == null, record));
      if (behind.equals(stampedUpTo) || !batch.stamp(connection, store, versions(), timeoutNanos)) {
        return;
      }
      stampedUpTo = behind;
    }
  }

  // ---- what a permanent slot keeps up ----

  @Override
  public boolean open(Connection connection, DatabaseIdentity identity, @Nullable Lsn resumed) {
    if (!checkpoints.begins() || !openOrNot(connection, identity)) {
      return false;
    }
    // Without them nothing that is removed is found.
    lookUpLayouts(connection);
    return checkpoints.find(resumed == null ? Checkpoints.NOT_RESUMED : resumed.value());
  }

  private boolean openOrNot(Connection connection, DatabaseIdentity identity) {
    try {
      return open(connection, identity);
    } catch (TierException e) {
      // Its thread says so.
      LOG.log(Level.DEBUG, "nothing is resumed", e);
      return false;
    }
  }

  @Override
  public void begin(StreamSession session) {
    checkpoints.begin(session);
  }

  @Override
  public void anchored(StreamSession session, String anchor, long position) {
    checkpoints.anchored(session, anchor, position);
  }

  /// Puts an anchor in the log, if one is due.
  private void lookAhead(Connection connection, boolean isLast) {
    String anchor = UUID.randomUUID().toString();
    if (!checkpoints.lookAhead(anchor, position(connection, INSERTED), isLast)) {
      return;
    }
    try {
      connection.queryList(PUT_ANCHOR, row -> "", Survivors.ANCHOR, anchor);
    } catch (WireException e) {
      checkpoints.isNotAnchored(anchor);
      throw e;
    }
  }

  private static long position(Connection connection, String sql) {
    return connection.queryList(sql, row -> row.getLong(0)).getFirst();
  }

  @Override
  public long secure(StreamSession session) {
    return checkpoints.secureIfDue(session);
  }

  /// What was stored up to now is found by a later run if the stream comes up to it within half a
  /// second. Idempotent; blocks until that is done.
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    checkpoints.close();
    tier.close();
  }

  @Override
  public String toString() {
    return regions.stream()
        .map(region -> region.tables().toString())
        .collect(Collectors.joining(", ", "keeper of " + tier + " for ", ""));
  }
}
