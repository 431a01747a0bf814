package io.tiercel.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Suspension;
import io.tiercel.cache.tier.TierSettings;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A node's cache with a tier on disk, on a real server: one run, and what the next one finds.
@Timeout(180)
class TieredCacheTest {
  private static final int HEAP_ROWS = TieredNode.HEAP_ROWS;
  private static final int ROWS = TieredNode.ROWS;

  private final Path directory;

  TieredCacheTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private TieredNode node(TestDatabase database) throws InterruptedException {
    return new TieredNode(database, new TierSettings(directory, 4L << 20));
  }

  @EveryPostgres
  void rows_that_the_heap_has_no_room_for_are_served_until_they_change(TestServer server)
      throws InterruptedException {
    try (TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        assertTrue(node.cache.bytes() <= HEAP_ROWS * 1_000L);
        assertTrue(node.statistics().hits() >= ROWS - HEAP_ROWS, node.statistics()::toString);
        database.execute(
            "update item set v = 'second' where id % 10 = 0", "delete from item where id = 1");
        TieredNode.await("the changes", () -> node.text(990) == null && node.text(1) == null);
        assertEquals(ROWS - ROWS / 10 - 1, node.stored());
        node.region.evict(2L);
        assertNull(node.text(2));
        node.region.evictAll();
        assertEquals(0, node.stored());
        node.read(3);
        TieredNode.await("storing again", () -> stored(node, 3));
        database.execute("truncate item");
        TieredNode.await("the truncation", () -> node.stored() == 0);
      }
    }
  }

  private static boolean stored(TieredNode node, long id) {
    node.read(id);
    return node.text(id) != null;
  }

  @EveryPostgres
  void the_next_run_serves_what_has_not_changed_and_nothing_else(TestServer server)
      throws InterruptedException {
    try (TestDatabase database = server.newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        node.awaitStamped();
      }
      database.execute(
          "update item set v = 'second' where id < 100",
          "update item set v = v where id between 100 and 199",
          "delete from item where id between 200 and 299",
          "begin",
          "delete from item where id between 300 and 399",
          "insert into item select i, 'third' from generate_series(300, 399) i",
          "commit");
      database.execute("vacuum freeze item");
      try (TieredNode node = node(database)) {
        node.compare("after the restart");
        assertEquals(ROWS - 400, node.stored());
        assertEquals(ROWS - 400, node.statistics().verified());
        assertEquals(400, node.statistics().refuted());
        database.execute("update item set v = 'fourth' where id = 999");
        TieredNode.await("the change", () -> node.text(999) == null);
        assertEquals(ROWS - 401, node.stored());
      }
    }
  }

  @Test
  void what_was_stored_last_is_found_as_well() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
      }
      try (TieredNode node = node(database)) {
        assertEquals(ROWS, node.stored());
        node.compare("after the restart");
      }
    }
  }

  /// Whether a row is right cannot be told while definitions are looked up: later it can.
  @Test
  void rows_that_were_held_up_when_they_were_to_be_stamped_are_stamped_later()
      throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        // Some may be stamped already.
        node.region.region().suspend(Suspension.CHECK);
        LockSupport.parkNanos(600_000_000);
        node.region.region().resume(Suspension.CHECK);
        node.awaitStamped();
      }
    }
  }

  @Test
  void a_table_that_was_altered_begins_empty() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        node.awaitStamped();
      }
      database.execute("alter table item add column w int not null default 5");
      try (TieredNode node = node(database)) {
        assertEquals(0, node.stored());
        node.readAll();
        node.awaitStamped();
      }
      try (TieredNode node = node(database)) {
        assertEquals(ROWS, node.stored());
      }
    }
  }

  @Test
  void rows_of_another_database_are_not_taken() throws InterruptedException {
    try (TestDatabase one = TestServer.v18().newDatabase();
        TestDatabase other = TestServer.v18().newDatabase()) {
      TieredNode.create(one);
      TieredNode.create(other);
      try (TieredNode node = node(one)) {
        node.readAll();
        node.awaitStamped();
      }
      try (TieredNode node = node(other)) {
        assertEquals(0, node.stored());
        assertTrue(node.statistics().store().discarded() > 0);
      }
    }
  }

  @Test
  void the_tier_is_used_again_when_the_stream_was_lost() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      TieredNode.create(database);
      try (TieredNode node = node(database)) {
        node.readAll();
        node.awaitStamped();
        var session = node.cache.coherence().session();
        database.execute(
            "select pg_terminate_backend(active_pid) from pg_replication_slots where database = '%s'"
                .formatted(database.name()),
            "update item set v = 'second' where id < 10");
        TieredNode.await("the loss", () -> node.cache.coherence().session() != session);
        TieredNode.await("the rows", () -> node.stored() == ROWS - 10);
        node.compare("after the loss");
      }
    }
  }

  /// Rounds of foreign writes beside reads through a heap that is far too small, with a restart
  /// after each; then all that is stored is compared.
  @Test
  void nothing_is_wrong_for_good() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      TieredNode.create(database);
      long stored = 0;
      for (int round = 0; round < 6; round++) {
        try (TieredNode node = node(database)) {
          node.compare("restart " + round);
          stored += node.stored();
          var stop = new AtomicBoolean();
          var writers = new ArrayList<CompletableFuture<Void>>();
          for (int i = 0; i < 2; i++) {
            writers.add(start(() -> write(database, stop)));
          }
          var random = new Random();
          for (int i = 0; i < 6_000; i++) {
            long id = random.nextInt(ROWS);
            if (node.text(id) == null) {
              node.read(id);
            }
          }
          stop.set(true);
          writers.forEach(CompletableFuture::join);
          node.compare("round " + round);
        }
        write(database, 50);
      }
      assertTrue(stored > ROWS, stored + " rows were found by later runs");
    }
  }

  private static CompletableFuture<Void> start(Runnable action) {
    return CompletableFuture.runAsync(action, task -> new Thread(task).start());
  }

  private static void write(TestDatabase database, AtomicBoolean stop) {
    while (!stop.get()) {
      write(database, 10);
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
}
