package io.tiercel.cache.follow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.BoundedReads;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.OwnWrite;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.follow.FollowerState.Phase;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.FaultProxy;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the stream brings in less usual ways, and what happens when it does not come.
@Timeout(300)
class StreamTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @EveryPostgres
  void a_large_transaction_takes_its_rows_and_not_those_of_its_rolled_back_parts(
      TestServer server) {
    try (TestServer own =
            server.startAnother(
                TestServerOptions.defaults()
                    .setting("logical_decoding_work_mem", "64kB")
                    .setting("max_prepared_transactions", "5"));
        Followed followed = new Followed(own.newDatabase()).start()) {
      followed.committed("insert into item select 'k' || i, '' from generate_series(1, 3000) i");
      followed.store(followed.items, "k1", "k1500", "k2999", "k3001", "x");
      followed.committed(
          """
          do $$ begin
            update item set name = repeat('a', 100) where id = 'k1';
            begin
              update item set name = repeat('b', 500) where id > 'k1' and id <> 'k2999';
              raise exception 'taken back';
            exception when raise_exception then null;
            end;
            update item set name = repeat('c', 500) where id < 'k15' or id = 'k2999';
          end $$\
          """);
      assertNull(followed.items.get("k1"));
      assertNull(followed.items.get("k2999"));
      followed.isStillStored(followed.items, "k1500");
      followed.isStillStored(followed.items, "x");
      Followed.await(
          "a transaction in blocks",
          () ->
              "t"
                  .equals(
                      scalar(
                          followed.database,
                          "select coalesce(sum(stream_txns), 0) > 0"
                              + " from pg_stat_replication_slots")));
    }
  }

  @EveryPostgres
  void a_prepared_transaction_takes_its_rows_when_it_is_committed(TestServer server) {
    try (TestServer own =
            server.startAnother(
                TestServerOptions.defaults().setting("max_prepared_transactions", "5"));
        Followed followed = new Followed(own.newDatabase()).start()) {
      followed.committed("insert into item values ('a', '1'), ('b', '1')");
      followed.store(followed.items, "a", "b");
      followed.committed(
          "begin; update item set name = '2' where id = 'a'; prepare transaction 'one'",
          "begin; update item set name = '2' where id = 'b'; prepare transaction 'two'");
      assertNotNull(followed.items.get("a"));
      followed.committed("commit prepared 'one'", "rollback prepared 'two'");
      assertNull(followed.items.get("a"));
      assertNotNull(followed.items.get("b"));
    }
  }

  @EveryPostgres
  void what_constraints_and_triggers_do_takes_the_rows(TestServer server) {
    try (Followed followed =
        new Followed(
                server.newDatabase(),
                "create table item (id text primary key, name text)",
                "create table note (id text primary key references item on delete cascade)",
                """
                create function touch() returns trigger language plpgsql as $$ begin
                  update item set name = 'touched' where id = 'touched'; return null; end $$\
                """,
                "create trigger touch after insert on item execute function touch()")
            .start()) {
      followed.committed(
          "insert into item values ('a', ''), ('touched', '')", "insert into note values ('a')");
      followed.store(followed.items, "a", "touched");
      followed.store(followed.notes, "a", "b");
      followed.committed("delete from item where id = 'a'", "insert into item values ('c', '')");
      assertNull(followed.notes.get("a"));
      assertNull(followed.items.get("touched"));
      assertNotNull(followed.notes.get("b"));
      followed.committed("truncate item cascade");
      assertNull(followed.notes.get("b"));
    }
  }

  @EveryPostgres
  void what_was_replicated_to_the_server_takes_the_rows(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      followed.store(followed.items, "a");
      String origin = "'" + followed.database.name() + "'";
      followed.committed(
          "select pg_replication_origin_create(%s)".formatted(origin),
          """
          do $$ begin
            perform pg_replication_origin_session_setup(%1$s);
            insert into item values ('a', '1');
            perform pg_replication_origin_session_reset();
          end $$\
          """
              .formatted(origin),
          "select pg_replication_origin_drop(%s)".formatted(origin));
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void a_key_that_is_stored_apart_is_read(TestServer server) {
    String key = "a".repeat(2_600);
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      followed.committed(
          "alter table item alter id set storage external",
          "insert into item values ('%s', '1')".formatted(key));
      StreamSession session = followed.coherence.session();
      followed.store(followed.items, key, "b");
      followed.committed("update item set name = '2'");
      assertNull(followed.items.get(key));
      assertEquals(session, followed.coherence.session());
      followed.committed(
          "alter table item replica identity full", "update item set name = 'described'");
      followed.store(followed.items, key, "b");
      followed.committed("update item set name = '3'");
      assertNull(followed.items.get(key));
      assertNotNull(followed.items.get("b"));
      assertEquals(session, followed.coherence.session());
    }
  }

  @EveryPostgres
  void a_table_that_is_described_anew_loses_what_is_stored(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase())) {
      followed.database.execute("create publication tiercel for table item, note");
      followed.start(settings -> settings.withoutPreparing().withProbePeriod(HOUR));
      followed.awaitReady();
      followed.committed("insert into item values ('a', '1'), ('b', '1')");
      followed.store(followed.items, "a", "b");
      followed.committed("alter table item add extra int default 5");
      assertNotNull(followed.items.get("a"), "nobody was told yet");
      followed.committed("update item set name = '2' where id = 'b'");
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void a_bound_on_staleness_holds_on_a_quiet_server(TestServer server) throws Exception {
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      followed.store(followed.items, "a");
      var bounded = new BoundedReads(followed.coherence, Duration.ofSeconds(30).toNanos());
      Followed.await("the proof", () -> hit(bounded, followed));
      // A probe of a moment after that can only be proved by another one.
      long now = System.nanoTime();
      var later =
          new BoundedReads(followed.coherence, 1, () -> Math.min(System.nanoTime(), now + 1) - 1);
      Followed.await("another proof", () -> hit(later, followed));
    }
  }

  private static boolean hit(BoundedReads reads, Followed followed) {
    return reads.hit(followed.items, "a") != null;
  }

  @EveryPostgres
  void a_stream_that_does_not_answer_is_not_trusted(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        FaultProxy proxy = FaultProxy.to(database.host(), database.port());
        Followed followed = new Followed(database)) {
      followed.start(
          settings ->
              new FollowerSettings(
                  settings.connection().toBuilder().host("127.0.0.1", proxy.port()).build(),
                  settings.publication(),
                  settings.source(),
                  true,
                  true,
                  Duration.ofMillis(500),
                  Duration.ofMillis(100),
                  Duration.ofMillis(300),
                  null));
      followed.awaitReady();
      followed.store(followed.items, "a");
      proxy.holdAnswers();
      database.execute("insert into item values ('a', '1')");
      Followed.await("the end of trust", () -> followed.items.get("a") == null);
      proxy.passAnswers();
      followed.awaitReady();
      followed.store(followed.items, "a");
      followed.committed("update item set name = '2'");
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void a_slot_that_is_dropped_is_replaced(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      followed.store(followed.items, "a");
      StreamSession session = followed.coherence.session();
      followed.database.execute(
          """
          do $$ declare s record; begin
            select slot_name, active_pid into s from pg_replication_slots
              where database = current_database();
            perform pg_terminate_backend(s.active_pid);
            while exists (select from pg_replication_slots r where r.slot_name = s.slot_name) loop
              perform pg_sleep(0.001);
            end loop;
          end $$\
          """,
          "insert into item values ('a', '1')");
      Followed.await("another stream", () -> followed.coherence.session() != session);
      assertNull(followed.items.get("a"));
      followed.awaitReady();
      followed.store(followed.items, "a");
    }
  }

  @Test
  void a_slot_that_is_invalidated_is_replaced() {
    try (TestServer server =
            TestServer.start(
                TestServerOptions.defaults()
                    .setting("max_slot_wal_keep_size", "1MB")
                    .setting("min_wal_size", "32MB")
                    .setting("max_wal_size", "32MB"));
        TestDatabase database = server.newDatabase();
        FaultProxy proxy = FaultProxy.to(database.host(), database.port());
        Followed followed = new Followed(database)) {
      followed.start(
          settings ->
              settings.withConnection(
                  settings.connection().toBuilder().host("127.0.0.1", proxy.port()).build()));
      followed.awaitReady();
      followed.store(followed.items, "a");
      StreamSession session = followed.coherence.session();
      proxy.holdAnswers();
      database.execute(
          "insert into item values ('a', '1')",
          "create table filler as select repeat('x', 900) x from generate_series(1, 80000)");
      // A checkpoint ends a slot only when what it keeps is of segments that can go.
      Followed.await(
          "the end of the slot",
          () -> {
            database.execute(
                "select pg_logical_emit_message(false, 'filler', '')",
                "select pg_switch_wal()",
                "checkpoint");
            return "f"
                .equals(
                    scalar(
                        database,
                        "select exists (select from pg_replication_slots"
                            + " where wal_status <> 'lost')"));
          });
      proxy.passAnswers();
      Followed.await("another stream", () -> followed.coherence.session() != session);
      assertNull(followed.items.get("a"));
      followed.awaitReady();
      followed.store(followed.items, "a");
    }
  }

  @EveryPostgres
  void nothing_is_stored_while_a_transaction_of_before_the_stream_is_open(TestServer server) {
    // One that commits ahead of the slot's start would not be on the stream, and may be invisible.
    try (Followed followed = new Followed(server.newDatabase());
        Connection writer = Connection.open(Followed.config(followed.database))) {
      followed.database.execute("insert into item values ('a', '1')");
      writer.simpleQuery("begin; update item set name = '2' where id = 'a'");
      followed.start(settings -> settings);
      Followed.await(
          "the slot waits",
          () ->
              "t"
                  .equals(
                      scalar(
                          followed.database,
                          "select exists (select from pg_locks l join pg_stat_activity a using"
                              + " (pid) where not l.granted and l.locktype = 'transactionid' and"
                              + " a.backend_type = 'walsender' and a.datname ="
                              + " current_database())")));
      assertFalse(followed.isStored(followed.items, "a"));
      writer.simpleQuery("commit");
      followed.awaitReady();
      followed.store(followed.items, "a");
      followed.committed("update item set name = '3' where id = 'a'");
      assertNull(followed.items.get("a"));
    }
  }

  @EveryPostgres
  void a_long_transaction_stores_nothing_that_was_changed_since_it_began(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase()).start()) {
      followed.committed("insert into item values ('a', '1'), ('b', '1')");
      Followed.await(
          "the settled state",
          () -> followed.coherence.session().settled() >= followed.coherence.session().applied());
      Fill old = followed.coherence.beginFill();
      followed.committed("update item set name = '2' where id = 'a'");
      assertFalse(followed.items.offer("a", "1", old, 0), "read by the old snapshot");
      assertTrue(followed.items.offer("b", "1", old, 0), "not changed since");
      followed.store(followed.items, "a");
    }
  }

  @EveryPostgres
  void what_a_transaction_writes_behind_savepoints_is_its_own(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase()).start();
        Connection writer = Connection.open(Followed.config(followed.database))) {
      followed.committed("insert into item values ('a', '1'), ('b', '1'), ('c', '1')");
      followed.store(followed.items, "b");
      OwnWrite write = followed.coherence.beginWrite();
      write.writes(followed.items, "a", "2");
      writer.simpleQuery(
          "begin; savepoint one; update item set name = '2' where id = 'a'; release one;"
              + " savepoint two; update item set name = '2' where id = 'b'; rollback to two");
      String xid = writer.simpleQuery("select pg_current_xact_id()").getFirst().getFirst();
      write.beginCommit();
      writer.simpleQuery("commit");
      write.committed((int) Long.parseLong(Objects.requireNonNull(xid)), Followed.position(writer));
      followed.awaitApplied();
      assertEquals("2", followed.items.get("a"), "the stream has brought it under the same id");
      assertNotNull(followed.items.get("b"), "what was rolled back");
      followed.committed("update item set name = '3' where id = 'a'");
      assertNull(followed.items.get("a"));
    }
  }

  @Test
  void a_commit_that_a_crash_has_lost_is_not_served_any_more() {
    try (TestServer server =
            TestServer.start(TestServerOptions.defaults().setting("wal_writer_delay", "10s"));
        TestDatabase database = server.newDatabase();
        Followed followed = new Followed(database)) {
      // A probe would flush the log.
      followed.start(settings -> settings.withProbePeriod(HOUR));
      followed.awaitReady();
      followed.committed("insert into item values ('a', '1')");
      Followed.await(
          "the settled state",
          () -> followed.coherence.session().settled() >= followed.coherence.session().applied());
      try (Connection writer = Connection.open(Followed.config(database))) {
        writer.simpleQuery("set synchronous_commit = off");
        writer.simpleQuery("update item set name = 'lost' where id = 'a'");
      }
      StreamSession session = followed.coherence.session();
      Fill fill = followed.coherence.beginFill();
      assertTrue(followed.items.offer("a", "lost", fill, 0), "everybody can see it");
      server.kill();
      Followed.await("the end of the hits", () -> followed.items.get("a") == null);
      server.restart();
      Followed.await("another stream", () -> followed.coherence.session() != session);
      followed.awaitReady();
      assertEquals("1", scalar(database, "select name from item"), "it was flushed");
      assertNull(followed.items.get("a"), "stored before the crash");
      assertFalse(followed.items.offer("a", "lost", fill, 0), "read before the crash");
    }
  }

  @EveryPostgres
  void what_the_server_lacks_is_said_with_what_mends_it(TestServer server) {
    try (TestServer own =
            server.startAnother(TestServerOptions.defaults().setting("wal_level", "replica"));
        Followed followed = new Followed(own.newDatabase())) {
      followed.start(settings -> settings);
      assertEquals(
          new Obstacle(
              "wal_level is replica, the stream takes logical",
              "ALTER SYSTEM SET wal_level = logical, and restart the server"),
          obstacle(followed));
      followed.database.execute("alter system set wal_level = logical");
      own.restart();
      followed.awaitReady();
      assertEquals(new FollowerState(Phase.FOLLOWING, null), followed.follower().state());
    }
  }

  @EveryPostgres
  void what_the_role_lacks_is_said_with_what_mends_it(TestServer server) {
    try (Followed followed = new Followed(server.newDatabase())) {
      String role = followed.database.name() + "_reader";
      followed.database.execute("create role %s login password 'kestrel'".formatted(role));
      try {
        followed.start(
            settings ->
                settings.withConnection(
                    settings.connection().toBuilder().user(role).password("kestrel").build()));
        assertEquals("ALTER ROLE \"%s\" REPLICATION".formatted(role), obstacle(followed).mend());
        followed.database.execute("alter role %s replication".formatted(role));
        Followed.await(
            "the publication is missed",
            () -> obstacle(followed).cause().equals("there is no publication \"tiercel\""));
        followed.database.execute(obstacle(followed).mend());
        followed.awaitReady();
        followed.store(followed.items, "a");
        followed.committed("insert into item values ('a', '1')");
        assertNull(followed.items.get("a"));
      } finally {
        followed.stop();
        followed.database.execute("drop role " + role);
      }
    }
  }

  private static Obstacle obstacle(Followed followed) {
    Followed.await("an obstacle", () -> followed.follower().state().obstacle() != null);
    return Objects.requireNonNull(followed.follower().state().obstacle());
  }

  @EveryPostgres
  void nodes_that_start_at_once_prepare_the_database_once(TestServer server) {
    try (Followed one = new Followed(server.newDatabase());
        Followed other = new Followed(one.database);
        Followed third = new Followed(one.database)) {
      one.start(settings -> settings);
      other.start(settings -> settings);
      third.start(settings -> settings);
      for (Followed each : new Followed[] {one, other, third}) {
        each.awaitReady();
        each.store(each.items, "a");
      }
      one.database.execute("insert into item values ('a', '1')");
      for (Followed each : new Followed[] {one, other, third}) {
        Followed.await("the change", () -> each.items.get("a") == null);
      }
    }
  }

  @Test
  void each_run_of_each_server_has_its_identity() {
    try (TestServer server = TestServer.start(TestServerOptions.defaults());
        TestDatabase database = server.newDatabase()) {
      DatabaseIdentity identity = identity(database);
      assertEquals(identity, identity(database));
      assertTrue(identity.mayFillFrom(identity(database)));
      assertNotEquals(identity, identity(TestServer.v18().defaultDatabase()));
      server.restart();
      assertFalse(identity.mayFillFrom(identity(database)));
    }
  }

  private static DatabaseIdentity identity(TestDatabase database) {
    try (Connection connection = Connection.open(Followed.config(database))) {
      return DatabaseIdentity.of(connection);
    }
  }

  private static String scalar(TestDatabase database, String sql) {
    ConnectionConfig config = Followed.config(database);
    try (Connection connection = Connection.open(config)) {
      return Objects.requireNonNull(connection.simpleQuery(sql).getFirst().getFirst());
    }
  }
}
