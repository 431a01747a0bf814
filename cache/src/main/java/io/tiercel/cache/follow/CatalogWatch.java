package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.coherence.Suspension;
import io.tiercel.cache.guard.CatalogState;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.ObstacleException;
import io.tiercel.cache.guard.TableName;
import io.tiercel.cache.guard.TableState;
import io.tiercel.cache.observe.TableEvent;
import io.tiercel.wire.Connection;
import io.tiercel.wire.replication.Lsn;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Compares the definitions of the tables with what they were. A table that was altered loses what
/// is stored of it; one whose changes may escape the stream is not used until that was mended; and
/// when the publication was altered, only another stream is whole.
///
/// [#announced] is called by the thread of the stream, all else by one other thread.
final class CatalogWatch {
  private static final Logger LOG = System.getLogger(CatalogWatch.class.getName());

  private final Function<Connection, CatalogState> definitions;

  /// What has to be as it is, for a log line.
  private final String source;

  private final List<FollowedTable<?>> tables;

  /// What is in the way of single tables, as it was logged last.
  private final Notices told;

  /// Up to where the stream has announced changes of definitions.
  private long announced;

  private long checked;
  private CatalogState state;
  private volatile @Nullable Obstacle broken;

  /// Looks at the catalog for the first time: what is in the way then is logged. Blocks.
  ///
  /// @param definitions asks the catalog
  /// @param source what brings the changes, for a log line
  /// @param told what is in the way of single tables, as far as that was logged already
  CatalogWatch(
      Connection connection,
      Function<Connection, CatalogState> definitions,
      String source,
      List<FollowedTable<?>> tables,
      Notices told) {
    this.definitions = definitions;
    this.source = source;
    this.tables = tables;
    this.told = told;
    state = definitions.apply(connection);
    tables.forEach(table -> table.compareColumns(connection));
    tables.forEach(table -> table.region().resume(Suspension.CHECK));
    resumeBut(suspendBreached(state));
  }

  /// Whether the publication is there at all.
  boolean isPublished() {
    return state.isPublished();
  }

  /// Whether changes of definitions are announced on the stream.
  boolean isAnnounced() {
    return state.announces();
  }

  /// A transaction that may have changed definitions is about to be applied: until the catalog was
  /// asked by a snapshot that sees it, nothing is used.
  synchronized void announced(long lsn) {
    announced = Math.max(announced, lsn);
    tables.forEach(table -> table.region().suspend(Suspension.CHECK));
  }

  /// Whether there was such a transaction since the last check.
  synchronized boolean isToCheck() {
    return announced > checked;
  }

  /// Asks the catalog once the announced changes are visible; does nothing if they are not in time.
  void check(StreamSession session, Connection connection, long timeoutNanos)
      throws InterruptedException {
    long upTo = announcedUpTo();
    if (session.awaitSettled(upTo, timeoutNanos)) {
      var unused = look(session, connection);
      checked(upTo);
    }
  }

  private synchronized long announcedUpTo() {
    return announced;
  }

  private synchronized void checked(long upTo) {
    checked = upTo;
    if (broken == null && announced == upTo) {
      tables.forEach(table -> table.region().resume(Suspension.CHECK));
    }
  }

  /// Asks the catalog. Blocks.
  ///
  /// @return whether anything was altered
  boolean look(StreamSession session, Connection connection) {
    CatalogState now = definitions.apply(connection);
    broken = broken(now);
    if (broken != null) {
      tables.forEach(table -> table.region().suspend(Suspension.CHECK));
      return true;
    }
    List<FollowedTable<?>> altered =
        tables.stream().filter(table -> isAltered(table, now)).toList();
    altered.forEach(table -> table.compareColumns(connection));
    // In this order: nothing is stored of what was mended before what is there was invalidated.
    Set<Region<?, ?>> breached = suspendBreached(now);
    if (!altered.isEmpty()) {
      long position = insertPosition(connection);
      altered.forEach(table -> table.region().invalidate(session, position));
    }
    resumeBut(breached);
    state = now;
    return !altered.isEmpty();
  }

  private boolean isAltered(FollowedTable<?> table, CatalogState now) {
    TableName name = table.tableName();
    return !state.table(name).fingerprint().equals(now.table(name).fingerprint());
  }

  private @Nullable Obstacle broken(CatalogState now) {
    String mend = "the stream is started anew";
    if (!now.publication().equals(state.publication())) {
      return new Obstacle(source + " was altered", mend);
    }
    for (FollowedTable<?> table : tables) {
      TableState is = now.table(table.tableName());
      if (is.isFit() && !is.isPublished() && !state.table(table.tableName()).isFit()) {
        return new Obstacle("%s can be published now".formatted(table.tableName()), mend);
      }
    }
    return null;
  }

  private Set<Region<?, ?>> suspendBreached(CatalogState now) {
    Set<Region<?, ?>> breached = new HashSet<>();
    for (FollowedTable<?> table : tables) {
      TableName name = table.tableName();
      Obstacle ofCatalog = now.table(name).obstacle();
      Obstacle obstacle = ofCatalog == null ? table.obstacle() : ofCatalog;
      if (obstacle != null) {
        breached.add(table.region());
        table.region().suspend(Suspension.BREACH);
        if (told.isNews(name, obstacle)) {
          TableEvent.record(name.toString(), obstacle);
          LOG.log(Level.WARNING, () -> "%s is not cached: %s".formatted(name, obstacle));
        }
      } else if (told.isOver(name)) {
        TableEvent.record(name.toString(), null);
        LOG.log(Level.INFO, () -> "%s is cached again".formatted(name));
      }
    }
    return breached;
  }

  /// A region that has rows of several tables is used when none of them has an obstacle.
  private void resumeBut(Set<Region<?, ?>> breached) {
    for (FollowedTable<?> table : tables) {
      if (!breached.contains(table.region())) {
        table.region().resume(Suspension.BREACH);
      }
    }
  }

  private static long insertPosition(Connection connection) {
    return Lsn.parse(
            Objects.requireNonNull(
                connection
                    .simpleQuery("select pg_catalog.pg_current_wal_insert_lsn()")
                    .getFirst()
                    .getFirst()))
        .value();
  }

  /// Throws why the stream is whole no more, if it is not.
  void requireWhole() {
    Obstacle why = broken;
    if (why != null) {
      throw new ObstacleException(why);
    }
  }
}
