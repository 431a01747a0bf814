package io.tiercel.wire.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.replication.LogicalMessage.Begin;
import io.tiercel.wire.replication.LogicalMessage.Commit;
import io.tiercel.wire.replication.LogicalMessage.Delete;
import io.tiercel.wire.replication.LogicalMessage.Insert;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.LogicalMessage.StreamCommit;
import io.tiercel.wire.replication.LogicalMessage.Truncate;
import io.tiercel.wire.replication.LogicalMessage.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Streams of a real server.
@Timeout(120)
@NullUnmarked // JUnit injects; a null where none is expected fails the test by itself
class ReplicationTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final PgoutputOptions PLAIN = PgoutputOptions.of("changes");

  private static ConnectionConfig config(TestDatabase database) {
    return ConnectionConfig.builder()
        .host(database.host(), database.port())
        .database(database.name())
        .user(database.user())
        .password(database.password())
        .build();
  }

  private static TestDatabase published(TestServer server) {
    TestDatabase database = server.newDatabase();
    database.execute(
        "create table item (id int primary key, name text, note text)",
        "alter table item alter note set storage external",
        "create publication changes for all tables");
    return database;
  }

  private static LogicalMessage next(LogicalStream stream) {
    LogicalMessage message = stream.next(LIMIT);
    return Objects.requireNonNull(message, "nothing came in time");
  }

  private static <T extends LogicalMessage> T next(LogicalStream stream, Class<T> type) {
    return assertInstanceOf(type, next(stream));
  }

  /// The next transaction: its changes, without Begin, Commit and descriptions. Acknowledged.
  private static List<LogicalMessage> transaction(LogicalStream stream) {
    next(stream, Begin.class);
    var changes = new ArrayList<LogicalMessage>();
    while (true) {
      switch (next(stream)) {
        case Commit commit -> {
          stream.acknowledge(commit.end());
          return changes;
        }
        case Relation relation -> assertFalse(relation.columns().isEmpty());
        case LogicalMessage change -> changes.add(change);
      }
    }
  }

  @EveryPostgres
  void a_system_says_who_it_is(TestServer server) {
    try (var database = server.newDatabase();
        var logical = ReplicationConnection.logical(config(database));
        var physical = ReplicationConnection.physical(config(database))) {
      var identity = logical.identifySystem();
      assertEquals(database.name(), identity.database());
      assertNull(physical.identifySystem().database());
      assertEquals(identity.systemId(), physical.identifySystem().systemId());
      assertEquals(1, identity.timeline());
      assertTrue(identity.flushed().compareTo(Lsn.ZERO) > 0);
    }
  }

  @EveryPostgres
  void every_kind_of_change_is_decoded(TestServer server) {
    try (var database = published(server);
        var replication = ReplicationConnection.logical(config(database))) {
      var slot = replication.createSlot(SlotDefinition.temporary("kinds_" + server.majorVersion()));
      try (var stream =
          replication.startLogical(
              slot.name(), Lsn.ZERO, PLAIN.withMessages(), StreamSettings.DEFAULT)) {
        database.execute("insert into item values (1, 'nut', repeat('x', 10000))");
        var insert = (Insert) transaction(stream).getFirst();
        assertEquals("item", insert.relation().name());
        assertEquals("public", insert.relation().schema());
        assertTrue(insert.relation().columns().getFirst().isKey());
        assertFalse(insert.relation().columns().getLast().isKey());
        assertEquals("nut", insert.row().text(1));

        database.execute("update item set name = null where id = 1");
        var update = (Update) transaction(stream).getFirst();
        assertNull(update.key());
        assertTrue(update.row().isNull(1));
        assertTrue(update.row().isUnchanged(2));
        assertThrows(UsageException.class, () -> update.row().text(2));

        database.execute("update item set id = 2 where id = 1");
        var moved = (Update) transaction(stream).getFirst();
        assertEquals("1", Objects.requireNonNull(moved.key()).text(0));
        assertEquals("2", moved.row().text(0));

        database.execute("alter table item replica identity full");
        database.execute("delete from item where id = 2");
        var delete = (Delete) transaction(stream).getFirst();
        assertNull(delete.key());
        assertEquals(10_000, Objects.requireNonNull(delete.old()).bytes(2).length);

        database.execute("truncate item restart identity");
        var truncate = (Truncate) transaction(stream).getFirst();
        assertTrue(truncate.restartIdentity());
        assertEquals("item", truncate.relations().getFirst().name());

        database.execute("select pg_logical_emit_message(true, 'note', 'hello')");
        var message = (LogicalMessage.Message) transaction(stream).getFirst();
        assertEquals("note", message.prefix());
        assertEquals("hello", message.content().text());
      }
      assertNotNull(replication.identifySystem(), "the connection is usable after the stream");
    }
  }

  @EveryPostgres
  void values_come_in_binary_on_request(TestServer server) {
    try (var database = published(server);
        var plain = Connection.open(config(database));
        var replication = ReplicationConnection.logical(config(database))) {
      replication.createSlot(SlotDefinition.temporary("binary_" + server.majorVersion()));
      try (var stream =
          replication.startLogical(
              "binary_" + server.majorVersion(),
              Lsn.ZERO,
              PLAIN.withBinary(),
              StreamSettings.DEFAULT)) {
        database.execute("insert into item values (77, 'seven', null)");
        var insert = (Insert) transaction(stream).getFirst();
        var columns = insert.relation().columns();
        assertEquals(77, insert.row().get(0, columns.get(0).typeOid(), plain.codecs()));
        assertEquals("seven", insert.row().get(1, columns.get(1).typeOid(), plain.codecs()));
        assertNull(insert.row().get(2, columns.get(2).typeOid(), plain.codecs()));
      }
    }
  }

  @EveryPostgres
  void a_large_transaction_is_streamed_before_it_ends(TestServer server) {
    try (var database = published(server);
        var writer = Connection.open(config(database));
        var settings =
            ReplicationConnection.logical(
                config(database).toBuilder()
                    .runtimeParameter("logical_decoding_work_mem", "64kB")
                    .build())) {
      String slot = "large_" + server.majorVersion();
      settings.createSlot(SlotDefinition.temporary(slot));
      try (var stream =
          settings.startLogical(
              slot,
              Lsn.ZERO,
              PLAIN.withStreaming(PgoutputOptions.Streaming.ON),
              StreamSettings.DEFAULT)) {
        writer.execute("begin");
        writer.execute("insert into item select g, 'row ' || g from generate_series(1, 100000) g");
        writer.execute("savepoint s");
        writer.execute("insert into item select g, 'lost' from generate_series(100001, 110000) g");
        writer.execute("rollback to savepoint s");
        int beforeCommit = 0;
        while (beforeCommit == 0) {
          beforeCommit += next(stream) instanceof Insert ? 1 : 0;
        }
        writer.execute("commit");
        assertEquals(100_000, beforeCommit + insertsUpToCommit(stream));
      }
    }
  }

  /// Inserts of the transaction itself; those of subtransactions that were aborted do not count.
  private static int insertsUpToCommit(LogicalStream stream) {
    int inserts = 0;
    while (true) {
      switch (next(stream)) {
        case Insert insert -> inserts += "lost".equals(insert.row().text(1)) ? 0 : 1;
        case StreamCommit commit -> {
          stream.acknowledge(commit.end());
          return inserts;
        }
        case LogicalMessage other -> assertFalse(other instanceof Commit);
      }
    }
  }

  @EveryPostgres
  void a_slow_consumer_gets_everything_in_order_and_is_not_thrown_out(TestServer shared) {
    try (TestServer server =
            shared.startAnother(
                TestServerOptions.defaults().setting("wal_sender_timeout", "1500ms"));
        var database = published(server);
        var replication = ReplicationConnection.logical(config(database))) {
      replication.createSlot(SlotDefinition.temporary("slow"));
      var settings = new StreamSettings(Duration.ofMillis(200), 10_000);
      try (var stream = replication.startLogical("slow", Lsn.ZERO, PLAIN, settings);
          var observer = Connection.open(config(database))) {
        database.execute(
            "insert into item select g, repeat('y', 500) from generate_series(1, 20000) g");
        next(stream, Begin.class);
        next(stream, Relation.class);
        // Longer than the server waits for a sign of life, measured by its own clock.
        observer.execute("select pg_sleep(4)");
        for (int id = 1; id <= 20_000; id++) {
          assertEquals(Integer.toString(id), next(stream, Insert.class).row().text(0));
        }
        next(stream, Commit.class);
      }
    }
  }

  @EveryPostgres
  void only_what_was_acknowledged_is_confirmed(TestServer server) {
    String slot = "exact_" + server.majorVersion();
    try (var database = published(server);
        var observer = Connection.open(config(database))) {
      Lsn confirmed;
      try (var replication = ReplicationConnection.logical(config(database))) {
        replication.createSlot(SlotDefinition.permanent(slot));
        var settings = new StreamSettings(Duration.ofMillis(50), 1 << 20);
        try (var stream = replication.startLogical(slot, Lsn.ZERO, PLAIN, settings)) {
          database.execute("insert into item values (1)", "insert into item values (2)");
          next(stream, Begin.class);
          next(stream, Relation.class);
          next(stream, Insert.class);
          confirmed = next(stream, Commit.class).end();
          stream.acknowledge(confirmed);
          next(stream, Begin.class);
          next(stream, Insert.class);
          next(stream, Commit.class);
          awaitConfirmed(observer, slot, confirmed);
        }
      }
      assertEquals(confirmed, confirmed(observer, slot), "and no more, though more was sent");
      try (var replication = ReplicationConnection.logical(config(database));
          var stream = replication.startLogical(slot, Lsn.ZERO, PLAIN, StreamSettings.DEFAULT)) {
        var again = (Insert) transaction(stream).getFirst();
        assertEquals("2", again.row().text(0));
      }
      try (var replication = ReplicationConnection.logical(config(database))) {
        replication.dropSlot(slot, true);
        var failure = assertThrows(ServerException.class, () -> replication.dropSlot(slot, false));
        assertEquals("42704", failure.sqlState());
      }
    }
  }

  @EveryPostgres
  void the_slot_of_a_quiet_database_follows_the_log_of_a_busy_one(TestServer server) {
    String slot = "quiet_" + server.majorVersion();
    try (var database = published(server);
        var busy = server.newDatabase();
        var observer = Connection.open(config(database));
        var replication = ReplicationConnection.logical(config(database))) {
      replication.createSlot(SlotDefinition.temporary(slot));
      var settings = new StreamSettings(Duration.ofMillis(50), 1 << 20);
      try (var stream = replication.startLogical(slot, Lsn.ZERO, PLAIN, settings)) {
        busy.execute("create table t as select g from generate_series(1, 1000) g");
        Lsn written =
            observer
                .queryList("select pg_current_wal_lsn()::text", row -> Lsn.parse(row.getString(0)))
                .getFirst();
        while (confirmed(observer, slot).compareTo(written) < 0) {
          assertNull(stream.next(Duration.ofMillis(20)));
        }
      }
    }
  }

  private static Lsn confirmed(Connection observer, String slot) {
    return observer
        .queryList(
            "select confirmed_flush_lsn::text from pg_replication_slots where slot_name = $1",
            row -> Lsn.parse(row.getString(0)),
            slot)
        .getFirst();
  }

  private static void awaitConfirmed(Connection observer, String slot, Lsn position) {
    while (!confirmed(observer, slot).equals(position)) {
      Thread.onSpinWait();
    }
  }

  @EveryPostgres
  void prepared_transactions_come_when_they_are_prepared(TestServer shared) {
    try (TestServer server =
            shared.startAnother(
                TestServerOptions.defaults().setting("max_prepared_transactions", "5"));
        var database = published(server);
        var replication = ReplicationConnection.logical(config(database))) {
      replication.createSlot(SlotDefinition.temporary("two_phase").withTwoPhase());
      try (var stream =
              replication.startLogical(
                  "two_phase", Lsn.ZERO, PLAIN.withTwoPhase(), StreamSettings.DEFAULT);
          var writer = Connection.open(config(database))) {
        writer.script("begin; insert into item values (1); prepare transaction 'first'");
        assertEquals("first", next(stream, LogicalMessage.BeginPrepare.class).gid());
        next(stream, Relation.class);
        next(stream, Insert.class);
        assertEquals("first", next(stream, LogicalMessage.Prepare.class).gid());
        writer.script("commit prepared 'first'");
        assertEquals("first", next(stream, LogicalMessage.CommitPrepared.class).gid());
        writer.script("begin; insert into item values (2); prepare transaction 'second'");
        writer.script("rollback prepared 'second'");
        while (!(next(stream) instanceof LogicalMessage.Prepare)) {
          // up to the end of the second
        }
        assertEquals("second", next(stream, LogicalMessage.RollbackPrepared.class).gid());
      }
    }
  }

  @EveryPostgres
  void a_killed_server_is_a_lost_connection(TestServer shared) {
    try (TestServer server = shared.startAnother(TestServerOptions.defaults());
        var database = published(server);
        var replication = ReplicationConnection.logical(config(database))) {
      replication.createSlot(SlotDefinition.temporary("killed"));
      var stream = replication.startLogical("killed", Lsn.ZERO, PLAIN, StreamSettings.DEFAULT);
      database.execute("insert into item values (1)");
      next(stream, Begin.class);
      server.kill();
      var failure =
          assertThrows(
              WireException.class,
              () -> {
                while (stream.next(LIMIT) != null) {
                  // what came before is still given
                }
              });
      assertFalse(failure.isConnectionUsable());
      stream.close();
      assertTrue(stream.isEnded());
    }
  }

  @EveryPostgres
  void a_stream_that_the_server_refuses_leaves_the_connection_usable(TestServer server) {
    try (var database = server.newDatabase();
        var replication = ReplicationConnection.logical(config(database))) {
      assertThrows(
          ServerException.class,
          () -> replication.startLogical("missing", Lsn.ZERO, PLAIN, StreamSettings.DEFAULT));
      assertThrows(
          UsageException.class, () -> replication.createSlot(SlotDefinition.temporary("A-b")));
      assertNotNull(replication.identifySystem());
    }
  }

  @EveryPostgres
  void the_log_itself_comes_without_gaps(TestServer server) {
    try (var database = published(server);
        var replication = ReplicationConnection.physical(config(database))) {
      var identity = replication.identifySystem();
      Lsn from = new Lsn(identity.flushed().value() & ~0xFFFFFFL);
      try (var stream =
          replication.startPhysical(null, from, identity.timeline(), StreamSettings.DEFAULT)) {
        Lsn at = from;
        while (at.compareTo(identity.flushed()) < 0) {
          var data = Objects.requireNonNull(stream.next(LIMIT));
          assertEquals(at, data.start());
          at = new Lsn(at.value() + data.content().length());
        }
        stream.acknowledge(at);
      }
      assertEquals(identity.systemId(), replication.identifySystem().systemId());
    }
  }

  @Test
  void positions_are_read_written_and_compared_unsigned() {
    assertEquals("16/B374D848", Lsn.parse("16/B374D848").toString());
    assertTrue(Lsn.parse("FFFFFFFF/0").compareTo(Lsn.parse("0/1")) > 0);
    for (String bad : List.of("", "/", "1", "1/", "x/1", "1/123456789")) {
      assertThrows(UsageException.class, () -> Lsn.parse(bad), bad);
    }
  }
}
