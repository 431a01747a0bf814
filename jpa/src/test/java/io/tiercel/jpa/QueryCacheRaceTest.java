package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.SharedCache;
import io.tiercel.jpa.settings.UnitProperties;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.TypedQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Foreign writers, writers of this node and readers at once: when they have stopped and the stream
/// has come up, memory must answer what the tables have.
@NullUnmarked // entities before they are filled
@Timeout(180)
class QueryCacheRaceTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int GROUPS = 12;
  private static final int ROWS = 120;
  private static final int OWN = 1_000;

  /// Between the changes of others: where something changes all the time nothing is stored.
  private static final long PAUSE_NANOS = 3_000_000;

  @Entity(name = "Lot")
  @Cacheable
  @Table(name = "lot")
  static class Lot {
    @Id int id;

    @Column(unique = true)
    String code;

    int price;
    @ManyToOne Bin bin;
  }

  @Entity(name = "Bin")
  @Cacheable
  @Table(name = "bin")
  static class Bin {
    @Id int id;
    int mark;
  }

  /// A query by one number, and the same in SQL.
  private record Asked(String jpql, String sql, int limit) {}

  private static final List<Asked> QUERIES =
      List.of(
          new Asked(
              "select l.id from Lot l where l.bin.id = ?1 order by l.id",
              "select id from lot where bin_id = ?1 order by id",
              0),
          new Asked(
              "select l.id from Lot l where l.price >= ?1 * 10 and l.price < 1000 order by l.id",
              "select id from lot where price >= ?1 * 10 and price < 1000 order by id",
              0),
          new Asked(
              "select l.id from Lot l where l.price >= ?1 and l.bin.id in (1, 2) order by l.id",
              "select id from lot where price >= ?1 and bin_id in (1, 2) order by id",
              0),
          new Asked(
              "select l.id from Lot l join l.bin b where b.mark = ?1 order by l.id",
              "select l.id from lot l join bin b on b.id = l.bin_id where b.mark = ?1 order by"
                  + " l.id",
              0),
          new Asked(
              "select l.id from Lot l where l.bin.id = ?1 order by l.price, l.id",
              "select id from lot where bin_id = ?1 order by price, id limit 3",
              3),
          new Asked(
              "select cast(count(l) as integer) from Lot l where l.bin.id = ?1",
              "select count(*)::int from lot where bin_id = ?1",
              0),
          new Asked("code", "select id from lot where code = 'c' || ?1", 0));

  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger turn = new AtomicInteger();
  private final LongAdder own = new LongAdder();

  private interface Work {
    void once() throws SQLException;
  }

  @Test
  void no_result_is_wrong_for_good_and_none_lacks_what_its_session_has_written()
      throws SQLException, InterruptedException {
    var compared = new LongAdder();
    try (TestUnit unit = TestUnit.with(Map.of("tiercel.cache", "on"), Lot.class, Bin.class);
        Connection jdbc =
            DriverManager.getConnection(
                unit.factory().getProperties().get(UnitProperties.URL).toString())) {
      fill(unit);
      long deadline = System.nanoTime() + LIMIT.toNanos();
      for (int round = 0; round < 4 || !isEnough(compared); round++) {
        assertTrue(System.nanoTime() < deadline, "too little was tried: " + compared + ", " + own);
        race(unit);
        awaitStream(unit, jdbc);
        assertEquals(List.of(), failures);
        compare(unit, jdbc, compared);
      }
    }
    System.out.println(
        "%d results of memory compared, %d own writes".formatted(compared.sum(), own.sum()));
  }

  private boolean isEnough(LongAdder compared) {
    return compared.sum() > 80 && own.sum() > 20;
  }

  private static void fill(TestUnit unit) {
    unit.sql(
        "insert into bin select i, i %% %1$d from generate_series(0, %1$d) i".formatted(GROUPS),
        "insert into lot (id, code, price, bin_id) select i, 'c' || i, i, i %% %d from generate_series(1, %d) i"
            .formatted(GROUPS, ROWS));
  }

  private void race(TestUnit unit) throws InterruptedException {
    var stop = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    String url = unit.factory().getProperties().get(UnitProperties.URL).toString();
    for (int i = 0; i < 2; i++) {
      threads.add(
          start(
              stop,
              () -> {
                try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                  while (!stop.get()) {
                    statement.execute(change());
                    LockSupport.parkNanos(PAUSE_NANOS);
                  }
                }
              }));
      threads.add(start(stop, () -> read(unit)));
    }
    threads.add(start(stop, () -> write(unit)));
    Thread.sleep(700); // the length of a round, not a wait for something
    stop.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private Thread start(AtomicBoolean stop, Work work) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                while (!stop.get() && failures.isEmpty()) {
                  work.once();
                }
              } catch (SQLException | RuntimeException | AssertionError e) {
                failures.add(e);
              }
            });
  }

  /// What another program does; codes stay unique.
  private static String change() {
    var random = ThreadLocalRandom.current();
    int id = 1 + random.nextInt(ROWS);
    return switch (random.nextInt(6)) {
      case 0 -> "update lot set price = %d where id = %d".formatted(random.nextInt(150), id);
      case 1 -> "update lot set bin_id = %d where id = %d".formatted(random.nextInt(GROUPS), id);
      case 2 -> "delete from lot where id = %d".formatted(id);
      case 3 ->
          "insert into lot (id, code, price, bin_id) values (%d, 'c%d', %d, %d) on conflict do nothing"
              .formatted(id, id, random.nextInt(150), random.nextInt(GROUPS));
      case 4 -> "update lot set code = 'x%d' where id = %d".formatted(id, id);
      default ->
          "update bin set mark = %d where id = %d"
              .formatted(random.nextInt(GROUPS), random.nextInt(GROUPS));
    };
  }

  private static void read(TestUnit unit) {
    var random = ThreadLocalRandom.current();
    Asked asked = QUERIES.get(random.nextInt(QUERIES.size()));
    try (EntityManager manager = unit.factory().createEntityManager()) {
      List<Integer> unused = ask(manager, asked, random.nextInt(GROUPS));
    }
  }

  private static List<Integer> ask(EntityManager manager, Asked asked, int number) {
    if (asked.jpql().equals("code")) {
      return manager
          .createQuery("select l from Lot l where l.code = ?1", Lot.class)
          .setParameter(1, "c" + number)
          .getResultList()
          .stream()
          .map(lot -> lot.id)
          .toList();
    }
    TypedQuery<Integer> query =
        manager
            .createQuery(asked.jpql(), Integer.class)
            .setHint("tiercel.query.cache", true)
            .setParameter(1, number);
    return asked.limit() == 0
        ? query.getResultList()
        : query.setMaxResults(asked.limit()).getResultList();
  }

  /// Writes a row that nobody else writes, and reads it in every way.
  private void write(TestUnit unit) {
    int next = turn.incrementAndGet();
    int id = OWN + next % 4;
    int bin = ThreadLocalRandom.current().nextInt(GROUPS);
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      Lot lot = manager.find(Lot.class, id);
      if (lot == null) {
        lot = new Lot();
        lot.id = id;
        manager.persist(lot);
      }
      lot.code = "own" + next;
      lot.price = 2_000 + next;
      lot.bin = manager.getReference(Bin.class, bin);
      manager.getTransaction().commit();
      manager.clear();
      var byCode = manager.createQuery("select l from Lot l where l.code = ?1", Lot.class);
      assertEquals(2_000 + next, byCode.setParameter(1, "own" + next).getSingleResult().price);
      manager.clear();
      assertTrue(ask(manager, QUERIES.getFirst(), bin).contains(id), "lacks " + id);
    }
    try (EntityManager other = unit.factory().createEntityManager()) {
      assertTrue(ask(other, QUERIES.getFirst(), bin).contains(id), "another lacks " + id);
    }
    own.increment();
  }

  /// Until everything of before was applied.
  private static void awaitStream(TestUnit unit, Connection jdbc)
      throws SQLException, InterruptedException {
    SharedCache cache = unit.factory().getCache().unwrap(SharedCache.class);
    long position;
    try (Statement statement = jdbc.createStatement()) {
      statement.execute("select pg_logical_emit_message(true, 'marker', '')");
      try (ResultSet rows =
          statement.executeQuery("select (pg_current_wal_insert_lsn() - '0/0')::bigint")) {
        assertTrue(rows.next());
        position = rows.getLong(1);
      }
    }
    assertTrue(cache.coherence().session().awaitApplied(position, LIMIT.toNanos()), "the stream");
  }

  private static void compare(TestUnit unit, Connection jdbc, LongAdder compared)
      throws SQLException {
    for (Asked asked : QUERIES) {
      for (int number = 0; number < GROUPS; number++) {
        int of = number;
        List<Integer> ofMemory = new ArrayList<>();
        List<String> statements =
            unit.allStatements(
                () -> {
                  try (EntityManager manager = unit.factory().createEntityManager()) {
                    ofMemory.addAll(ask(manager, asked, of));
                  }
                });
        if (statements.isEmpty()) {
          compared.increment();
          assertEquals(ids(jdbc, asked.sql(), number), ofMemory, asked + " of " + number);
        }
      }
    }
  }

  private static List<Integer> ids(Connection jdbc, String sql, int number) throws SQLException {
    List<Integer> ids = new ArrayList<>();
    try (Statement statement = jdbc.createStatement();
        ResultSet rows = statement.executeQuery(sql.replace("?1", Integer.toString(number)))) {
      while (rows.next()) {
        ids.add(rows.getInt(1));
      }
    }
    return ids;
  }
}
