package io.tiercel.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.CacheState.Phase;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.EventualReads;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A node's cache on a real server: what it follows, and where it is off.
@Timeout(120)
class SharedCacheTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private record Text(String text) implements CachedValue {
    @Override
    public int bytes() {
      return 1_000;
    }
  }

  private static ConnectionConfig.Builder config(TestDatabase database) {
    return ConnectionConfig.builder()
        .host(database.host(), database.port())
        .database(database.name())
        .user(database.user())
        .password(database.password());
  }

  private static CachedTable table(String name, Class<?> idType, String... columns) {
    return new CachedTable(
        "",
        name,
        List.of(columns).stream().map(column -> new KeyColumn(column, idType)).toList(),
        values -> columns.length == 1 ? values[0] : List.of(values));
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static void store(SharedCache cache, RowRegion region, Object id) {
    await(
        "storing " + id,
        () -> {
          Fill fill = cache.coherence().beginFill();
          region.offer(id, new Text("stored"), fill, 0);
          return region.peek(id) != null;
        });
  }

  private static void follow(SharedCache cache) throws InterruptedException {
    assertTrue(cache.await(LIMIT), "it did not start in time");
    assertEquals(CacheState.of(Phase.FOLLOWING), cache.state());
  }

  @EveryPostgres
  void a_row_goes_when_any_of_its_tables_changes(TestServer server) throws InterruptedException {
    try (TestDatabase database = server.newDatabase();
        SharedCache cache = SharedCache.of(CacheSettings.of(config(database).build()))) {
      database.execute(
          "create table person (id bigint primary key, name text)",
          "create table employee (person_id bigint primary key references person, salary int)",
          "insert into person values (1, 'a'), (2, 'b'), (3, 'c')",
          "insert into employee values (1, 1), (2, 2)");
      RowRegion people =
          cache.region(
              "Person",
              List.of(
                  table("person", Long.class, "id"), table("employee", Long.class, "person_id")));
      follow(cache);
      store(cache, people, 1L);
      store(cache, people, 2L);
      store(cache, people, 3L);
      database.execute("update employee set salary = 3 where person_id = 2");
      await("the change", () -> people.peek(2L) == null);
      assertNotNull(people.peek(1L));
      database.execute("update person set name = 'd' where id = 1");
      await("the change", () -> people.peek(1L) == null);
      assertNotNull(people.peek(3L));
      database.execute("truncate employee");
      await("the truncation", () -> people.peek(3L) == null);
    }
  }

  @EveryPostgres
  void keys_are_read_as_the_database_compares_them(TestServer server) throws InterruptedException {
    try (TestDatabase database = server.newDatabase();
        SharedCache cache = SharedCache.of(CacheSettings.of(config(database).build()))) {
      database.execute(
          "create domain code as char(5)",
          "create table currency (filler text, code code primary key, name text)",
          "create table place (x int, note text, y int, primary key (y, x))",
          "insert into currency values (null, 'EUR', 'euro'), (null, 'CHF', 'franc')",
          "insert into place values (1, '', 2), (2, '', 1)");
      RowRegion currencies =
          cache.region("Currency", List.of(table("currency", String.class, "code")));
      RowRegion places = cache.region("Place", List.of(table("place", Integer.class, "x", "y")));
      follow(cache);
      store(cache, currencies, "EUR");
      store(cache, currencies, "CHF");
      store(cache, places, List.of(1, 2));
      store(cache, places, List.of(2, 1));
      database.execute(
          "update currency set name = 'Euro' where code = 'EUR'",
          "update place set note = 'n' where x = 1");
      await("both changes", () -> places.peek(List.of(1, 2)) == null);
      assertNull(currencies.peek("EUR"));
      assertNotNull(currencies.peek("CHF"));
      assertNotNull(places.peek(List.of(2, 1)));
    }
  }

  @Test
  void two_nodes_make_one_publication_and_each_sees_what_others_write()
      throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        SharedCache one = SharedCache.of(CacheSettings.of(config(database).build()));
        SharedCache two = SharedCache.of(CacheSettings.of(config(database).build()))) {
      database.execute(
          "create table a (id int primary key, v int)", "create table b (id int primary key)");
      RowRegion ofOne = one.region("A", List.of(table("a", Integer.class, "id")));
      RowRegion ofTwo = two.region("A", List.of(table("a", Integer.class, "id")));
      RowRegion more = two.region("B", List.of(table("b", Integer.class, "id")));
      one.start();
      two.start();
      follow(one);
      follow(two);
      store(one, ofOne, 1);
      store(two, ofTwo, 1);
      store(two, more, 1);
      database.execute("insert into a values (1, 1)", "insert into b values (1)");
      await("the change at one", () -> ofOne.peek(1) == null);
      await("the change at two", () -> more.peek(1) == null);
      assertNull(ofTwo.peek(1));
    }
  }

  @Test
  void tables_that_the_stream_does_not_have_are_not_cached() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        SharedCache cache = SharedCache.of(CacheSettings.of(config(database).build()))) {
      database.execute(
          "create table fit (id int primary key)",
          "create unlogged table unlogged (id int primary key)",
          "create table keyless (id int)",
          "create table secured (id int primary key)",
          "alter table secured enable row level security",
          "create view viewed as select * from fit");
      RowRegion fit = cache.region("fit", List.of(table("fit", Integer.class, "id")));
      List<RowRegion> unfit =
          List.of("unlogged", "keyless", "secured", "viewed", "missing").stream()
              .map(name -> cache.region(name, List.of(table(name, Integer.class, "id"))))
              .toList();
      follow(cache);
      store(cache, fit, 1);
      for (RowRegion region : unfit) {
        assertNotNull(region.unfit(), region.name());
        region.offer(1, new Text(""), cache.coherence().beginFill(), 0);
        assertNull(region.peek(1), region.name());
      }
    }
  }

  @Test
  void a_table_that_was_refused_is_cached_when_it_was_mended() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        SharedCache cache =
            SharedCache.of(
                CacheSettings.of(config(database).build())
                    .withProbePeriod(Duration.ofMillis(100)))) {
      database.execute(
          "create table fit (id int primary key)",
          "create unlogged table unlogged (id int primary key)",
          "create table keyless (id int not null)",
          "create table other (pk int primary key, id int not null unique)",
          "create table typed (id text primary key)");
      List<RowRegion> unfit =
          List.of("unlogged", "keyless", "other", "typed", "missing").stream()
              .map(name -> cache.region(name, List.of(table(name, Integer.class, "id"))))
              .toList();
      RowRegion fit = cache.region("fit", List.of(table("fit", Integer.class, "id")));
      follow(cache);
      store(cache, fit, 1);
      for (RowRegion region : unfit) {
        String reason = region.unfit();
        assertTrue(reason != null && reason.contains(region.name()), region + ": " + reason);
      }
      database.execute(
          "alter table unlogged set logged",
          "alter table keyless add primary key (id)",
          "alter table other replica identity using index other_id_key",
          "alter table typed alter id type int using id::int",
          "create table missing (id int primary key)");
      for (RowRegion region : unfit) {
        store(cache, region, 1);
        assertNull(region.unfit(), region.name());
      }
      for (RowRegion region : unfit) {
        String columns = region.name().equals("other") ? "(pk, id) values (7, 1)" : "values (1)";
        database.execute("insert into %s %s".formatted(region.name(), columns));
        await("the change of " + region, () -> region.peek(1) == null);
      }
    }
  }

  @EveryPostgres
  void without_a_stream_it_follows_the_journal_if_it_may(TestServer server)
      throws InterruptedException {
    try (TestServer own =
            server.startAnother(TestServerOptions.defaults().setting("wal_level", "replica"));
        TestDatabase database = own.newDatabase();
        SharedCache cache =
            SharedCache.of(CacheSettings.of(config(database).build()).withJournal())) {
      followsTheJournal(database, cache);
    }
  }

  @Test
  void a_role_that_may_not_replicate_follows_the_journal_if_it_may() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      String role = database.name() + "_plain";
      database.execute(
          "create role %s login password 'plain'".formatted(role),
          "grant create on database %s to %s".formatted(database.name(), role),
          "grant create on schema public to " + role);
      var own = new TestDatabase(database.host(), database.port(), database.name(), role, "plain");
      try (SharedCache cache =
          SharedCache.of(CacheSettings.of(config(own).build()).withJournal())) {
        followsTheJournal(own, cache);
      } finally {
        database.execute("drop owned by " + role, "drop role " + role);
      }
    }
  }

  private static void followsTheJournal(TestDatabase database, SharedCache cache)
      throws InterruptedException {
    database.execute("create table a (id int primary key, v int)", "insert into a values (1, 1)");
    RowRegion region = cache.region("A", List.of(table("a", Integer.class, "id")));
    follow(cache);
    store(cache, region, 1);
    store(cache, region, 2);
    database.execute("update a set v = 2");
    await("the change", () -> region.peek(1) == null);
    assertNotNull(region.peek(2));
  }

  @Test
  void a_role_that_may_not_replicate_is_told_the_mend() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      String role = database.name() + "_plain";
      database.execute(
          "create role %s login password 'plain'".formatted(role),
          "create table a (id int primary key)",
          "grant select on a to " + role);
      try (SharedCache cache =
          SharedCache.of(CacheSettings.of(config(database).user(role).password("plain").build()))) {
        RowRegion region = cache.region("A", List.of(table("a", Integer.class, "id")));
        assertTrue(cache.await(LIMIT));
        assertEquals(Phase.OFF, cache.state().phase());
        assertEquals("ALTER ROLE \"%s\" REPLICATION".formatted(role), cache.state().mend());
        region.offer(1, new Text(""), cache.coherence().beginFill(), 0);
        assertNull(region.peek(1));
      } finally {
        database.execute("drop owned by " + role, "drop role " + role);
      }
    }
  }

  @Test
  void a_server_without_logical_decoding_is_told_the_mend() throws InterruptedException {
    try (TestServer server =
            TestServer.start(TestServerOptions.defaults().setting("wal_level", "replica"));
        TestDatabase database = server.newDatabase();
        SharedCache cache = SharedCache.of(CacheSettings.of(config(database).build()))) {
      cache.region("A", List.of(table("a", Integer.class, "id")));
      assertTrue(cache.await(LIMIT));
      assertEquals(Phase.OFF, cache.state().phase());
      assertTrue(cache.state().mend().contains("wal_level = logical"), cache.state().mend());
    }
  }

  @Test
  void rows_of_another_database_than_the_followed_one_are_not_stored() throws InterruptedException {
    try (TestDatabase followed = TestServer.v18().newDatabase();
        TestDatabase read = TestServer.v18().newDatabase();
        Connection reader = Connection.open(config(read).build());
        SharedCache cache =
            SharedCache.of(
                CacheSettings.of(config(followed).build())
                    .withReaders(() -> DatabaseIdentity.of(reader)))) {
      RowRegion region = cache.region("A", List.of(table("a", Integer.class, "id")));
      assertTrue(cache.await(LIMIT));
      assertEquals(Phase.OFF, cache.state().phase());
      region.offer(1, new Text(""), cache.coherence().beginFill(), 0);
      assertNull(region.peek(1));
    }
  }

  @Test
  void it_waits_for_a_server_that_has_no_connection_left() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      String role = database.name() + "_late";
      database.execute(
          "create role %s login replication password 'late' connection limit 0".formatted(role),
          "grant create on database %s to %s".formatted(database.name(), role),
          "create table a (id int primary key)",
          "alter table a owner to " + role);
      var attempts = new AtomicInteger();
      CacheSettings settings =
          CacheSettings.at(
              () -> {
                attempts.incrementAndGet();
                return config(database).user(role).password("late").build();
              });
      try (SharedCache cache = SharedCache.of(settings)) {
        cache.region("A", List.of(table("a", Integer.class, "id")));
        cache.start();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (attempts.get() < 3) {
          assertTrue(System.nanoTime() < deadline, () -> "it gave up: " + cache.state());
          LockSupport.parkNanos(200_000);
        }
        database.execute("alter role %s connection limit -1".formatted(role));
        follow(cache);
      } finally {
        database.execute("drop owned by " + role, "drop role " + role);
      }
    }
  }

  @Test
  void it_keeps_to_its_bytes_and_counts() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        SharedCache cache =
            SharedCache.of(CacheSettings.of(config(database).build()).withMaxBytes(100 * 1_200L))) {
      database.execute("create table a (id int primary key)");
      RowRegion region = cache.region("A", List.of(table("a", Integer.class, "id")));
      follow(cache);
      for (int id = 0; id < 1_000; id++) {
        region.offer(id, new Text("x"), cache.coherence().beginFill(), 0);
      }
      assertTrue(cache.bytes() <= 100 * 1_200L, () -> cache.bytes() + " bytes");
      assertTrue(cache.bytes() >= 50 * 1_200L, () -> cache.bytes() + " bytes");
      region.evictAll();
      store(cache, region, 5);
      Entry<CachedValue> hit = region.hit(new EventualReads(), 5);
      assertNotNull(hit);
      assertNull(region.hit(new EventualReads(), 2_000));
      assertEquals(1, region.statistics().hits());
      assertEquals(1, region.statistics().misses());
      Fill old = cache.coherence().beginFill();
      region.evict(5);
      region.offer(5, new Text("old"), old, 0);
      assertNull(region.peek(5), "read before it was evicted");
      assertEquals(1, region.statistics().writtenHere());
    }
  }
}
