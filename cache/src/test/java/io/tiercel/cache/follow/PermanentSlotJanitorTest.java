package io.tiercel.cache.follow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.ObstacleException;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.Connection;
import io.tiercel.wire.replication.Lsn;
import io.tiercel.wire.replication.PgoutputOptions;
import io.tiercel.wire.replication.ReplicationConnection;
import io.tiercel.wire.replication.StreamSettings;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;

/// Which slots a node drops because their nodes did not come back, and which it must not.
@Timeout(120)
class PermanentSlotJanitorTest {
  private static final String LOST = "tiercel_node_lost";
  private static final String AWAY = "tiercel_node_away";

  PermanentSlotJanitorTest() {}

  /// Nothing outlives these nodes.
  private static final class Nothing implements Survivors {
    @Override
    public boolean open(Connection connection, DatabaseIdentity identity, @Nullable Lsn resumed) {
      return false;
    }

    @Override
    public void begin(StreamSession session) {}

    @Override
    public void anchored(StreamSession session, String anchor, long position) {}

    @Override
    public long secure(StreamSession session) {
      return 0;
    }
  }

  private static TestServer limited(TestServer like) {
    return like.startAnother(TestServerOptions.defaults().setting("max_slot_wal_keep_size", "1GB"));
  }

  private static PermanentSlot janitor(Connection connection, Duration longestAbsence) {
    var settings = new SlotSettings("self", new Nothing(), longestAbsence);
    PermanentSlot slot = PermanentSlot.of(settings, connection, new Notices());
    assertNotNull(slot);
    return slot;
  }

  private static String slots(Connection connection) {
    return Objects.requireNonNull(
        connection
            .simpleQuery(
                "select coalesce(string_agg(slot_name, ' ' order by slot_name), '') from"
                    + " pg_replication_slots")
            .getFirst()
            .getFirst());
  }

  private static void create(Connection connection, String slot) {
    var unused =
        connection.simpleQuery(
            "select pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(slot));
  }

  private static boolean tellsSinceWhen(Connection connection) {
    return Integer.parseInt(
            Objects.requireNonNull(
                connection
                    .simpleQuery("select current_setting('server_version_num')")
                    .getFirst()
                    .getFirst()))
        >= 170000;
  }

  @EveryPostgres
  void slots_of_nodes_that_were_away_for_too_long_are_dropped_and_no_others(TestServer like) {
    try (TestServer server = limited(like);
        TestDatabase database = server.newDatabase();
        TestDatabase other = server.newDatabase();
        Connection connection = Connection.open(Followed.config(database));
        Connection elsewhere = Connection.open(Followed.config(other));
        ReplicationConnection replication =
            ReplicationConnection.logical(Followed.config(database))) {
      var unused = connection.simpleQuery("create publication p");
      create(connection, AWAY);
      create(connection, "tiercel_node_self");
      create(connection, "tiercel_node_used");
      create(connection, "somebody_s");
      create(elsewhere, "tiercel_node_elsewhere");
      try (var stream =
          replication.startLogical(
              "tiercel_node_used", Lsn.ZERO, PgoutputOptions.of("p"), StreamSettings.DEFAULT)) {
        assertEquals(false, stream.isEnded());
        janitor(connection, Duration.ofDays(1)).watch(connection);
        String all =
            "somebody_s tiercel_node_away tiercel_node_elsewhere tiercel_node_self"
                + " tiercel_node_used";
        assertEquals(all, slots(connection));
        janitor(connection, Duration.ZERO).watch(connection);
        // Before 17 nobody knows for how long.
        assertEquals(
            tellsSinceWhen(connection) ? all.replace(AWAY + " ", "") : all, slots(connection));
      }
    }
  }

  @EveryPostgres
  void a_slot_that_the_server_has_given_up_is_dropped_at_once(TestServer like) {
    try (TestServer server = limited(like);
        TestDatabase database = server.newDatabase();
        Connection connection = Connection.open(Followed.config(database))) {
      create(connection, LOST);
      server.execute("alter system set max_slot_wal_keep_size = '1MB'", "select pg_reload_conf()");
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (!isLost(connection)) {
        assertEquals(true, System.nanoTime() < deadline, "the slot is kept");
        server.execute(
            "select pg_logical_emit_message(false, 'test', repeat('x', 1000))",
            "select pg_switch_wal()",
            "checkpoint");
      }
      janitor(connection, Duration.ofDays(1)).watch(connection);
      assertEquals("", slots(connection));
    }
  }

  private static boolean isLost(Connection connection) {
    return "lost"
        .equals(
            connection
                .simpleQuery("select wal_status from pg_replication_slots")
                .getFirst()
                .getFirst());
  }

  @EveryPostgres
  void a_node_whose_server_sets_no_limit_any_more_stops_to_use_its_slot(TestServer like) {
    try (TestServer server = limited(like);
        TestDatabase database = server.newDatabase();
        Connection connection = Connection.open(Followed.config(database))) {
      PermanentSlot slot = janitor(connection, Duration.ofDays(1));
      slot.watch(connection);
      server.execute("alter system set max_slot_wal_keep_size = -1", "select pg_reload_conf()");
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (!"-1"
          .equals(
              connection
                  .simpleQuery("select current_setting('max_slot_wal_keep_size')")
                  .getFirst()
                  .getFirst())) {
        assertEquals(true, System.nanoTime() < deadline, "the setting is not read");
      }
      assertThrows(ObstacleException.class, () -> slot.watch(connection));
    }
  }
}
