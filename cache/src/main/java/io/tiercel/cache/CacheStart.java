package io.tiercel.cache;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.follow.FollowedTable;
import io.tiercel.cache.follow.Follower;
import io.tiercel.cache.follow.FollowerSettings;
import io.tiercel.cache.follow.FollowerState;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds out whether the tables can be followed, and begins to follow them. Tries again while the
/// server cannot be reached or has no room; what else it refuses is said once, in one line.
final class CacheStart implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.tiercel.cache");
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private final CacheSettings settings;
  private final Coherence coherence;
  private final List<RowRegion> regions;
  private final Thread thread;
  private volatile boolean closing;
  private volatile @Nullable CacheState off;
  private volatile @Nullable Follower follower;

  private CacheStart(CacheSettings settings, Coherence coherence, List<RowRegion> regions) {
    this.settings = settings;
    this.coherence = coherence;
    this.regions = regions;
    thread = Thread.ofVirtual().name("tiercel-cache-start").unstarted(this::run);
  }

  static CacheStart begin(CacheSettings settings, Coherence coherence, List<RowRegion> regions) {
    var start = new CacheStart(settings, coherence, regions);
    start.thread.start();
    return start;
  }

  /// Why the cache is off; null where it is not.
  @Nullable CacheState off() {
    CacheState known = off;
    Follower running = follower;
    if (known != null || running == null) {
      return known;
    }
    FollowerState state = running.state();
    Obstacle obstacle = state.obstacle();
    return state.phase() == FollowerState.Phase.OFF && obstacle != null
        ? CacheState.off(obstacle.cause(), obstacle.mend())
        : null;
  }

  private void run() {
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

  private void prepare(Connection connection) {
    var surveyor = new Surveyor(connection);
    CacheState obstacle = surveyor.obstacle();
    if (obstacle != null) {
      turnOff(obstacle);
      return;
    }
    List<FollowedTable<?>> followed = new ArrayList<>();
    List<RowRegion> usable = new ArrayList<>();
    for (RowRegion region : regions) {
      List<FoundTable> tables = region.tables().stream().map(surveyor::find).toList();
      FoundTable unfit = tables.stream().filter(table -> !table.isFit()).findFirst().orElse(null);
      if (unfit != null) {
        refuse(region, unfit);
        continue;
      }
      usable.add(region);
      for (FoundTable table : tables) {
        followed.add(
            new FollowedTable<>(
                table.schema(),
                table.name(),
                region.region(),
                new RelationKeys(table, region),
                region.watch(connection, table.table(), coherence),
                later -> ColumnSurvey.of(later, table.table())));
      }
    }
    if (usable.isEmpty()) {
      turnOff(CacheState.off("none of its tables can be cached", ""));
      return;
    }
    usable.forEach(RowRegion::follow);
    follow(connection.config(), followed, usable);
  }

  private static void refuse(RowRegion region, FoundTable table) {
    String reason = "%s: %s".formatted(table, table.refusal());
    region.refuse(reason);
    LOG.log(
        Level.INFO,
        () -> "rows of %s are not cached: %s. %s".formatted(region.name(), reason, table.mend()));
  }

  private synchronized void follow(
      ConnectionConfig config, List<FollowedTable<?>> followed, List<RowRegion> usable) {
    if (closing) {
      return;
    }
    LOG.log(
        Level.INFO,
        () ->
            "the cache follows %s of database %s through publication %s, with room for %d MiB"
                .formatted(
                    usable.stream().map(RowRegion::name).collect(Collectors.joining(", ")),
                    config.database(),
                    settings.publication(),
                    settings.maxBytes() >> 20));
    FollowerSettings ofStream =
        FollowerSettings.of(config, settings.publication())
            .withLongestPause(settings.longestPause())
            .withProbePeriod(settings.probePeriod());
    follower =
        Follower.start(
            settings.createsTriggers() ? ofStream : ofStream.withoutTriggers(),
            coherence,
            followed);
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
    synchronized (this) {
      closing = true;
      running = follower;
    }
    LockSupport.unpark(thread);
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
