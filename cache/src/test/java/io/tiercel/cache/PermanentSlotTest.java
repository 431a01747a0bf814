package io.tiercel.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.CacheState.Phase;
import io.tiercel.cache.tier.TierSettings;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A node whose slot stays: what its tier has is right after a restart once the stream has brought
/// what came meanwhile, and a slot that cannot be trusted, or would fill the server's disk, is not.
@Timeout(300)
class PermanentSlotTest {
  private static final int ROWS = TieredNode.ROWS;
  private static final String NODE = "a";
  private static final String SLOT = "tiercel_node_a";

  private static final String UNLIMIT = "alter system set max_slot_wal_keep_size = -1";
  private static final String RELOAD = "select pg_reload_conf()";

  private final Path directory;

  PermanentSlotTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private static TestServer limited(TestServer like) {
    return like.startAnother(
        TestServerOptions.defaults()
            .setting("max_slot_wal_keep_size", "1GB")
            .setting("max_prepared_transactions", "5"));
  }

  private TierSettings tier(Path where, String node) {
    return new TierSettings(where, 4L << 20).withSlot(node);
  }

  private TieredNode node(TestDatabase database) throws InterruptedException {
    return new TieredNode(database, tier(directory, NODE));
  }

  private static String ask(TestDatabase database, String sql) {
    try (Connection connection = Connection.open(TieredNode.config(database))) {
      var rows = connection.simpleQuery(sql);
      return rows.isEmpty() ? "" : Objects.requireNonNullElse(rows.getFirst().getFirst(), "");
    }
  }

  private static String slots(TestDatabase database) {
    return ask(
        database,
        "select coalesce(string_agg(slot_name, ',' order by slot_name), '') from"
            + " pg_replication_slots where not temporary");
  }

  /// All rows are stored, and the slot is told of a checkpoint of them.
  private static void storeAll(TieredNode node, TestDatabase database) {
    node.readAll();
    awaitCheckpoint(database);
  }

  /// What is in the log now is behind what the slot keeps. A node that stores nothing puts no
  /// anchor in the log before that has grown.
  private static void awaitCheckpoint(TestDatabase database) {
    String end = ask(database, "select pg_current_wal_insert_lsn()");
    database.execute("select pg_logical_emit_message(true, 'test', repeat('x', 500000))");
    TieredNode.await(
        "the checkpoint",
        () ->
            ask(
                    database,
                    "select confirmed_flush_lsn >= '%s' from pg_replication_slots where slot_name = '%s'"
                        .formatted(end, SLOT))
                .equals("t"));
  }

  /// Nothing was compared: all that is stored was kept up by the slot.
  private static void isKeptUp(TieredNode node, int rows) throws InterruptedException {
    node.compare("after the restart");
    assertEquals(rows, node.stored());
    assertEquals(0, node.statistics().verified(), "rows that were compared");
  }

  /// The slot was of no use: what is stored was compared with the table.
  private static void isCompared(TieredNode node, int rows) throws InterruptedException {
    node.compare("after the restart");
    assertEquals(rows, node.stored());
    assertEquals(rows, node.statistics().verified(), "rows that were compared");
  }

  @EveryPostgres
  void the_next_run_is_told_of_what_has_changed_and_compares_nothing(TestServer like)
      throws InterruptedException {
    try (TestServer server = limited(like);
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
      }
      assertEquals(SLOT, slots(database));
      database.execute(
          "update item set v = 'second' where id < 100",
          "delete from item where id between 100 and 199",
          "update item set id = id + 10000 where id between 200 and 249",
          "begin",
          "update item set v = 'third' where id between 250 and 299",
          "prepare transaction 'later'",
          "begin",
          "savepoint s",
          "update item set v = 'undone' where id between 300 and 399",
          "rollback to s",
          "update item set v = v where id between 400 and 449",
          "commit",
          "commit prepared 'later'",
          "vacuum freeze item");
      try (TieredNode node = node(database)) {
        // Fifty were rolled back to what they were: the stream does not tell of these.
        isKeptUp(node, ROWS - 350);
        database.execute("update item set v = 'fourth' where id = 999");
        TieredNode.await("the change", () -> node.text(999) == null);
        node.region.evictAll();
        assertEquals(0, node.stored(), "what an earlier run has left is forgotten as well");
      }
    }
  }

  @EveryPostgres
  void runs_go_on_from_each_other(TestServer like) throws InterruptedException {
    try (TestServer server = limited(like);
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
      }
      for (int run = 1; run <= 3; run++) {
        database.execute("update item set v = 'run %d' where id < 10 * %1$d".formatted(run));
        try (TieredNode node = node(database)) {
          isKeptUp(node, ROWS - 10 * run);
          if (run == 2) {
            for (int i = 0; i < 20; i++) {
              node.read(i);
            }
            TieredNode.await("storing", () -> readFirst(node));
          }
        }
        if (run == 2) {
          database.execute("update item set v = 'between' where id >= 20 and id < 30");
        }
      }
    }
  }

  private static boolean readFirst(TieredNode node) {
    for (int i = 0; i < 20; i++) {
      node.read(i);
    }
    return node.stored() == ROWS;
  }

  @Test
  void a_process_that_is_killed_in_full_load_leaves_what_is_right()
      throws IOException, InterruptedException {
    try (TestServer server = limited(TestServer.v18());
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      long kept = 0;
      for (int round = 0; round < 4; round++) {
        var stop = new AtomicBoolean();
        var writer = CompletableFuture.runAsync(() -> write(database, stop));
        try (SlotProcess process = SlotProcess.start(database, directory, NODE)) {
          // Some checkpoints, under load.
          LockSupport.parkNanos(1_500_000_000);
          process.kill();
        }
        stop.set(true);
        writer.join();
        write(database, 20);
        try (TieredNode node = node(database)) {
          node.compare("round " + round);
          kept += node.stored() - node.statistics().verified();
        }
      }
      assertTrue(kept > ROWS, kept + " rows were kept up by the slot");
    }
  }

  private static void write(TestDatabase database, AtomicBoolean stop) {
    while (!stop.get()) {
      write(database, 5);
    }
  }

  private static void write(TestDatabase database, int count) {
    var random = new Random();
    for (int i = 0; i < count; i++) {
      database.execute(
          "update item set v = 'of %d' where id = %d"
              .formatted(random.nextInt(), random.nextInt(ROWS)));
    }
  }

  @Test
  void what_was_truncated_does_not_come_back() throws InterruptedException {
    try (TestServer server = limited(TestServer.v18());
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        storeAll(node, database);
        database.execute("truncate item");
        TieredNode.await("the truncation", () -> node.stored() == 0);
        awaitCheckpoint(database);
        database.execute("insert into item values (1, 'new')");
        node.read(1);
      }
      database.execute("insert into item select i, 'newer' from generate_series(2, 99) i");
      try (TieredNode node = node(database)) {
        node.compare("after the restart");
        assertTrue(node.stored() <= 1, node.stored() + " rows");
      }
    }
  }

  @Test
  void what_was_truncated_meanwhile_is_gone() throws InterruptedException {
    try (TestServer server = limited(TestServer.v18());
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
      }
      database.execute("truncate item", "insert into item values (1, 'new')");
      try (TieredNode node = node(database)) {
        isKeptUp(node, 0);
      }
    }
  }

  @Test
  void a_table_that_was_altered_meanwhile_begins_empty() throws InterruptedException {
    try (TestServer server = limited(TestServer.v18());
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
      }
      database.execute("alter table item alter column v type text using v || '!'");
      try (TieredNode node = node(database)) {
        isKeptUp(node, 0);
      }
    }
  }

  /// What changes while a table is not in the publication is on no slot.
  @Test
  void a_table_that_left_the_publication_meanwhile_begins_empty() throws InterruptedException {
    try (TestServer server = limited(TestServer.v18());
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
      }
      database.execute(
          "alter publication tiercel_cache drop table item",
          "update item set v = 'unseen' where id < 500",
          "alter publication tiercel_cache add table item");
      try (TieredNode node = node(database)) {
        isKeptUp(node, 0);
      }
    }
  }

  @EveryPostgres
  void without_a_limit_there_is_no_slot(TestServer like) throws InterruptedException {
    try (TestServer server = limited(like);
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        node.awaitStamped();
      }
      server.execute(UNLIMIT, RELOAD);
      TieredNode.await(
          "the setting", () -> ask(database, "show max_slot_wal_keep_size").equals("-1"));
      database.execute("update item set v = 'second' where id < 10");
      try (TieredNode node = node(database)) {
        isCompared(node, ROWS - 10);
        assertEquals("", slots(database));
      }
      assertEquals("", slots(database));
    }
  }

  @Test
  void a_limit_that_is_lifted_takes_the_slot_and_the_node_goes_on() throws InterruptedException {
    try (TestServer server = limited(TestServer.v18());
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        storeAll(node, database);
        node.awaitStamped();
        server.execute(UNLIMIT, RELOAD);
        TieredNode.await("the end of the slot", () -> slots(database).isEmpty());
        TieredNode.await("the rows", () -> node.stored() == ROWS);
        database.execute("update item set v = 'second' where id < 10");
        TieredNode.await("the change", () -> node.stored() == ROWS - 10);
        node.compare("with a temporary slot");
      }
    }
  }

  @EveryPostgres
  void a_slot_that_the_server_has_given_up_is_made_anew(TestServer like)
      throws InterruptedException {
    try (TestServer server = limited(like);
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        node.awaitStamped();
      }
      loseSlot(server, database);
      database.execute("update item set v = 'second' where id < 10");
      try (TieredNode node = node(database)) {
        isCompared(node, ROWS - 10);
        assertEquals(
            "t",
            ask(
                database,
                "select active and wal_status <> 'lost' from pg_replication_slots where slot_name = '%s'"
                    .formatted(SLOT)));
        awaitCheckpoint(database);
      }
      try (TieredNode node = node(database)) {
        isKeptUp(node, ROWS - 10);
      }
    }
  }

  private static void loseSlot(TestServer server, TestDatabase database) {
    server.execute("alter system set max_slot_wal_keep_size = '1MB'", RELOAD);
    TieredNode.await(
        "the loss",
        () -> {
          for (int i = 0; i < 3; i++) {
            server.execute(
                "select pg_logical_emit_message(false, 'test', repeat('x', 1000))",
                "select pg_switch_wal()");
          }
          server.execute("checkpoint");
          return ask(
                  database,
                  "select wal_status from pg_replication_slots where slot_name = '%s'"
                      .formatted(SLOT))
              .equals("lost");
        });
    server.execute("alter system set max_slot_wal_keep_size = '1GB'", RELOAD);
  }

  /// Somebody else has read from it, or it is another one of that name.
  @EveryPostgres
  void a_slot_that_is_ahead_of_the_files_is_not_believed(TestServer like)
      throws InterruptedException {
    try (TestServer server = limited(like);
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        node.awaitStamped();
      }
      database.execute(
          "update item set v = 'second' where id < 10",
          "select pg_replication_slot_advance('%s', pg_current_wal_lsn())".formatted(SLOT));
      try (TieredNode node = node(database)) {
        isCompared(node, ROWS - 10);
      }
      database.execute(
          "update item set v = 'third' where id < 20",
          "select pg_drop_replication_slot('%s')".formatted(SLOT),
          "select pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(SLOT));
      try (TieredNode node = node(database)) {
        isCompared(node, ROWS - 20);
      }
    }
  }

  @Test
  void two_nodes_of_one_name_are_not_both_on_the_stream() throws Exception {
    try (TestServer server = limited(TestServer.v18());
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      Path other = Files.createDirectory(directory.resolve("other"));
      Path first = Files.createDirectory(directory.resolve("first"));
      var config = TieredNode.config(database);
      try (SharedCache second =
          SharedCache.of(CacheSettings.of(config).withTier(tier(other, NODE)))) {
        try (TieredNode node = new TieredNode(database, tier(first, NODE))) {
          node.readAll();
          second.region("item", TieredNode.tables(), TieredNode.codec());
          second.start();
          TieredNode.await(
              "the refusal",
              () ->
                  second.state().phase() == Phase.OFF
                      && second.state().reason().contains("is in use by"));
          assertEquals(ROWS, node.stored());
        }
        TieredNode.await("the slot", () -> second.state().phase() == Phase.FOLLOWING);
      }
    }
  }

  @Test
  void a_promoted_standby_is_another_server() throws InterruptedException {
    try (TestServer server = limited(TestServer.v18())) {
      TestDatabase database = server.newDatabase();
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        node.awaitStamped();
      }
      try (TestServer standby = server.startStandby()) {
        TestDatabase there =
            new TestDatabase(
                standby.host(),
                standby.port(),
                database.name(),
                database.user(),
                database.password());
        standby.execute("select pg_promote()");
        try (TieredNode node = node(there)) {
          assertEquals(0, node.stored());
          assertTrue(node.statistics().store().discarded() > 0);
          assertEquals(0, node.statistics().verified());
        }
      }
    }
  }

  /// It waits for a stream that is not confirmed up to its end, which the node ends when the server
  /// asks: also one that would not look for its server for an hour.
  @EveryPostgres
  void a_server_that_stops_is_not_held_up_and_the_next_run_goes_on(TestServer like)
      throws InterruptedException {
    try (TestServer server = limited(like)) {
      TestDatabase database = server.newDatabase();
      TieredNode.create(database);
      try (TieredNode node = new TieredNode(database, tier(directory, NODE), Duration.ofHours(1))) {
        storeAll(node, database);
        node.awaitStamped();
        database.execute("update item set v = 'second' where id < 10");
        long start = System.nanoTime();
        server.stop();
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertTrue(millis < 15_000, () -> millis + " ms to stop");
        server.restart();
        TieredNode.await("the rows", () -> node.stored() == ROWS - 10);
        node.compare("after the server's restart");
        awaitCheckpoint(database);
      }
      database.execute("update item set v = 'third' where id < 20");
      try (TieredNode node = node(database)) {
        isKeptUp(node, ROWS - 20);
      }
    }
  }

  /// Of so many rows in one transaction single keys are not kept: the table has changed as a whole.
  @EveryPostgres
  void a_large_transaction_meanwhile_empties_the_table(TestServer like)
      throws InterruptedException {
    try (TestServer server = limited(like);
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        storeAll(node, database);
      }
      database.execute(
          "begin",
          "update item set v = 'second' where id < 10",
          "insert into item select i, 'more' from generate_series(10000, 110100) i",
          "update item set v = 'third' where id between 10 and 19",
          "commit");
      try (TieredNode node = node(database)) {
        isKeptUp(node, 0);
        storeAll(node, database);
        assertEquals("third", node.text(10));
      }
      database.execute("update item set v = 'fourth' where id < 5");
      try (TieredNode node = node(database)) {
        isKeptUp(node, ROWS - 5);
      }
    }
  }

  /// The log of a quiet node is not kept.
  @Test
  void a_node_that_has_nothing_to_do_keeps_no_log() throws InterruptedException {
    try (TestServer server = limited(TestServer.v18());
        TestDatabase database = server.newDatabase();
        TestDatabase busy = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        assertNull(node.text(1));
        busy.execute("create table t as select i from generate_series(1, 10000) i");
        awaitCheckpoint(database);
        assertFalse(node.cache.state().phase() == Phase.OFF);
      }
    }
  }

  /// Its log is longer than it was when the node ended, and its slot is behind: only the anchor is
  /// not there.
  @EveryPostgres
  void a_server_that_was_put_back_to_a_copy_and_has_gone_on_is_told_from_itself(TestServer like)
      throws InterruptedException {
    try (TestServer server = limited(like)) {
      TestDatabase database = server.newDatabase();
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        storeAll(node, database);
      }
      server.save();
      database.execute("update item set v = 'lost' where id < 500");
      try (TieredNode node = node(database)) {
        node.readAll();
        node.awaitStamped(500);
      }
      String end = ask(database, "select pg_current_wal_insert_lsn()");
      server.putBack();
      // Transactions that get the ids of those that are lost, and one that is long enough.
      database.execute(
          "update item set v = 'another' where id < 100",
          "select pg_logical_emit_message(true, 'test', repeat('x', 2000000))");
      assertEquals("t", ask(database, "select pg_current_wal_insert_lsn() > '%s'".formatted(end)));
      try (TieredNode node = node(database)) {
        node.compare("after the server was put back");
        assertEquals(0, node.stored());
        assertEquals(0, node.statistics().verified(), "rows that were compared");
        storeAll(node, database);
      }
      try (TieredNode node = node(database)) {
        isKeptUp(node, ROWS);
      }
    }
  }

  @Test
  void a_server_that_is_put_back_to_a_copy_while_the_node_runs_is_told_from_itself()
      throws InterruptedException {
    try (TestServer server = limited(TestServer.v18())) {
      TestDatabase database = server.newDatabase();
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        storeAll(node, database);
        server.save();
        TieredNode.await("the rows", () -> node.stored() == ROWS);
        long verified = node.statistics().verified();
        database.execute("update item set v = 'lost' where id < 500");
        TieredNode.await("the change", () -> node.stored() == ROWS - 500);
        awaitCheckpoint(database);
        server.putBack();
        TieredNode.await("the end of all rows", () -> node.statistics().store().rows() == 0);
        node.compare("after the server was put back");
        assertEquals(verified, node.statistics().verified(), "rows that were compared");
      }
    }
  }

  @Test
  void what_a_run_without_the_slot_has_left_is_compared() throws InterruptedException {
    try (TestServer server = limited(TestServer.v18());
        TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        node.awaitStamped();
      }
      database.execute("update item set v = 'second' where id < 10");
      try (TieredNode node = new TieredNode(database, new TierSettings(directory, 4L << 20))) {
        isCompared(node, ROWS - 10);
        database.execute("update item set v = 'third' where id < 20");
        TieredNode.await("the change", () -> node.stored() == ROWS - 20);
      }
      try (TieredNode node = node(database)) {
        node.compare("with the slot again");
        assertTrue(node.statistics().verified() > 0);
      }
    }
  }
}
