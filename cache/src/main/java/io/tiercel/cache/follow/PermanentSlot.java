package io.tiercel.cache.follow;

import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.ObstacleException;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.replication.Lsn;
import io.tiercel.wire.replication.ReplicationConnection;
import io.tiercel.wire.replication.SlotDefinition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A slot that stays when its node goes, and what keeps it from filling the server's disk:
///
/// - it is not used, and dropped, where `max_slot_wal_keep_size` sets no limit;
/// - one that the server has given up is dropped, and made anew;
/// - slots of nodes that do not come back are dropped by the others.
///
/// Blocks wherever it asks the server.
final class PermanentSlot {
  private static final Logger LOG = System.getLogger(PermanentSlot.class.getName());

  private static final String LIMIT = "select current_setting('max_slot_wal_keep_size')";
  private static final String NO_LIMIT = "-1";
  private static final String LOST = "lost";

  private static final String STATE =
      """
      select coalesce(plugin::text, ''), database is not distinct from current_database(),
             active_pid, coalesce(wal_status, ''), confirmed_flush_lsn::text
        from pg_catalog.pg_replication_slots where slot_name = $1\
      """;

  /// What is not known by all versions is asked for by name.
  private static final String LEFT =
      """
      select slot_name::text
        from (select s.*, to_jsonb(s) ->> 'inactive_since' as left_at
                from pg_catalog.pg_replication_slots s) s
       where starts_with(slot_name, $1) and slot_name <> $2 and not active
         and database = current_database()
         and (wal_status = 'lost'
           or left_at::timestamptz < pg_catalog.now() - make_interval(secs => $3::double precision))\
      """;

  private static final String MEND =
      "ALTER SYSTEM SET max_slot_wal_keep_size = '10GB', with room for it on the disk of pg_wal;"
          + " SELECT pg_reload_conf()";

  private final SlotSettings settings;

  private PermanentSlot(SlotSettings settings) {
    this.settings = settings;
  }

  /// The node's slot; null when it must not have one. Then there is none any more.
  ///
  /// @param told what was logged of it already
  static @Nullable PermanentSlot of(SlotSettings settings, Connection connection, Notices told) {
    var slot = new PermanentSlot(settings);
    Obstacle obstacle = slot.refusal(connection);
    if (obstacle == null) {
      boolean unused = told.isOver(PermanentSlot.class);
      return slot;
    }
    if (told.isNews(PermanentSlot.class, obstacle)) {
      LOG.log(
          Level.WARNING,
          () ->
              "slot %s is not used, rows on disk are compared with the database after a restart: %s"
                  .formatted(settings.slotName(), obstacle));
    }
    State state = slot.state(connection);
    if (state != null && state.isOurs() && state.activePid() == 0) {
      drop(connection, settings.slotName());
    }
    return null;
  }

  private @Nullable Obstacle refusal(Connection connection) {
    String limit = connection.simpleQuery(LIMIT).getFirst().getFirst();
    return NO_LIMIT.equals(limit)
        ? new Obstacle(
            "max_slot_wal_keep_size is -1, so the slot of a node that is gone would fill the"
                + " server's disk",
            MEND)
        : null;
  }

  /// @param activePid 0 for none
  private record State(
      String plugin,
      boolean isOfDatabase,
      int activePid,
      String walStatus,
      @Nullable Lsn confirmed) {
    boolean isOurs() {
      return plugin.equals("pgoutput") && isOfDatabase;
    }
  }

  private @Nullable State state(Connection connection) {
    List<State> found =
        connection.queryList(
            STATE,
            row ->
                new State(
                    Objects.requireNonNull(row.getString(0)),
                    row.getBoolean(1),
                    row.isNull(2) ? 0 : row.getInt(2),
                    Objects.requireNonNull(row.getString(3)),
                    row.isNull(4) ? null : Lsn.parse(Objects.requireNonNull(row.getString(4)))),
            settings.slotName());
    return found.isEmpty() ? null : found.getFirst();
  }

  private static void drop(Connection connection, String slot) {
    connection.queryList("select pg_catalog.pg_drop_replication_slot($1)::text", row -> "", slot);
  }

  /// Where its stream begins.
  ///
  /// @param isResumed whether it was there before
  record Start(String name, Lsn position, boolean isResumed) {}

  /// The slot as it is, or a new one.
  Start take(Connection connection, ReplicationConnection replication) {
    String name = settings.slotName();
    State state = state(connection);
    if (state != null && !state.isOurs()) {
      throw new ObstacleException(
          new Obstacle(
              "slot %s is of another database or for another plugin".formatted(name),
              "name the node otherwise by tiercel.cache.slot"));
    }
    if (state != null && state.activePid() != 0) {
      throw new ObstacleException(
          new Obstacle(
              "slot %s is in use by the server's process %d".formatted(name, state.activePid()),
              "name each node otherwise by tiercel.cache.slot; of a node that is dead, SELECT"
                  + " pg_terminate_backend(%d)".formatted(state.activePid())));
    }
    if (state != null && (state.walStatus().equals(LOST) || state.confirmed() == null)) {
      LOG.log(
          Level.WARNING,
          () ->
              "slot %s is made anew, and rows on disk are compared with the database: the server has given up what it kept; mend, where that comes again: %s"
                  .formatted(name, MEND));
      drop(connection, name);
      state = null;
    }
    if (state != null) {
      return new Start(name, Objects.requireNonNull(state.confirmed()), true);
    }
    return new Start(
        name, replication.createSlot(SlotDefinition.permanent(name)).consistentPoint(), false);
  }

  /// Looks whether it may still be used, and drops those of nodes that did not come back.
  ///
  /// @throws ObstacleException when the server limits what slots keep no more
  void watch(Connection connection) {
    Obstacle obstacle = refusal(connection);
    if (obstacle != null) {
      throw new ObstacleException(obstacle);
    }
    List<String> left =
        connection.queryList(
            LEFT,
            row -> Objects.requireNonNull(row.getString(0)),
            SlotSettings.PREFIX,
            settings.slotName(),
            settings.longestAbsence().toSeconds());
    for (String name : left) {
      dropLeft(connection, name);
    }
  }

  /// Somebody else may have dropped it, or its node has come back.
  private static void dropLeft(Connection connection, String name) {
    try {
      drop(connection, name);
      LOG.log(
          Level.INFO,
          () -> "slot %s was dropped: its node did not come back, or too late".formatted(name));
    } catch (ServerException e) {
      LOG.log(Level.DEBUG, () -> "slot %s is not dropped".formatted(name), e);
    }
  }
}
