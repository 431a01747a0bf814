package io.tiercel.cache.follow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.TableName;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.replication.Lsn;
import io.tiercel.wire.replication.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What other sessions do to rows that are stored, on a real server.
@Timeout(120)
class FollowerTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String UNREADABLE = "unreadable";

  private final Coherence coherence = new Coherence();
  private final Region<String, String> items =
      new Region<>(coherence, "item", new ConcurrentHashMap<>());
  private final Region<String, String> notes =
      new Region<>(coherence, "note", new ConcurrentHashMap<>());

  private static ConnectionConfig config(TestDatabase database) {
    return ConnectionConfig.builder()
        .host(database.host(), database.port())
        .database(database.name())
        .user(database.user())
        .password(database.password())
        .build();
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private Follower follow(TestDatabase database) {
    database.execute(
        "create table item (id text primary key, name text)",
        "create table note (id text primary key, name text)",
        "create table other (id text primary key, name text)",
        "create publication tiercel for table item, note");
    Follower follower =
        Follower.start(
            FollowerSettings.of(config(database), "tiercel"),
            coherence,
            List.of(table("item", items), table("note", notes)));
    awaitReady();
    return follower;
  }

  private static FollowedTable<String> table(String name, Region<String, String> region) {
    return new FollowedTable<>("public", name, region, (relation, row) -> key(row));
  }

  private static String key(Tuple row) {
    String key = Objects.requireNonNull(row.text(0));
    if (key.equals(UNREADABLE)) {
      throw new IllegalStateException("made to fail");
    }
    return key;
  }

  private void awaitReady() {
    await("the stream", () -> coherence.session().settled() >= 0);
  }

  /// Stores rows as a reader does; they are there afterwards.
  private void store(Region<String, String> region, String... keys) {
    for (String key : keys) {
      await(
          "storing " + key,
          () -> {
            Fill fill = coherence.beginFill();
            return region.get(key) != null || region.offer(key, "stored", fill, 0);
          });
    }
  }

  private void committed(TestDatabase database, String... statements) throws InterruptedException {
    database.execute(statements);
    // The stream moves on to a position of our own database only.
    database.execute("insert into note values ('marker ' || gen_random_uuid(), null)");
    try (Connection connection = Connection.open(config(database))) {
      String position =
          connection.simpleQuery("select pg_current_wal_flush_lsn()").getFirst().getFirst();
      StreamSession session = coherence.session();
      assertTrue(
          session.awaitApplied(
              Lsn.parse(Objects.requireNonNull(position)).value(), LIMIT.toNanos()));
    }
  }

  @EveryPostgres
  void rows_that_others_write_go_and_no_others(TestServer server) throws InterruptedException {
    try (TestDatabase database = server.newDatabase();
        Follower follower = follow(database)) {
      assertTrue(follower.toString().contains("tiercel"));
      committed(database, "insert into item values ('a', '1'), ('b', '1'), ('c', '1'), ('d', '1')");
      store(items, "a", "b", "c", "d", "e");
      store(notes, "a");
      committed(
          database,
          "update item set name = '2' where id = 'a'",
          "delete from item where id = 'b'",
          "update item set id = 'e' where id = 'c'",
          "insert into other values ('a', '1')");
      assertNull(items.get("a"));
      assertNull(items.get("b"));
      assertNull(items.get("c"), "the former key");
      assertNull(items.get("e"), "the new key, which was not there before");
      assertEquals("stored", items.get("d"));
      assertEquals("stored", notes.get("a"));
    }
  }

  @EveryPostgres
  void a_transaction_that_is_rolled_back_takes_nothing_along(TestServer server)
      throws InterruptedException {
    try (TestDatabase database = server.newDatabase();
        Follower _ = follow(database)) {
      committed(database, "insert into item values ('a', '1'), ('b', '1')");
      store(items, "a", "b");
      committed(
          database,
          "do $$ begin update item set name = '2' where id = 'a'; raise exception 'no';"
              + " exception when others then update item set name = '3' where id = 'b'; end $$");
      assertEquals("stored", items.get("a"));
      assertNull(items.get("b"));
    }
  }

  @EveryPostgres
  void truncate_takes_the_table(TestServer server) throws InterruptedException {
    try (TestDatabase database = server.newDatabase();
        Follower _ = follow(database)) {
      committed(database, "insert into item values ('a', '1')");
      store(items, "a", "b");
      store(notes, "a");
      committed(database, "truncate item");
      assertNull(items.get("a"));
      assertNull(items.get("b"));
      assertEquals("stored", notes.get("a"));
    }
  }

  @Test
  void a_lost_stream_is_followed_anew_and_nothing_of_before_is_a_hit() throws InterruptedException {
    try (TestServer server = TestServer.start(TestServerOptions.defaults());
        TestDatabase database = server.newDatabase();
        Follower _ = follow(database)) {
      committed(database, "insert into item values ('a', '1')");
      store(items, "a");
      server.kill();
      await("the loss", () -> coherence.session().settled() < 0);
      assertNull(items.get("a"));
      server.restart();
      awaitReady();
      assertNull(items.get("a"));
      store(items, "a");
      committed(database, "update item set name = '2' where id = 'a'");
      assertNull(items.get("a"));
    }
  }

  @Test
  void a_walsender_that_is_terminated_is_replaced() throws InterruptedException {
    try (TestServer server = TestServer.start(TestServerOptions.defaults());
        TestDatabase database = server.newDatabase();
        Follower _ = follow(database)) {
      StreamSession first = coherence.session();
      store(items, "a");
      database.execute("select pg_terminate_backend(active_pid) from pg_replication_slots");
      await("another stream", () -> coherence.session() != first);
      awaitReady();
      store(items, "b");
      committed(database, "insert into item values ('b', '1')");
      assertNull(items.get("b"));
    }
  }

  @Test
  void a_table_with_a_key_that_cannot_be_read_is_named_and_not_used_until_it_is_altered()
      throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        Follower follower = follow(database)) {
      store(items, "a");
      store(notes, "a");
      StreamSession first = coherence.session();
      committed(database, "insert into item values ('%s', '1')".formatted(UNREADABLE));
      assertNull(items.get("a"));
      await("the use of the other table", () -> notes.get("a") != null);
      assertTrue(items.isSuspended());
      Obstacle obstacle =
          Objects.requireNonNull(follower.obstacle(new TableName("public", "item")));
      assertEquals("a key of table \"public.item\" cannot be read: made to fail", obstacle.cause());
      committed(database, "update item set name = '2'", "alter table item add extra int");
      store(items, "b");
      assertEquals("stored", notes.get("a"));
      committed(database, "insert into item values ('b', '1')");
      assertNull(items.get("b"));
      assertEquals(first, coherence.session());
    }
  }
}
