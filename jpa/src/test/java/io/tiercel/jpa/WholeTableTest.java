package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.QueryTimeoutException;
import jakarta.persistence.TypedQuery;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Queries that are answered by looking at the rows of an entity that is kept whole.
@NullUnmarked // entities before they are filled
@Timeout(120)
class WholeTableTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final int ROWS = 200;

  @Entity(name = "City")
  @Cacheable
  static class City {
    @Id int id;
    String name;

    @Column(columnDefinition = "text collate \"C\"")
    String code;

    Integer people;
    BigDecimal area;
    boolean capital;
    LocalDate founded;
    @ManyToOne Land land;
  }

  @Entity(name = "Land")
  @Cacheable
  static class Land {
    @Id int id;
    String name;
  }

  private static TestUnit open(TestServer server, Map<String, String> more) {
    Map<String, String> properties = new HashMap<>(more);
    properties.put("tiercel.cache", "on");
    properties.putIfAbsent("tiercel.cache.whole", "City");
    TestUnit unit = TestUnit.with(server, properties, City.class, Land.class);
    unit.sql(
        "insert into land select i, 'l' || i from generate_series(0, 5) i",
        """
        insert into city (id, name, code, people, area, capital, founded, land_id)
        select i, 'n' || i % 50, chr(97 + i % 7) || chr(65 + i % 5), nullif(i % 23, 7),
          (i % 11) / 4.0, i % 9 = 0, nullif(date '2000-01-01' + i % 17, date '2000-01-05'),
          nullif(i % 6, 5)
        from generate_series(1, 200) i
        """);
    return unit;
  }

  private static TestUnit open() {
    return open(TestServer.v18(), Map.of());
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static List<Integer> ids(EntityManager manager, String where, Object... arguments) {
    TypedQuery<City> query = manager.createQuery("select c from City c " + where, City.class);
    for (int i = 0; i < arguments.length; i++) {
      query.setParameter(i + 1, arguments[i]);
    }
    return ids(query);
  }

  private static List<Integer> ids(TypedQuery<City> query) {
    return query.getResultList().stream().map(city -> city.id).toList();
  }

  private static List<Integer> ids(TestUnit unit, String where, Object... arguments) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      return ids(manager, where, arguments);
    }
  }

  /// Until a query takes no statement.
  private static void warm(TestUnit unit) {
    await(
        "an answer from memory",
        () -> unit.allStatements(() -> ids(unit, "where c.people = 3")).isEmpty());
  }

  @EveryPostgres
  void all_queries_of_columns_are_answered_from_memory(TestServer server) {
    try (TestUnit unit = open(server, Map.of())) {
      warm(unit);
      List<String> sent =
          unit.allStatements(
              () -> {
                assertEquals(ROWS, ids(unit, "").size());
                assertEquals(List.of(49, 51), ids(unit, "where c.id in (49, 51) order by c.id"));
                assertEquals(
                    List.of(3, 2, 1), ids(unit, "where c.id < 4 order by c.capital, c.area desc"));
                assertEquals(
                    List.of(196, 190, 184),
                    ids(unit, "where c.land.id = ?1 order by c.id desc", 4).subList(0, 3));
                assertEquals(4, ids(unit, "where c.name = ?1", "n7").size());
                assertEquals(List.of(), ids(unit, "where c.name = ?1", "nowhere"));
              });
      assertEquals(List.of(), sent);
    }
  }

  @Test
  void instances_are_managed_and_keep_what_they_have() {
    try (TestUnit unit = open()) {
      warm(unit);
      try (EntityManager manager = unit.factory().createEntityManager()) {
        City found = manager.find(City.class, 8);
        List<City> cities =
            manager.createQuery("select c from City c where c.id <= 8", City.class).getResultList();
        assertEquals(8, cities.size());
        assertTrue(cities.stream().allMatch(manager::contains));
        assertTrue(cities.contains(found));
        assertSame(found, cities.stream().filter(city -> city.id == 8).findFirst().orElseThrow());
        assertEquals("l2", found.land.name);
      }
    }
  }

  /// Conditions, orders and pages drawn at random, each compared with the database's answer.
  @EveryPostgres
  void memory_and_database_agree(TestServer server) {
    var random = new Random(4711);
    int fromMemory = 0;
    try (TestUnit unit = open(server, Map.of())) {
      warm(unit);
      for (int i = 0; i < 400; i++) {
        String jpql =
            "select c from City c where %s order by %s, c.id"
                .formatted(condition(random, 3), order(random));
        int first = random.nextInt(4) == 0 ? random.nextInt(30) : 0;
        int max = random.nextInt(3) == 0 ? random.nextInt(40) : ROWS;
        List<List<Integer>> answers = new ArrayList<>();
        List<String> sent =
            unit.allStatements(
                () -> {
                  try (EntityManager manager = unit.factory().createEntityManager()) {
                    answers.add(ids(page(manager, jpql, first, max)));
                  }
                });
        fromMemory += sent.isEmpty() ? 1 : 0;
        try (EntityManager manager = unit.factory().createEntityManager()) {
          TypedQuery<City> query = page(manager, jpql, first, max);
          query.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
          answers.add(ids(query));
        }
        assertEquals(answers.get(1), answers.get(0), jpql + ", " + first + ", " + max);
      }
    }
    assertTrue(fromMemory > 200, "from memory: " + fromMemory);
  }

  private static TypedQuery<City> page(EntityManager manager, String jpql, int first, int max) {
    TypedQuery<City> query = manager.createQuery(jpql, City.class).setFirstResult(first);
    return max == ROWS ? query : query.setMaxResults(max);
  }

  private static String condition(Random random, int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      String left = condition(random, depth - 1);
      return switch (random.nextInt(3)) {
        case 0 -> "(%s and %s)".formatted(left, condition(random, depth - 1));
        case 1 -> "(%s or %s)".formatted(left, condition(random, depth - 1));
        default -> "not (%s)".formatted(left);
      };
    }
    String operator = List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
    return switch (random.nextInt(9)) {
      case 0 -> "c.people %s %d".formatted(operator, random.nextInt(23));
      case 1 ->
          "c.area %s %s"
              .formatted(operator, new BigDecimal(random.nextInt(11)).scaleByPowerOfTen(-1));
      case 2 -> "c.name %s 'n%d'".formatted(random.nextBoolean() ? "=" : "<>", random.nextInt(50));
      case 3 ->
          "c.code %s '%c%c'".formatted(operator, 'a' + random.nextInt(7), 'A' + random.nextInt(5));
      case 4 -> "c.capital = " + random.nextBoolean();
      case 5 -> "c.founded %s {d '2000-01-%02d'}".formatted(operator, 1 + random.nextInt(17));
      case 6 -> "c.land.id in (%d, %d)".formatted(random.nextInt(6), random.nextInt(6));
      case 7 -> List.of("c.people", "c.founded", "c.land").get(random.nextInt(3)) + " is null";
      default -> "c.people between %d and %d".formatted(random.nextInt(12), 8 + random.nextInt(12));
    };
  }

  private static String order(Random random) {
    String by =
        List.of("c.people", "c.code", "c.area", "c.founded", "c.capital").get(random.nextInt(5));
    return by + List.of("", " desc", " nulls first", " desc nulls last").get(random.nextInt(4));
  }

  @Test
  void what_only_the_server_can_tell_is_left_to_it() {
    try (TestUnit unit = open()) {
      warm(unit);
      List<String> questions =
          List.of(
              "where c.name like 'n1%'",
              "where c.people = 3 or c.name like 'n1%'",
              "where c.people = 3 and c.name like 'n%'",
              "where c.people = length(c.name)",
              "where c.name < 'n3'",
              "order by c.name",
              "where c.land.name = 'l3'");
      for (String question : questions) {
        List<String> sent = unit.allStatements(() -> ids(unit, question));
        assertEquals(1, sent.size(), question);
      }
      assertEquals(ROWS, ids(unit, "order by c.name").size());
      // What the rest of the condition decides needs no server.
      assertEquals(
          List.of(),
          unit.allStatements(
              () -> assertEquals(List.of(), ids(unit, "where c.id < 0 and c.name like 'n1%'"))));
    }
  }

  @EveryPostgres
  void what_others_write_is_seen(TestServer server) {
    try (TestUnit unit = open(server, Map.of())) {
      warm(unit);
      unit.sql("insert into city (id, name, people, capital) values (1000, 'new', 3, false)");
      await("the insert", () -> ids(unit, "where c.people = 3").contains(1000));
      unit.sql("update city set people = 4 where id = 1000");
      await("the update", () -> !ids(unit, "where c.people = 3").contains(1000));
      await("the new value", () -> ids(unit, "where c.people = 4").contains(1000));
      unit.sql("update city set id = 1001 where id = 1000");
      await("the other id", () -> ids(unit, "where c.people = 4").contains(1001));
      unit.sql("delete from city where id = 1001");
      await("the deletion", () -> !ids(unit, "where c.people = 4").contains(1001));
      unit.sql("truncate city");
      await("the truncation", () -> ids(unit, "").isEmpty());
    }
  }

  @Test
  void a_row_that_has_changed_is_read_by_its_id() {
    try (TestUnit unit = open()) {
      warm(unit);
      unit.sql("update city set people = 500 where id in (10, 20)");
      List<String> sent = new ArrayList<>();
      await(
          "the update",
          () -> {
            List<Integer>[] found = newArray();
            sent.addAll(unit.allStatements(() -> found[0] = ids(unit, "where c.people = 500")));
            return found[0].size() == 2;
          });
      // Where the stream has moved on in between, a position is asked for as well.
      sent.removeIf(sql -> !sql.contains(" from "));
      assertTrue(
          !sent.isEmpty() && sent.stream().allMatch(sql -> sql.contains("any(")), () -> "" + sent);
      warm(unit);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Integer>[] newArray() {
    return (List<Integer>[]) new List<?>[1];
  }

  @Test
  void a_transaction_sees_what_it_and_its_session_have_written() {
    try (TestUnit unit = open();
        EntityManager manager = unit.factory().createEntityManager()) {
      warm(unit);
      for (int i = 0; i < 50; i++) {
        int id = 2_000 + i;
        manager.getTransaction().begin();
        City city = new City();
        city.id = id;
        city.people = 77;
        manager.persist(city);
        assertTrue(ids(manager, "where c.people = 77").contains(id));
        manager.getTransaction().commit();
        manager.clear();
        assertTrue(ids(manager, "where c.people = 77").contains(id));
        manager.getTransaction().begin();
        manager.find(City.class, id).people = 78;
        manager.getTransaction().commit();
        manager.clear();
        assertTrue(!ids(manager, "where c.people = 77").contains(id));
        assertTrue(ids(manager, "where c.people = 78").contains(id));
        assertTrue(ids(unit, "where c.people = 78").contains(id), "another manager of the node");
      }
    }
  }

  @Test
  void strong_reads_show_what_was_committed_before() {
    try (TestUnit unit = open(TestServer.v18(), Map.of("tiercel.cache.level", "strong"))) {
      for (int i = 0; i < 100; i++) {
        int people = 1_000 + i;
        unit.sql("update city set people = %d where id = %d".formatted(people, 1 + i % ROWS));
        assertEquals(List.of(1 + i % ROWS), ids(unit, "where c.people = ?1", people));
      }
    }
  }

  /// Inserts that never end must not turn each query into one that reads the table.
  @Test
  void the_table_is_not_read_for_each_insert() {
    try (TestUnit unit = open()) {
      unit.sql(
          "insert into city (id, capital) select i, false from generate_series(10000, 19999) i");
      warm(unit);
      int whole = 0;
      int queries = 150;
      for (int i = 0; i < queries; i++) {
        int people = 20_000 + i;
        unit.sql(
            "insert into city (id, people, capital) values (%1$d, %1$d, false)".formatted(people));
        List<String> sent = new ArrayList<>();
        await(
            "the insert",
            () -> {
              List<Integer>[] found = newArray();
              sent.addAll(
                  unit.allStatements(() -> found[0] = ids(unit, "where c.people = ?1", people)));
              return !found[0].isEmpty();
            });
        whole += (int) sent.stream().filter(sql -> !sql.contains(" where ")).count();
      }
      assertTrue(whole >= 1 && whole <= 6, whole + " times in " + queries + " queries");
    }
  }

  @Test
  void what_has_no_room_is_left_to_the_database() {
    List<String> lines = new ArrayList<>();
    Logger logger = Logger.getLogger("io.tiercel.jpa");
    Handler handler = OtherProvidersTest.handler(lines);
    logger.addHandler(handler);
    try (TestUnit unit = open(TestServer.v18(), Map.of("tiercel.cache.bytes", "20k"))) {
      await(
          "the refusal",
          () -> {
            assertEquals(ROWS, ids(unit, "").size());
            return lines.stream().anyMatch(line -> line.contains("City is not kept whole"));
          });
      int told = lines.size();
      assertEquals(9, ids(unit, "where c.people = 3").size());
      assertEquals(told, lines.size());
    } finally {
      logger.removeHandler(handler);
    }
  }

  @Test
  void a_name_of_no_entity_is_refused() {
    PersistenceException failure =
        assertThrows(
            PersistenceException.class,
            () -> open(TestServer.v18(), Map.of("tiercel.cache.whole", "Land, Town")));
    assertTrue(
        failure
            .getMessage()
            .contains("tiercel.cache.whole: the persistence unit has no entity Town"),
        failure.getMessage());
  }

  /// Writers here and elsewhere, and readers; when they have stopped, memory answers what the table
  /// has.
  @Test
  void nothing_is_wrong_for_good() throws InterruptedException {
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    try (TestUnit unit = open()) {
      warm(unit);
      for (int round = 0; round < 4; round++) {
        var stop = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        threads.add(start(stop, failures, random -> unit.sql(change(random))));
        threads.add(start(stop, failures, random -> write(unit, random)));
        for (int i = 0; i < 2; i++) {
          threads.add(
              start(
                  stop, failures, random -> ids(unit, "where c.people = ?1", random.nextInt(23))));
        }
        long end = System.nanoTime() + 600_000_000L; // the length of a round
        await("the end of the round", () -> System.nanoTime() > end);
        stop.set(true);
        for (Thread thread : threads) {
          thread.join();
        }
        assertEquals(List.of(), failures);
        unit.sql("insert into land values (%d, 'marker')".formatted(100 + round));
        int marker = 100 + round;
        await(
            "the marker",
            () -> {
              try (EntityManager manager = unit.factory().createEntityManager()) {
                return manager.find(Land.class, marker, Map.of("tiercel.cache.level", "strong"))
                    != null;
              }
            });
        compare(unit);
      }
    }
  }

  private static Thread start(AtomicBoolean stop, List<Throwable> failures, Consumer<Random> once) {
    return Thread.ofPlatform()
        .start(
            () -> {
              var random = new Random();
              try {
                while (!stop.get() && failures.isEmpty()) {
                  once.accept(random);
                }
              } catch (RuntimeException | AssertionError e) {
                failures.add(e);
              }
            });
  }

  /// Reading the table, or rows of it, is what the query does: it may take as long.
  @Test
  void the_timeout_of_a_query_holds_for_what_it_reads_of_the_table() {
    try (TestUnit unit = open()) {
      warm(unit);
      unit.sql("update city set people = 4 where id = 1");
      await("the change", () -> !unit.factory().getCache().contains(City.class, 1));
      unit.whileSql(
          "lock table city in access exclusive mode",
          () -> {
            try (EntityManager manager = unit.factory().createEntityManager()) {
              TypedQuery<City> query =
                  manager
                      .createQuery("select c from City c where c.people = 4", City.class)
                      .setTimeout(200);
              assertThrows(QueryTimeoutException.class, query::getResultList);
            }
          });
      assertTrue(ids(unit, "where c.people = 4").contains(1));
    }
  }

  private static String change(Random random) {
    int id = 1 + random.nextInt(ROWS);
    return switch (random.nextInt(8)) {
      case 0 -> "delete from city where id = " + id;
      case 1 ->
          "insert into city (id, people, capital) values (%d, %d, false) on conflict do nothing"
              .formatted(id, random.nextInt(23));
      default -> "update city set people = %d where id = %d".formatted(random.nextInt(23), id);
    };
  }

  private static void write(TestUnit unit, Random random) {
    int id = 5_000 + random.nextInt(3);
    int people = random.nextInt(23);
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      @Nullable City city = manager.find(City.class, id);
      if (city == null) {
        city = new City();
        city.id = id;
        manager.persist(city);
      } else if (random.nextInt(6) == 0) {
        manager.remove(city);
      }
      city.people = people;
      boolean stays = manager.contains(city);
      manager.getTransaction().commit();
      manager.clear();
      assertEquals(stays, ids(manager, "where c.people = ?1", people).contains(id));
    }
  }

  private static void compare(TestUnit unit) {
    for (int people = 0; people < 23; people++) {
      int asked = people;
      try (EntityManager manager = unit.factory().createEntityManager()) {
        List<Integer> memory =
            ids(
                manager
                    .createQuery(
                        "select c from City c where c.people = ?1 order by c.id", City.class)
                    .setParameter(1, asked)
                    .setHint("tiercel.cache.level", "eventual"));
        manager.clear();
        TypedQuery<City> query =
            manager
                .createQuery("select c from City c where c.people = ?1 order by c.id", City.class)
                .setParameter(1, asked);
        query.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
        assertEquals(ids(query), memory);
      }
    }
  }
}
