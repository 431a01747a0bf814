package io.tiercel.cache;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.follow.FollowedTable;
import io.tiercel.cache.follow.Follower;
import io.tiercel.cache.follow.FollowerSettings;
import io.tiercel.cache.follow.SlotSettings;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.Publication;
import io.tiercel.cache.guard.SearchPath;
import io.tiercel.cache.guard.TableName;
import io.tiercel.cache.tiered.Tier;
import io.tiercel.cache.tiered.TierKeeper;
import io.tiercel.cache.tiered.TieredRegion;
import io.tiercel.cache.tiered.TieredRows;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/// Finds out whether the tables can be followed, and begins to follow them. Tries again while the
/// server cannot be reached or has no room; what else it refuses is said once, in one line.
final class CacheStart implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.tiercel.cache");
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private static final String NAME =
      """
      select coalesce(n.nspname::text, nullif($2, ''), current_schema()::text), c.relname::text
        from (select pg_catalog.to_regclass($1) as oid) wanted
             left join pg_catalog.pg_class c on c.oid = wanted.oid
             left join pg_catalog.pg_namespace n on n.oid = c.relnamespace\
      """;

  private final CacheSettings settings;
  private final Coherence coherence;
  private final List<RowRegion> regions;
  private final @Nullable Tier tier;
  private final Map<RowRegion, TieredRows<RowKey, CachedValue>> tiered;
  private final Thread thread;

  /// Called by the Flight Recorder while it records.
  private final Runnable regionEvents;

  private volatile boolean closing;
  private volatile @Nullable CacheState off;
  private volatile @Nullable Follower follower;
  private volatile @Nullable TierKeeper keeper;

  /// Of the server that was followed last.
  private volatile @Nullable FollowedServer followed;

  private CacheStart(
      CacheSettings settings,
      Coherence coherence,
      List<RowRegion> regions,
      @Nullable Tier tier,
      Map<RowRegion, TieredRows<RowKey, CachedValue>> tiered) {
    this.settings = settings;
    this.coherence = coherence;
    this.regions = regions;
    regionEvents = () -> regions.forEach(region -> RegionEvent.record(region.statistics()));
    this.tier = tier;
    this.tiered = tiered;
    thread = Thread.ofVirtual().name("tiercel-cache-start").unstarted(this::run);
  }

  static CacheStart begin(
      CacheSettings settings,
      Coherence coherence,
      List<RowRegion> regions,
      @Nullable Tier tier,
      Map<RowRegion, TieredRows<RowKey, CachedValue>> tiered) {
    var start = new CacheStart(settings, coherence, regions, tier, tiered);
    start.thread.start();
    return start;
  }

  /// What may be read from to be stored; null while nothing is followed.
  @Nullable FollowedServer followed() {
    DatabaseIdentity identity = followedIdentity();
    FollowedServer known = followed;
    if (identity == null || known == null) {
      return null;
    }
    if (!known.identity().equals(identity)) {
      known = new FollowedServer(identity, known.schemas(), known.tables());
      followed = known;
    }
    return known;
  }

  /// Why the cache is off; null where it is not.
  @Nullable CacheState off() {
    CacheState known = off;
    Follower running = follower;
    if (known != null || running == null) {
      return known;
    }
    Obstacle obstacle = running.state().obstacle();
    return obstacle == null ? null : CacheState.off(obstacle.cause(), obstacle.mend());
  }

  private void run() {
    FlightRecorder.addPeriodicEvent(RegionEvent.class, regionEvents);
    Duration pause = FIRST_PAUSE;
    while (!closing) {
      try (Connection connection = Connection.open(settings.connection().get())) {
        prepare(connection);
        return;
      } catch (WireException e) {
        if (e instanceof ServerException refusal && !isPassing(e.sqlState())) {
          turnOff(CacheState.off("the server refuses: " + refusal.error().message(), ""));
          return;
        }
        LOG.log(Level.DEBUG, "the cache cannot reach the server yet", e);
        LockSupport.parkNanos(pause.toNanos());
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(settings.longestPause()) < 0 ? twice : settings.longestPause();
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "the cache could not start", e);
        turnOff(CacheState.off("it could not start: " + e, ""));
        return;
      }
    }
  }

  /// Whether the server may answer differently later: connections or memory used up, starting,
  /// stopping.
  private static boolean isPassing(String sqlState) {
    return sqlState.startsWith("08") || sqlState.startsWith("53") || sqlState.startsWith("57P");
  }

  /// The snapshots and commits of one server say nothing of what was read from another one.
  private boolean mayStoreWhatIsRead(Connection connection) {
    DatabaseIdentity readers = settings.readers().get();
    return readers == null || DatabaseIdentity.of(connection).mayFillFrom(readers);
  }

  private void prepare(Connection connection) {
    if (!mayStoreWhatIsRead(connection)) {
      turnOff(
          CacheState.off(
              "rows are read from another server or database than the one it would follow",
              "give the cache and its readers the same host and database"));
      return;
    }
    List<FollowedTable<?>> followed = new ArrayList<>();
    Map<RowRegion, List<TableName>> names = new LinkedHashMap<>();
    for (RowRegion region : regions) {
      List<TableName> ofRegion = new ArrayList<>();
      for (CachedTable table : region.tables()) {
        TableName name = name(connection, table);
        ofRegion.add(name);
        followed.add(
            new FollowedTable<>(
                name.schema(),
                name.name(),
                region.region(),
                new RelationKeys(table, name, region),
                region.watch(connection, table, coherence),
                later -> ColumnSurvey.of(later, table)));
      }
      names.put(region, ofRegion);
    }
    this.followed =
        new FollowedServer(
            DatabaseIdentity.of(connection),
            Objects.requireNonNullElse(
                connection.simpleQuery("select " + SearchPath.SCHEMAS).getFirst().getFirst(), ""),
            followed.stream().map(table -> table.tableName().name()).distinct().toList());
    follow(connection.config(), followed, names);
  }

  /// One that is not there yet is expected where the role would create it.
  private static TableName name(Connection connection, CachedTable table) {
    return connection
        .queryList(
            NAME,
            row ->
                new TableName(
                    row.isNull(0) ? table.schema() : Objects.requireNonNull(row.getString(0)),
                    row.isNull(1) ? table.name() : Objects.requireNonNull(row.getString(1))),
            table.sql(),
            table.schema())
        .getFirst();
  }

  private synchronized void follow(
      ConnectionConfig config,
      List<FollowedTable<?>> followed,
      Map<RowRegion, List<TableName>> names) {
    if (closing) {
      return;
    }
    LOG.log(
        Level.INFO,
        () ->
            "the cache is to follow %s of database %s through publication %s, with room for %d MiB"
                .formatted(
                    regions.stream().map(RowRegion::name).collect(Collectors.joining(", ")),
                    config.database(),
                    settings.publication(),
                    settings.maxBytes() >> 20));
    names.forEach((region, tables) -> region.follow(() -> obstacle(tables)));
    FollowerSettings toFollow = followerSettings(config);
    if (tier != null) {
      // First, as what it has is to be told of the first change that comes.
      TierKeeper keeping = keeper(tier, config, names);
      keeper = keeping;
      String slot = tier.slot();
      toFollow = slot == null ? toFollow : toFollow.withSlot(SlotSettings.of(slot, keeping));
    }
    follower = Follower.start(toFollow, coherence, followed);
  }

  private @Nullable DatabaseIdentity followedIdentity() {
    Follower running = follower;
    return running == null ? null : running.identity();
  }

  private TierKeeper keeper(
      Tier with, ConnectionConfig config, Map<RowRegion, List<TableName>> names) {
    List<TieredRegion<?, ?>> kept = new ArrayList<>();
    tiered.forEach(
        (region, rows) ->
            kept.add(
                new TieredRegion<>(
                    rows,
                    region.region(),
                    Objects.requireNonNull(names.get(region)),
                    region.tables().getFirst().key().stream()
                        .map(column -> new TieredRegion.Column(column.name(), column.javaType()))
                        .toList())));
    return TierKeeper.start(
        with, config, this::followedIdentity, new Publication(settings.publication()), kept);
  }

  boolean isTierVerified() {
    TierKeeper running = keeper;
    return running != null && running.isVerified();
  }

  private FollowerSettings followerSettings(ConnectionConfig config) {
    FollowerSettings made =
        FollowerSettings.of(config, settings.publication())
            .withLongestPause(settings.longestPause())
            .withProbePeriod(settings.probePeriod());
    made = settings.mayUseJournal() ? made.byStreamOrJournal() : made;
    return settings.createsTriggers() ? made : made.withoutTriggers();
  }

  private @Nullable String obstacle(List<TableName> tables) {
    CacheState known = off();
    Follower running = follower;
    if (known != null || running == null) {
      return known == null ? null : known.reason();
    }
    return tables.stream()
        .map(running::obstacle)
        .filter(Objects::nonNull)
        .map(Obstacle::toString)
        .findFirst()
        .orElse(null);
  }

  private void turnOff(CacheState state) {
    off = state;
    regions.forEach(region -> region.refuse(state.reason()));
    LOG.log(
        Level.INFO,
        () ->
            "the cache is off: %s%s"
                .formatted(
                    state.reason(), state.mend().isEmpty() ? "" : ". To mend it: " + state.mend()));
  }

  @Override
  public void close() {
    Follower running;
    TierKeeper keeping;
    synchronized (this) {
      closing = true;
      running = follower;
      keeping = keeper;
    }
    LockSupport.unpark(thread);
    boolean unused = FlightRecorder.removePeriodicEvent(regionEvents);
    if (keeping != null) {
      // While the stream is still followed.
      keeping.close();
    }
    if (running != null) {
      running.close();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
