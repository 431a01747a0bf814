package io.tiercel.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.query.Dependency;
import io.tiercel.cache.query.Results;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;

/// Results of queries that are kept beside a real server, whose changes come on the stream.
@Timeout(120)
class StoredResultsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int GROUPS = 40;
  private static final int ROWS = 400;

  private record Ids(List<Integer> ids) implements CachedValue {
    @Override
    public int bytes() {
      return 16 * ids.size();
    }
  }

  private static ConnectionConfig config(TestDatabase database) {
    return ConnectionConfig.builder()
        .host(database.host(), database.port())
        .database(database.name())
        .user(database.user())
        .password(database.password())
        .build();
  }

  /// The cache of one table with the columns id, kind, price and note.
  private static final class Items implements AutoCloseable {
    final SharedCache cache;
    final RowRegion region;
    final Connection connection;

    Items(TestDatabase database) throws InterruptedException {
      cache = SharedCache.of(CacheSettings.of(config(database)));
      region =
          cache.region(
              "Item",
              List.of(
                  new CachedTable(
                      "", "item", List.of(new KeyColumn("id", Integer.class)), ids -> ids[0])));
      connection = Connection.open(config(database));
      assertTrue(cache.await(LIMIT), "it did not start in time");
    }

    Column column(String name) {
      return Objects.requireNonNull(table().column(name));
    }

    WatchedTable table() {
      return Objects.requireNonNull(region.watched("", "item"));
    }

    Results<Object, CachedValue> results() {
      return cache.results();
    }

    /// Stores the ids that a condition gives.
    boolean store(String condition, Predicate predicate, Connection by) {
      Dependency owed = Dependency.onRows(table(), predicate);
      results().prepare(List.of(owed));
      Fill fill = cache.coherence().beginFill();
      List<Integer> ids = ids(condition, by);
      List<Object> keys = ids.stream().map(region::rowKey).toList();
      return results().offer(condition, new Ids(ids), List.of(owed.with(keys)), fill, 0);
    }

    void storeSurely(String condition, Predicate predicate) {
      await(
          "storing " + condition,
          () -> isStored(condition) || store(condition, predicate, connection));
    }

    boolean isStored(String condition) {
      return results().entry(condition) != null;
    }

    /// Until everything of before was applied.
    void awaitStream() {
      connection.simpleQuery("select pg_logical_emit_message(true, 'marker', '')");
      long position =
          connection
              .queryList(
                  "select (pg_current_wal_insert_lsn() - '0/0')::bigint", row -> row.getLong(0))
              .getFirst();
      try {
        assertTrue(cache.coherence().session().awaitApplied(position, LIMIT.toNanos()));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      connection.close();
      cache.close();
    }
  }

  private static List<Integer> ids(String condition, Connection by) {
    return by.queryList(
        "select id from item where %s order by id".formatted(condition), row -> row.getInt(0));
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static void createItems(TestDatabase database) {
    database.execute(
        "create table item (id int primary key, kind text, price numeric(9,2), note text)",
        "insert into item select i, 'k' || mod(i, %d), i, repeat('x', 5000)".formatted(GROUPS)
            + " from generate_series(1, 400) i");
  }

  @EveryPostgres
  void a_result_goes_with_a_foreign_change_of_a_row_that_is_or_was_in_it(TestServer server)
      throws InterruptedException {
    try (TestDatabase database = server.newDatabase()) {
      createItems(database);
      try (Items items = new Items(database)) {
        Column kind = items.column("kind");
        Column price = items.column("price");
        items.storeSurely("kind = 'k1'", kind.equal("k1"));
        items.storeSurely("kind = 'k2'", kind.equal("k2"));
        items.storeSurely("kind = 'none'", kind.equal("none"));
        items.storeSurely("price > 398.5", price.above(new BigDecimal("398.50"), false));
        database.execute("update item set kind = 'k2' where id = 1");
        await("the change", () -> !items.isStored("kind = 'k1'") && !items.isStored("kind = 'k2'"));
        assertTrue(items.isStored("kind = 'none'") && items.isStored("price > 398.5"));
        database.execute("insert into item values (1000, 'none', 1.00)");
        await("the change", () -> !items.isStored("kind = 'none'"));
        assertTrue(items.isStored("price > 398.5"));
        database.execute("update item set price = 398.51 where id = 3");
        await("the change", () -> !items.isStored("price > 398.5"));
      }
    }
  }

  @EveryPostgres
  void a_large_value_that_did_not_change_is_not_sent_and_taken_for_anything(TestServer server)
      throws InterruptedException {
    try (TestDatabase database = server.newDatabase()) {
      createItems(database);
      database.execute(
          "alter table item alter note set storage external", "update item set note = note || ''");
      try (Items items = new Items(database)) {
        String note = "note = 'other'";
        items.storeSurely(note, items.column("note").equal("other"));
        database.execute("update item set kind = 'k2' where id = 1");
        await("the change", () -> !items.isStored(note));
      }
    }
  }

  @EveryPostgres
  void a_column_that_compares_otherwise_is_not_known_any_more(TestServer server)
      throws InterruptedException {
    try (TestDatabase database = server.newDatabase()) {
      createItems(database);
      try (Items items = new Items(database)) {
        String kind = "kind = 'none'";
        items.storeSurely(kind, items.column("kind").equal("none"));
        database.execute("insert into item values (1001, 'other')");
        items.awaitStream();
        assertTrue(items.isStored(kind));
        database.execute(
            "create collation loose (provider = icu, locale = 'und', deterministic = false)",
            "alter table item alter kind type text collate loose");
        var id = new AtomicInteger(2000);
        await(
            "the end of a result by a row that is not known",
            () -> {
              boolean isStored =
                  items.store(kind, items.column("kind").equal("none"), items.connection);
              database.execute("insert into item values (%d, 'b')".formatted(id.incrementAndGet()));
              items.awaitStream();
              return isStored && !items.isStored(kind);
            });
      }
    }
  }

  @EveryPostgres
  void a_truncated_table_ends_all(TestServer server) throws InterruptedException {
    try (TestDatabase database = server.newDatabase()) {
      createItems(database);
      try (Items items = new Items(database)) {
        items.storeSurely("kind = 'none'", items.column("kind").equal("none"));
        database.execute("truncate item");
        items.awaitStream();
        await("the truncation", () -> !items.isStored("kind = 'none'"));
      }
    }
  }

  /// Rounds of writers and readers; in between every stored result is what the query gives. On a
  /// busy machine few results outlive a round, so there are more rounds then.
  @EveryPostgres
  void nothing_is_wrong_for_good(TestServer server) throws InterruptedException {
    try (TestDatabase database = server.newDatabase()) {
      createItems(database);
      try (Items items = new Items(database)) {
        var compared = new LongAdder();
        var stored = new LongAdder();
        long start = System.nanoTime();
        for (int round = 0;
            round < 4 || (compared.sum() <= 5 && System.nanoTime() - start < LIMIT.toNanos());
            round++) {
          race(database, items, stored);
          items.awaitStream();
          for (int group = 0; group < GROUPS; group++) {
            compare(items, kind(group), compared);
            compare(items, price(group), compared);
          }
        }
        System.out.println(stored.sum() + " results stored, " + compared.sum() + " compared");
        assertTrue(stored.sum() > 50 && compared.sum() > 5, stored + ", " + compared);
      }
    }
  }

  private static String kind(int group) {
    return "kind = 'k%d'".formatted(group);
  }

  private static String price(int group) {
    return "price >= %d and price < %d".formatted(group * 10, group * 10 + 10);
  }

  private static void compare(Items items, String condition, LongAdder compared) {
    Entry<CachedValue> entry = items.results().entry(condition);
    if (entry != null) {
      compared.increment();
      assertEquals(new Ids(ids(condition, items.connection)), entry.value(), condition);
    }
  }

  private static void race(TestDatabase database, Items items, LongAdder stored)
      throws InterruptedException {
    var stop = new AtomicBoolean();
    var failures = new ArrayList<Throwable>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      threads.add(run(database, stop, failures, StoredResultsTest::write));
      threads.add(run(database, stop, failures, connection -> read(items, connection, stored)));
    }
    Thread.sleep(600); // the length of a round, not a wait for something
    stop.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), failures);
  }

  private interface Work {
    void once(Connection connection);
  }

  private static Thread run(
      TestDatabase database, AtomicBoolean stop, List<Throwable> failures, Work work) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try (Connection connection = Connection.open(config(database))) {
                while (!stop.get()) {
                  work.once(connection);
                }
              } catch (RuntimeException e) {
                synchronized (failures) {
                  failures.add(e);
                }
              }
            });
  }

  private static void write(Connection connection) {
    var random = ThreadLocalRandom.current();
    connection.simpleQuery(
        "update item set kind = 'k%d', price = %d where id = %d"
            .formatted(random.nextInt(GROUPS), random.nextInt(ROWS), 1 + random.nextInt(ROWS)));
  }

  private static void read(Items items, Connection connection, LongAdder stored) {
    int group = ThreadLocalRandom.current().nextInt(GROUPS);
    Column price = items.column("price");
    boolean isStored =
        items.store(kind(group), items.column("kind").equal("k" + group), connection);
    boolean isOtherStored =
        items.store(
            price(group),
            price.above(group * 10, true).and(price.below(group * 10 + 10, false)),
            connection);
    stored.add((isStored ? 1 : 0) + (isOtherStored ? 1 : 0));
  }

  /// Values that compare in ways of their own: the server says which rows satisfy a condition, and
  /// the cache must not be sure of anything else.
  @EveryPostgres
  void conditions_hold_for_the_rows_for_which_the_server_says_so(TestServer server)
      throws InterruptedException {
    List<String> floats = List.of("'NaN'", "'Infinity'", "'-Infinity'", "0", "'-0'", "1.5", "null");
    try (TestDatabase database = server.newDatabase()) {
      database.execute(
          "create table item (id int primary key, kind char(5), price float8, note text)");
      try (Items items = new Items(database)) {
        assertNotNull(items.table());
        Column price = items.column("price");
        for (double bound : new double[] {Double.NaN, 0.0, -0.0, 1.5, Double.NEGATIVE_INFINITY}) {
          String literal = "'%s'::float8".formatted(Double.isInfinite(bound) ? "-Infinity" : bound);
          agree(database, items, floats, "price = " + literal, price.equal(bound));
          agree(database, items, floats, "price >= " + literal, price.above(bound, true));
          agree(database, items, floats, "not price < " + literal, price.below(bound, false).not());
        }
      }
    }
  }

  /// A result ends with an insert exactly if the server puts the row into it.
  private static void agree(
      TestDatabase database,
      Items items,
      List<String> values,
      String condition,
      Predicate predicate)
      throws InterruptedException {
    for (String value : values) {
      database.execute("delete from item");
      items.storeSurely(condition, predicate);
      database.execute("insert into item values (7, 'a', %s, 'b')".formatted(value));
      items.awaitStream();
      boolean isIn = !ids(condition, items.connection).isEmpty();
      if (isIn) {
        assertFalse(items.isStored(condition), value + " and " + condition);
      } else {
        // What is suspended for a moment comes back.
        await(value + " and " + condition, () -> items.isStored(condition));
      }
    }
  }
}
