package io.tiercel.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.tier.TierSettings;
import io.tiercel.cache.tiered.RowCodec;
import io.tiercel.cache.tiered.TieredStatistics;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A node's cache with a tier on disk, on a real server: one run, and what the next one finds.
@Timeout(180)
class TieredCacheTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int HEAP_ROWS = 50;
  private static final int ROWS = 1_000;

  private final Path directory;

  TieredCacheTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private record Text(String text) implements CachedValue {
    @Override
    public int bytes() {
      return 800;
    }
  }

  /// Ids are numbers.
  private static final class Texts implements RowCodec<CachedValue> {
    @Override
    public String layout() {
      return "test 1";
    }

    @Override
    public byte @Nullable [] key(Object id) {
      return ByteBuffer.allocate(Long.BYTES).putLong((Long) id).array();
    }

    @Override
    public Object id(byte[] key) {
      return ByteBuffer.wrap(key).getLong();
    }

    @Override
    public Object[] columns(Object id) {
      return new Object[] {id};
    }

    @Override
    public byte @Nullable [] encode(CachedValue row) {
      return ((Text) row).text().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public CachedValue decode(byte[] bytes, int offset, int length) {
      return new Text(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }
  }

  /// A run of a node.
  private final class Node implements AutoCloseable {
    private final SharedCache cache;
    private final RowRegion region;
    private final Connection connection;

    Node(TestDatabase database) throws InterruptedException {
      ConnectionConfig config =
          ConnectionConfig.builder()
              .host(database.host(), database.port())
              .database(database.name())
              .user(database.user())
              .password(database.password())
              .build();
      cache =
          SharedCache.of(
              CacheSettings.of(config)
                  .withMaxBytes(HEAP_ROWS * 1_000L)
                  .withTier(new TierSettings(directory, 4L << 20)));
      region =
          cache.region(
              "item",
              List.of(
                  new CachedTable(
                      "", "item", List.of(new KeyColumn("id", Long.class)), values -> values[0])),
              new Texts());
      assertTrue(cache.await(LIMIT), "it did not start in time");
      TieredCacheTest.await("the tier", cache::isTierVerified);
      connection = Connection.open(config);
    }

    /// Reads a row as a session would.
    void read(long id) {
      Fill fill = cache.coherence().beginFill();
      connection.query(
          "select v from item where id = $1",
          row -> region.offer(id, new Text(String.valueOf(row.getString(0))), fill, 0),
          id);
    }

    void readAll() {
      await(
          "storing all",
          () -> {
            for (long id = 0; id < ROWS; id++) {
              if (text(id) == null) {
                read(id);
              }
            }
            return stored() == ROWS;
          });
    }

    @Nullable String text(long id) {
      return region.peek(id) instanceof Text(String text) ? text : null;
    }

    int stored() {
      int stored = 0;
      for (long id = 0; id < ROWS; id++) {
        stored += text(id) == null ? 0 : 1;
      }
      return stored;
    }

    TieredStatistics statistics() {
      TieredStatistics known = cache.tier();
      assertNotNull(known);
      return known;
    }

    void awaitStamped() {
      await("stamps", () -> statistics().stamped() >= ROWS);
    }

    /// What is stored is what the table has.
    void compare(String when) throws InterruptedException {
      long position =
          connection
              .queryList(
                  "select (pg_current_wal_insert_lsn() - '0/0')::bigint", row -> row.getLong(0))
              .getFirst();
      assertTrue(cache.coherence().session().awaitApplied(position, LIMIT.toNanos()));
      Map<Long, String> table = new HashMap<>();
      connection.query(
          "select id, v from item",
          row -> table.put(row.getLong(0), String.valueOf(row.getString(1))));
      for (long id = 0; id < ROWS; id++) {
        String text = text(id);
        assertTrue(
            text == null || text.equals(table.get(id)),
            "%s: row %d is %s, and %s is stored".formatted(when, id, table.get(id), text));
      }
    }

    @Override
    public void close() {
      connection.close();
      cache.close();
    }
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static void create(TestDatabase database) {
    database.execute(
        "create table item (id bigint primary key, v text not null)",
        "insert into item select i, 'first ' || i from generate_series(0, %d) i"
            .formatted(ROWS - 1));
  }

  @EveryPostgres
  void rows_that_the_heap_has_no_room_for_are_served_until_they_change(TestServer server)
      throws InterruptedException {
    try (TestDatabase database = server.newDatabase()) {
      create(database);
      try (Node node = new Node(database)) {
        node.readAll();
        assertTrue(node.cache.bytes() <= HEAP_ROWS * 1_000L);
        assertTrue(node.statistics().hits() >= ROWS - HEAP_ROWS, node.statistics()::toString);
        database.execute(
            "update item set v = 'second' where id % 10 = 0", "delete from item where id = 1");
        await("the changes", () -> node.text(990) == null && node.text(1) == null);
        assertEquals(ROWS - ROWS / 10 - 1, node.stored());
        node.region.evict(2L);
        assertNull(node.text(2));
        node.region.evictAll();
        assertEquals(0, node.stored());
        node.read(3);
        await("storing again", () -> stored(node, 3));
        database.execute("truncate item");
        await("the truncation", () -> node.stored() == 0);
      }
    }
  }

  private static boolean stored(Node node, long id) {
    node.read(id);
    return node.text(id) != null;
  }

  @EveryPostgres
  void the_next_run_serves_what_has_not_changed_and_nothing_else(TestServer server)
      throws InterruptedException {
    try (TestDatabase database = server.newDatabase()) {
      create(database);
      try (Node node = new Node(database)) {
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
      try (Node node = new Node(database)) {
        node.compare("after the restart");
        assertEquals(ROWS - 400, node.stored());
        assertEquals(ROWS - 400, node.statistics().verified());
        assertEquals(400, node.statistics().refuted());
        database.execute("update item set v = 'fourth' where id = 999");
        await("the change", () -> node.text(999) == null);
        assertEquals(ROWS - 401, node.stored());
      }
    }
  }

  @Test
  void what_was_stored_last_is_found_as_well() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      create(database);
      try (Node node = new Node(database)) {
        node.readAll();
      }
      try (Node node = new Node(database)) {
        assertEquals(ROWS, node.stored());
        node.compare("after the restart");
      }
    }
  }

  @Test
  void a_table_that_was_altered_begins_empty() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      create(database);
      try (Node node = new Node(database)) {
        node.readAll();
        node.awaitStamped();
      }
      database.execute("alter table item add column w int not null default 5");
      try (Node node = new Node(database)) {
        assertEquals(0, node.stored());
        node.readAll();
        node.awaitStamped();
      }
      try (Node node = new Node(database)) {
        assertEquals(ROWS, node.stored());
      }
    }
  }

  @Test
  void rows_of_another_database_are_not_taken() throws InterruptedException {
    try (TestDatabase one = TestServer.v18().newDatabase();
        TestDatabase other = TestServer.v18().newDatabase()) {
      create(one);
      create(other);
      try (Node node = new Node(one)) {
        node.readAll();
        node.awaitStamped();
      }
      try (Node node = new Node(other)) {
        assertEquals(0, node.stored());
        assertTrue(node.statistics().store().discarded() > 0);
      }
    }
  }

  @Test
  void the_tier_is_used_again_when_the_stream_was_lost() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      create(database);
      try (Node node = new Node(database)) {
        node.readAll();
        node.awaitStamped();
        var session = node.cache.coherence().session();
        database.execute(
            "select pg_terminate_backend(active_pid) from pg_replication_slots where database = '%s'"
                .formatted(database.name()),
            "update item set v = 'second' where id < 10");
        await("the loss", () -> node.cache.coherence().session() != session);
        await("the rows", () -> node.stored() == ROWS - 10);
        node.compare("after the loss");
      }
    }
  }

  /// Rounds of foreign writes beside reads through a heap that is far too small, with a restart
  /// after each; then all that is stored is compared.
  @Test
  void nothing_is_wrong_for_good() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      create(database);
      long stored = 0;
      for (int round = 0; round < 6; round++) {
        try (Node node = new Node(database)) {
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
