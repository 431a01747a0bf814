package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.QueryHint;
import jakarta.persistence.Table;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Results of queries in the shared cache: answered without the database, ended by whoever changes
/// a row that is or was in them.
@NullUnmarked // entities before they are filled
@Timeout(120)
class QueryCacheTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final String HINT = "tiercel.query.cache";

  enum Status {
    OPEN,
    SENT,
    PAID
  }

  @Entity(name = "Sale")
  @Cacheable
  @Table(name = "sale")
  @NamedQuery(
      name = "open",
      query = "select s from Sale s where s.status = OPEN order by s.id",
      hints = @QueryHint(name = "org.hibernate.cacheable", value = "true"))
  static class Sale {
    @Id int id;
    Status status;
    BigDecimal price;

    @ManyToOne(fetch = FetchType.LAZY)
    Buyer buyer;

    @Version int version;
  }

  @Entity(name = "Buyer")
  @Cacheable
  @Table(name = "buyer")
  static class Buyer {
    @Id int id;
    String name;
    String city;
  }

  @Entity(name = "Asset")
  @Cacheable
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Asset {
    @Id int id;
    String place;
  }

  @Entity(name = "Machine")
  static class Machine extends Asset {
    int power;
  }

  @Entity(name = "Uncached")
  @Table(name = "uncached")
  static class Uncached {
    @Id int id;
  }

  private static TestUnit open(TestServer server) {
    return open(server, Map.of());
  }

  private static TestUnit open(TestServer server, Map<String, String> more) {
    Map<String, String> properties = new HashMap<>(more);
    properties.put("tiercel.cache", "on");
    TestUnit unit =
        TestUnit.with(
            server,
            properties,
            Sale.class,
            Buyer.class,
            Asset.class,
            Machine.class,
            Uncached.class);
    unit.sql(
        "insert into buyer select i, 'b' || i, 'c' || i % 3 from generate_series(1, 10) i",
        "insert into sale (id, status, price, buyer_id, version)"
            + " select i, i % 3, i * 10, 1 + i % 10, 0 from generate_series(1, 60) i");
    return unit;
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static <T> T read(TestUnit unit, Function<EntityManager, T> work) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      return work.apply(manager);
    }
  }

  /// The result of a query with the hint, as text: entities by their ids.
  private static String list(TestUnit unit, String jpql, Object... arguments) {
    return read(unit, manager -> text(query(manager, jpql, arguments).getResultList()));
  }

  private static TypedQuery<Object> query(EntityManager manager, String jpql, Object... arguments) {
    TypedQuery<Object> query = manager.createQuery(jpql, Object.class).setHint(HINT, true);
    for (int i = 0; i < arguments.length; i++) {
      query.setParameter(i + 1, arguments[i]);
    }
    return query;
  }

  private static String text(List<?> result) {
    return result.stream().map(QueryCacheTest::text).toList().toString();
  }

  private static String text(Object element) {
    return switch (element) {
      case Object[] items -> Arrays.stream(items).map(QueryCacheTest::text).toList().toString();
      case Sale sale -> sale.id + ":" + sale.status + ":" + sale.price.stripTrailingZeros();
      case Buyer buyer -> buyer.id + ":" + buyer.name;
      case null, default -> String.valueOf(element);
    };
  }

  /// Runs it until it takes no statement.
  private static void warm(TestUnit unit, Runnable work) {
    await("an answer from memory", () -> unit.allStatements(work).isEmpty());
  }

  private static void warm(TestUnit unit, String jpql, Object... arguments) {
    warm(unit, () -> list(unit, jpql, arguments));
  }

  private static boolean isHit(TestUnit unit, String jpql, Object... arguments) {
    return unit.allStatements(() -> list(unit, jpql, arguments)).isEmpty();
  }

  private static void awaitResult(
      TestUnit unit, String expected, String jpql, Object... arguments) {
    await(
        "the result " + expected + " of " + jpql,
        () -> list(unit, jpql, arguments).equals(expected));
  }

  private static final String OF_BUYER =
      "select s from Sale s where s.buyer.id = ?1 and s.status = ?2 order by s.id";

  @EveryPostgres
  void a_result_is_answered_from_memory_until_a_row_comes_or_goes(TestServer server) {
    try (TestUnit unit = open(server)) {
      String expected = list(unit, OF_BUYER, 4, Status.SENT);
      assertEquals("[13:SENT:1.3E+2, 43:SENT:4.3E+2]", expected);
      warm(unit, OF_BUYER, 4, Status.SENT);
      warm(unit, OF_BUYER, 5, Status.SENT);
      assertEquals(expected, list(unit, OF_BUYER, 4, Status.SENT));
      unit.sql("update sale set price = 1 where id = 13");
      awaitResult(unit, "[13:SENT:1, 43:SENT:4.3E+2]", OF_BUYER, 4, Status.SENT);
      assertTrue(isHit(unit, OF_BUYER, 5, Status.SENT), "not touched");
      warm(unit, OF_BUYER, 4, Status.SENT);
      unit.sql("update sale set status = 2 where id = 43");
      awaitResult(unit, "[13:SENT:1]", OF_BUYER, 4, Status.SENT);
      warm(unit, OF_BUYER, 4, Status.SENT);
      unit.sql("insert into sale (id, buyer_id, price, status, version) values (70, 4, 7, 1, 0)");
      awaitResult(unit, "[13:SENT:1, 70:SENT:7]", OF_BUYER, 4, Status.SENT);
      warm(unit, OF_BUYER, 4, Status.SENT);
      unit.sql("delete from sale where id = 13");
      awaitResult(unit, "[70:SENT:7]", OF_BUYER, 4, Status.SENT);
      assertTrue(isHit(unit, OF_BUYER, 5, Status.SENT), "never touched");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select s from Sale s where s.status = OPEN and s.price between 100 and 200 order by s.id",
        "select s from Sale s where s.id in (1, 2, 3, 77) order by s.id",
        "select s.id, s.price from Sale s where s.price > 550 order by s.id",
        "select s, b from Sale s join s.buyer b where b.city = 'c1' and s.status = PAID order by"
            + " s.id",
        "select b.name, s.id from Sale s join s.buyer b where b.id = 3 order by s.id",
        "select s from Sale s join fetch s.buyer where s.price <= 30 order by s.id",
        "select s from Sale s left join fetch s.buyer where s.price <= 30 order by s.id",
        "select count(s), sum(s.price) from Sale s where s.status = OPEN",
        "select s.status, count(s) from Sale s group by s.status order by s.status",
        "select distinct b.city from Sale s join s.buyer b where s.price < 100 order by b.city",
        "select b from Buyer b where exists (select 1 from Sale s where s.buyer = b and s.price >"
            + " 555) order by b.id",
        "select s from Sale s where s.buyer is null or not (s.price < 580) order by s.id",
        "select s from Sale s order by s.price desc limit 3",
        "select s.id from Sale s where s.status = SENT union select b.id from Buyer b where b.city"
            + " = 'c0'",
        "select upper(b.name) from Buyer b where lower(b.name) like 'b1%' order by b.id",
      })
  void what_others_write_is_seen_in_results_of_every_kind(String jpql) {
    try (TestUnit unit = open(TestServer.v18())) {
      int round = 0;
      for (String change :
          List.of(
              "update sale set price = price + 1 where id in (12, 1, 58)",
              "insert into sale (id, buyer_id, price, status, version)"
                  + " values (77, 3, 190, 0, 0), (78, 4, 9, 2, 0), (79, 1, 590, 1, 0)",
              "update sale set status = (status + 1) % 3 where id between 10 and 20",
              "update sale set buyer_id = 4 where id in (2, 3, 57)",
              "update sale set buyer_id = null where id = 60",
              "update buyer set name = name || 'x', city = 'c1' where id in (1, 2, 3)",
              "delete from sale where id in (2, 12, 59, 78)")) {
        warm(unit, jpql);
        unit.sql(change);
        String expected = fresh(unit, jpql);
        awaitResult(unit, expected, jpql);
        warm(unit, jpql);
        assertEquals(expected, list(unit, jpql), "round " + round++);
      }
    }
  }

  @Test
  void results_of_entities_in_several_tables_end_with_a_change_of_any() {
    String jpql = "select m.power from Machine m where m.place = 'here' order by m.id";
    try (TestUnit unit = open(TestServer.v18())) {
      unit.sql(
          "insert into asset (id, place) values (1, 'here'), (2, 'there'), (3, 'here')",
          "insert into machine (id, power) values (1, 10), (2, 20)");
      warm(unit, jpql);
      assertEquals("[10]", list(unit, jpql));
      unit.sql("update machine set power = 11 where id = 1");
      awaitResult(unit, "[11]", jpql);
      warm(unit, jpql);
      unit.sql("update asset set place = 'here' where id = 2");
      awaitResult(unit, "[11, 20]", jpql);
      warm(unit, jpql);
      unit.inTransaction(manager -> manager.remove(manager.find(Machine.class, 1)));
      assertEquals("[20]", list(unit, jpql));
    }
  }

  @Test
  void many_rows_of_one_transaction_end_what_they_may_belong_to() {
    try (TestUnit unit = open(TestServer.v18())) {
      String cheap = "select count(s) from Sale s where s.price < 0";
      String ofBuyer = "select s.id from Sale s where s.buyer.id = 4 order by s.id";
      for (int i = 0; i < 5; i++) {
        int from = 1_000 + 100 * i;
        warm(unit, cheap);
        warm(unit, ofBuyer);
        unit.inTransaction(
            manager -> {
              for (int j = 0; j < 100; j++) {
                Sale sale = new Sale();
                sale.id = from + j;
                sale.price = BigDecimal.ONE.negate();
                sale.buyer = manager.getReference(Buyer.class, 1 + j % 10);
                manager.persist(sale);
              }
            });
        assertEquals("[" + 100 * (i + 1) + "]", list(unit, cheap));
        assertTrue(list(unit, ofBuyer).contains(", " + (from + 3) + ","));
      }
    }
  }

  /// The result as the database has it.
  private static String fresh(TestUnit unit, String jpql) {
    return read(
        unit,
        manager ->
            text(
                query(manager, jpql)
                    .setCacheRetrieveMode(CacheRetrieveMode.BYPASS)
                    .getResultList()));
  }

  @EveryPostgres
  void what_this_node_has_committed_is_seen_at_once(TestServer server) {
    try (TestUnit unit = open(server)) {
      for (int i = 0; i < 30; i++) {
        int id = 100 + i;
        warm(unit, OF_BUYER, 4, Status.SENT);
        unit.inTransaction(
            manager -> {
              Sale sale = new Sale();
              sale.id = id;
              sale.status = Status.SENT;
              sale.price = BigDecimal.TEN;
              sale.buyer = manager.getReference(Buyer.class, 4);
              manager.persist(sale);
              assertTrue(
                  text(query(manager, OF_BUYER, 4, Status.SENT).getResultList())
                      .contains(id + ":SENT"),
                  "in the transaction");
              assertFalse(list(unit, OF_BUYER, 4, Status.SENT).contains(id + ":"), "for others");
            });
        assertTrue(list(unit, OF_BUYER, 4, Status.SENT).contains(id + ":SENT"), "after commit");
        warm(unit, OF_BUYER, 4, Status.SENT);
        unit.inTransaction(manager -> manager.find(Sale.class, id).status = Status.PAID);
        assertFalse(list(unit, OF_BUYER, 4, Status.SENT).contains(id + ":"), "after update");
        warm(unit, OF_BUYER, 4, Status.PAID);
        unit.inTransaction(manager -> manager.remove(manager.find(Sale.class, id)));
        assertFalse(list(unit, OF_BUYER, 4, Status.PAID).contains(id + ":"), "after deletion");
      }
    }
  }

  @Test
  void bulk_statements_are_seen_by_whoever_comes_next() {
    try (TestUnit unit = open(TestServer.v18())) {
      for (int i = 1; i < 20; i++) {
        warm(unit, OF_BUYER, 4, Status.SENT);
        String price = Integer.toString(i);
        unit.inTransaction(
            manager ->
                manager
                    .createQuery("update Sale s set s.price = :price where s.buyer.id = 4")
                    .setParameter("price", new BigDecimal(price))
                    .executeUpdate());
        assertEquals(
            "[13:SENT:%1$s, 43:SENT:%1$s]".formatted(new BigDecimal(price).stripTrailingZeros()),
            list(unit, OF_BUYER, 4, Status.SENT));
      }
    }
  }

  @Test
  void a_page_is_left_alone_by_what_comes_behind_it() {
    String page = "select s from Sale s where s.status = OPEN order by s.price";
    try (TestUnit unit = open(TestServer.v18())) {
      Runnable read =
          () -> read(unit, manager -> query(manager, page).setMaxResults(3).getResultList());
      warm(unit, read);
      unit.sql("insert into sale (id, price, status, version) values (200, 95, 0, 0)");
      unit.sql("insert into buyer values (200, 'marker', 'c9')");
      awaitResult(unit, "[200:marker]", "select b from Buyer b where b.city = 'c9'");
      assertEquals(List.of(), unit.allStatements(read), "behind the page");
      unit.sql("insert into sale (id, price, status, version) values (201, 31, 0, 0)");
      await("the new row", () -> !unit.allStatements(read).isEmpty());
      assertEquals(
          "[3:OPEN:3E+1, 201:OPEN:31, 6:OPEN:6E+1]",
          read(unit, manager -> text(query(manager, page).setMaxResults(3).getResultList())));
    }
  }

  @Test
  void hints_of_named_queries_and_of_others_ask_for_it_and_the_unit_may() {
    try (TestUnit unit = open(TestServer.v18())) {
      warm(unit, () -> read(unit, manager -> manager.createNamedQuery("open").getResultList()));
      warm(
          unit,
          () ->
              read(
                  unit,
                  manager ->
                      manager
                          .createQuery("select b.name from Buyer b", String.class)
                          .setHint("eclipselink.query-results-cache", "True")
                          .getResultList()));
      assertThrows(
          IllegalArgumentException.class,
          () -> read(unit, manager -> manager.createNamedQuery("open").setHint(HINT, "perhaps")));
    }
    try (TestUnit unit = open(TestServer.v18(), Map.of(HINT, "true"))) {
      String jpql = "select b.name from Buyer b where b.id < 3";
      warm(
          unit,
          () -> read(unit, manager -> manager.createQuery(jpql, String.class).getResultList()));
      assertEquals(
          1,
          unit.statements(
                  () ->
                      read(
                          unit,
                          manager ->
                              manager
                                  .createQuery(jpql, String.class)
                                  .setHint(HINT, false)
                                  .getResultList()))
              .size(),
          "not this one");
    }
  }

  @Test
  void arguments_and_pages_are_part_of_the_key() {
    String jpql = "select b.name from Buyer b where b.id in ?1 order by b.id";
    try (TestUnit unit = open(TestServer.v18())) {
      warm(unit, jpql, List.of(1, 2));
      warm(unit, jpql, List.of(2, 3));
      assertEquals("[b1, b2]", list(unit, jpql, List.of(1, 2)));
      assertEquals("[b2, b3]", list(unit, jpql, List.of(2, 3)));
      String all = "select b.name from Buyer b order by b.id";
      for (int first = 0; first < 3; first++) {
        int from = first;
        Function<EntityManager, List<Object>> page =
            manager -> query(manager, all).setFirstResult(from).setMaxResults(2).getResultList();
        warm(unit, () -> read(unit, page));
        assertEquals(List.of("b" + (from + 1), "b" + (from + 2)), read(unit, page));
      }
    }
  }

  @Test
  void the_same_rows_may_be_asked_for_in_several_shapes() {
    String jpql = "select b from Buyer b where b.city = 'c0' order by b.id";
    try (TestUnit unit = open(TestServer.v18())) {
      warm(unit, jpql);
      Function<EntityManager, String> tuples =
          manager ->
              text(
                  manager
                      .createQuery(jpql, Tuple.class)
                      .setHint(HINT, true)
                      .getResultList()
                      .stream()
                      .map(tuple -> tuple.get(0))
                      .toList());
      assertEquals("[3:b3, 6:b6, 9:b9]", read(unit, tuples));
      warm(unit, () -> read(unit, tuples));
      assertEquals("[3:b3, 6:b6, 9:b9]", read(unit, tuples));
      assertEquals("[3:b3, 6:b6, 9:b9]", list(unit, jpql));
    }
  }

  @Test
  void managed_instances_keep_what_the_unit_of_work_did_to_them() {
    String jpql = "select s from Sale s where s.id = 7 and s.price > 0";
    try (TestUnit unit = open(TestServer.v18());
        EntityManager manager = unit.factory().createEntityManager()) {
      warm(unit, jpql);
      Sale sale = (Sale) query(manager, jpql).getSingleResult();
      sale.price = BigDecimal.ONE;
      assertSame(sale, query(manager, jpql).getSingleResult());
      assertEquals(BigDecimal.ONE, sale.price);
      manager.getTransaction().begin();
      manager.getTransaction().commit();
      assertEquals("[7:SENT:1]", list(unit, jpql));
    }
  }

  @Test
  void what_memory_cannot_answer_rightly_goes_to_the_database() {
    try (TestUnit unit = open(TestServer.v18())) {
      for (String jpql :
          List.of(
              "select b.name from Buyer b where local time is not null",
              "select function('random') from Buyer b",
              "select b.name, u.id from Buyer b, Uncached u",
              "select u from Uncached u")) {
        for (int i = 0; i < 3; i++) {
          assertFalse(isHit(unit, jpql), jpql);
        }
      }
      String jpql = "select b.name from Buyer b where b.id < 3";
      warm(unit, jpql);
      try (EntityManager manager = unit.factory().createEntityManager()) {
        manager.getTransaction().begin();
        assertEquals(
            0, unit.statements(() -> query(manager, jpql).getResultList()).size(), "before");
        manager.find(Buyer.class, 9).name = "other";
        assertEquals(
            0,
            unit.statements(
                    () -> query(manager, jpql).setFlushMode(FlushModeType.COMMIT).getResultList())
                .size(),
            "not flushed");
        assertFalse(
            unit.statements(() -> query(manager, jpql).getResultList()).isEmpty(), "flushed");
        assertFalse(
            unit.statements(() -> query(manager, jpql).getResultList()).isEmpty(), "written");
        manager.getTransaction().rollback();
        manager.getTransaction().begin();
        manager
            .createNativeQuery("select set_config('search_path', 'pg_temp', true)")
            .getResultList();
        assertThrows(
            RuntimeException.class,
            () -> query(manager, jpql).getResultList(),
            "SQL of the application may have set anything");
        manager.getTransaction().rollback();
      }
      try (EntityManager manager =
          unit.factory()
              .createEntityManager(Map.of("tiercel.transaction.isolation", "repeatable read"))) {
        manager.getTransaction().begin();
        assertFalse(unit.statements(() -> query(manager, jpql).getResultList()).isEmpty());
        manager.getTransaction().commit();
      }
      try (EntityManager manager = unit.factory().createEntityManager()) {
        manager.getTransaction().begin();
        String sales = "select s from Sale s where s.id = 7 and s.price > 0";
        warm(unit, sales);
        TypedQuery<Object> locked =
            query(manager, sales).setLockMode(LockModeType.PESSIMISTIC_WRITE);
        assertFalse(unit.statements(locked::getResultList).isEmpty());
        manager.getTransaction().commit();
      }
    }
  }

  @Test
  void a_strong_read_sees_what_psql_has_committed() {
    try (TestUnit unit = open(TestServer.v18(), Map.of("tiercel.cache.level", "strong"))) {
      for (int i = 1; i < 50; i++) {
        list(unit, OF_BUYER, 4, Status.SENT);
        unit.sql("update sale set price = %d where id = 13".formatted(i));
        assertEquals(
            "[13:SENT:%s, 43:SENT:4.3E+2]".formatted(new BigDecimal(i).stripTrailingZeros()),
            list(unit, OF_BUYER, 4, Status.SENT));
      }
    }
  }
}
