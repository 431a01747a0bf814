package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Product;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PessimisticLockException;
import jakarta.persistence.QueryTimeoutException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Timeout;
import jakarta.persistence.TypedQuery;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Limits on how long a statement may take and wait for locks: by hint, option and property.
@NullUnmarked // a null where none is expected fails the test by itself
class TimeLimitsTest {
  private static final String LOCK = "jakarta.persistence.lock.timeout";
  private static final String QUERY = "jakarta.persistence.query.timeout";
  private static Shop shop;

  @BeforeAll
  static void open() {
    shop = Shop.open();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void fill() {
    shop.factory().getSchemaManager().truncate();
    shop.inTransaction(
        manager -> {
          for (int i = 0; i < 3; i++) {
            manager.persist(new Product("p" + i, "Product", BigDecimal.ONE));
          }
        });
  }

  /// Runs work in a transaction while another one holds product p1.
  private static void whileLocked(Consumer<EntityManager> work) {
    shop.inTransaction(
        holder -> {
          assertNotNull(holder.find(Product.class, "p1", LockModeType.PESSIMISTIC_WRITE));
          try (EntityManager manager = shop.manager()) {
            manager.getTransaction().begin();
            try {
              work.accept(manager);
            } finally {
              manager.getTransaction().rollback();
            }
          }
        });
  }

  private static TypedQuery<Product> locking(EntityManager manager) {
    return manager
        .createQuery("from Product p order by p.code", Product.class)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE);
  }

  @Test
  void a_lock_is_not_waited_for_or_not_longer_than_said() {
    for (int millis : new int[] {0, 20}) {
      Map<String, Object> hints = Map.of(LOCK, millis);
      LockModeType mode = LockModeType.PESSIMISTIC_WRITE;
      refused(manager -> manager.find(Product.class, "p1", mode, hints));
      refused(manager -> manager.find(Product.class, "p1", mode, Timeout.ms(millis)));
      refused(manager -> manager.lock(manager.find(Product.class, "p1"), mode, hints));
      refused(manager -> manager.lock(manager.find(Product.class, "p1"), mode, Timeout.ms(millis)));
      refused(manager -> manager.refresh(manager.find(Product.class, "p1"), mode, hints));
      refused(manager -> locking(manager).setHint(LOCK, millis).getResultList());
      refused(
          manager -> {
            manager.setProperty(LOCK, millis);
            manager.find(Product.class, "p1", mode);
          });
    }
  }

  private static void refused(Consumer<EntityManager> work) {
    whileLocked(
        manager -> {
          LockTimeoutException refused =
              assertThrows(LockTimeoutException.class, () -> work.accept(manager));
          // Only the statement has failed (section 3.5.4): the transaction goes on.
          assertFalse(manager.getTransaction().getRollbackOnly(), refused::getMessage);
          assertNotNull(manager.find(Product.class, "p2", LockModeType.PESSIMISTIC_WRITE));
          manager.flush();
        });
  }

  @Test
  void locked_rows_are_left_out_if_the_hint_says_so() {
    whileLocked(
        manager -> {
          List<Product> free = locking(manager).setHint(LOCK, "-2").getResultList();
          assertEquals(List.of("p0", "p2"), free.stream().map(Product::getCode).toList());
          assertNull(
              manager.find(Product.class, "p1", LockModeType.PESSIMISTIC_WRITE, Map.of(LOCK, -2)));
        });
  }

  @Test
  void a_query_is_cancelled_when_its_time_is_over() {
    List<Consumer<EntityManager>> slow =
        List.of(
            manager ->
                manager
                    .createNativeQuery("select pg_sleep(60)::text")
                    .setHint(QUERY, 20)
                    .getSingleResult(),
            manager ->
                manager
                    .createNativeQuery("select pg_sleep(60)::text")
                    .setTimeout(20)
                    .getSingleResult(),
            manager -> {
              manager.setProperty(QUERY, "20");
              manager.createNativeQuery("select pg_sleep(60)::text").getSingleResult();
            },
            manager ->
                manager
                    .createNativeQuery(
                        "update product set name = 'x' where pg_sleep(60)::text = ''")
                    .setTimeout(20)
                    .executeUpdate());
    for (Consumer<EntityManager> query : slow) {
      try (EntityManager manager = shop.manager()) {
        manager.getTransaction().begin();
        manager.persist(new Product("early", "Written before", BigDecimal.ONE));
        manager.flush();
        assertThrows(QueryTimeoutException.class, () -> query.accept(manager));
        // Section 3.11.1: a query timeout does not mark the transaction.
        assertFalse(manager.getTransaction().getRollbackOnly());
        manager.setProperty(QUERY, null);
        manager.getTransaction().commit();
        manager.getTransaction().begin();
        manager.remove(manager.find(Product.class, "early"));
        manager.getTransaction().commit();
      }
    }
    try (EntityManager manager = shop.manager()) {
      assertThrows(QueryTimeoutException.class, () -> slow.getFirst().accept(manager));
    }
  }

  /// A statement that is new to its connection is parsed first, which waits for locks on tables.
  @Test
  void the_time_of_a_query_begins_before_it_is_parsed() {
    assertTimeoutPreemptively(Duration.ofMinutes(2), () -> whileTableIsLocked(queries(20)));
    shop.inTransaction(manager -> queries(60_000).forEach(query -> query.accept(manager)));
  }

  private static List<Consumer<EntityManager>> queries(int limit) {
    return List.of(
        manager ->
            manager
                .createNativeQuery("select count(*) from product where code <> 'new here'")
                .setTimeout(limit)
                .getSingleResult(),
        manager ->
            manager
                .createQuery("select p.name from Product p where p.code like 'new%'")
                .setHint(QUERY, limit)
                .getResultList(),
        manager ->
            manager
                .createQuery("update Product p set p.name = 'new' where p.code = 'new'")
                .setTimeout(limit)
                .executeUpdate());
  }

  private static void whileTableIsLocked(List<Consumer<EntityManager>> queries) {
    shop.inTransaction(
        holder -> {
          holder.createNativeQuery("lock table product in access exclusive mode").executeUpdate();
          queries.forEach(TimeLimitsTest::isCancelledButGoesOn);
          try (EntityManager manager = shop.manager()) {
            assertThrows(QueryTimeoutException.class, () -> queries.getFirst().accept(manager));
            assertEquals("0", setting(manager, "statement_timeout"));
          }
        });
  }

  private static void isCancelledButGoesOn(Consumer<EntityManager> query) {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      assertThrows(QueryTimeoutException.class, () -> query.accept(manager));
      assertFalse(manager.getTransaction().getRollbackOnly());
      assertEquals("0", setting(manager, "statement_timeout"));
      manager.getTransaction().commit();
    }
  }

  @Test
  void what_is_wrong_with_a_query_is_said_within_limits_too() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      PersistenceException wrong =
          assertThrows(
              PersistenceException.class,
              () ->
                  manager
                      .createNativeQuery("select nothing_like_it")
                      .setTimeout(30_000)
                      .getSingleResult());
      assertTrue(wrong.getMessage().contains("nothing_like_it"), wrong::getMessage);
      assertTrue(manager.getTransaction().getRollbackOnly());
      PersistenceException after =
          assertThrows(
              PersistenceException.class,
              () -> manager.createNativeQuery("select 4711").setTimeout(30_000).getSingleResult());
      assertTrue(after.getMessage().contains("aborted"), after::getMessage);
      manager.getTransaction().rollback();
    }
  }

  @Test
  void a_limit_of_the_connection_ends_the_transaction() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      manager.createNativeQuery("set local statement_timeout = 20").executeUpdate();
      PersistenceException failure =
          assertThrows(
              PersistenceException.class,
              () -> manager.createNativeQuery("select pg_sleep(60)::text").getSingleResult());
      // PostgreSQL has given up the transaction, so it is no QueryTimeoutException (section
      // 3.11.1).
      assertEquals(PersistenceException.class, failure.getClass());
      assertTrue(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();
      manager.getTransaction().begin();
      manager.createNativeQuery("set local lock_timeout = 20").executeUpdate();
      shop.inTransaction(
          holder -> {
            assertNotNull(holder.find(Product.class, "p1", LockModeType.PESSIMISTIC_WRITE));
            assertThrows(
                PessimisticLockException.class,
                () -> manager.find(Product.class, "p1", LockModeType.PESSIMISTIC_WRITE));
          });
      assertTrue(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();
    }
  }

  @Test
  void a_transaction_takes_no_longer_than_its_timeout() {
    try (EntityManager manager = shop.manager()) {
      try {
        takesNoLongerThanItsTimeout(manager);
      } finally {
        // Its locks would keep the tests behind it waiting.
        if (manager.getTransaction().isActive()) {
          manager.getTransaction().rollback();
        }
      }
    }
  }

  private static void takesNoLongerThanItsTimeout(EntityManager manager) {
    assertNull(manager.getTransaction().getTimeout());
    assertThrows(IllegalArgumentException.class, () -> manager.getTransaction().setTimeout(0));
    manager.getTransaction().setTimeout(2);
    assertEquals(2, manager.getTransaction().getTimeout());
    manager.getTransaction().begin();
    manager.persist(new Product("late", "Late", BigDecimal.ONE));
    manager.flush();
    PersistenceException cut =
        assertThrows(
            PersistenceException.class,
            () -> manager.createNativeQuery("select pg_sleep(60)::text").getSingleResult());
    assertTrue(cut.getMessage().contains("statement timeout"), cut::getMessage);
    assertTrue(manager.getTransaction().getRollbackOnly());
    PersistenceException over =
        assertThrows(PersistenceException.class, () -> manager.find(Product.class, "p1"));
    assertTrue(over.getMessage().contains("longer than its timeout"), over::getMessage);
    assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
    manager.getTransaction().setTimeout(null);
    manager.getTransaction().begin();
    assertNull(manager.find(Product.class, "late"));
    assertEquals("0", setting(manager, "statement_timeout"));
    manager.getTransaction().rollback();
  }

  @Test
  void what_was_set_before_is_put_back() {
    shop.inTransaction(
        manager -> {
          manager.createNativeQuery("set local statement_timeout = 45000").executeUpdate();
          manager.createNativeQuery("select 1").setTimeout(30_000).getSingleResult();
          locking(manager).setHint(LOCK, 25_000).getResultList();
          assertEquals("45s", setting(manager, "statement_timeout"));
          assertEquals("0", setting(manager, "lock_timeout"));
        });
    try (EntityManager manager = shop.manager()) {
      manager.createNativeQuery("select 1").setTimeout(30_000).getSingleResult();
      assertEquals("0", setting(manager, "statement_timeout"));
    }
  }

  private static Object setting(EntityManager manager, String name) {
    return manager
        .createNativeQuery("select current_setting(:name)")
        .setParameter("name", name)
        .getSingleResult();
  }

  @Test
  void a_limit_costs_no_round_trip() {
    Consumer<Integer> work =
        timeout ->
            shop.inTransaction(
                manager -> {
                  locking(manager).setHint(LOCK, timeout).setHint(QUERY, timeout).getResultList();
                });
    // Prepares the statements.
    work.accept(10_000);
    assertEquals(2, shop.cost(() -> work.accept(11_000)).roundTrips());
  }

  @Test
  void a_limit_that_is_no_number_of_milliseconds_is_refused() {
    try (EntityManager manager = shop.manager()) {
      TypedQuery<Product> query = manager.createQuery("from Product p", Product.class);
      for (Object wrong : new Object[] {"soon", -3, 1L << 40}) {
        IllegalArgumentException refused =
            assertThrows(IllegalArgumentException.class, () -> query.setHint(LOCK, wrong));
        assertTrue(refused.getMessage().contains("-2 leaves out"), refused::getMessage);
        assertThrows(IllegalArgumentException.class, () -> query.setHint(QUERY, wrong));
      }
      assertThrows(IllegalArgumentException.class, () -> query.setTimeout(-1));
      assertEquals(30, query.setHint(QUERY, "30").getTimeout());
      assertEquals(40, query.setTimeout(40).getTimeout());
    }
  }

  private static final String SLOW_SECOND_ROW =
      "select cast(pg_sleep(case when i = 2 then 30 else 0 end) as text) from generate_series(1, 3)"
          + " i";

  @Test
  void a_stream_is_cancelled_when_its_time_is_over() {
    shop.inTransaction(
        manager -> {
          isCancelledButGoesOn(manager, slow(manager).setHint(QUERY, 100));
          // What was set for it is put back.
          assertEquals("0", setting(manager, "statement_timeout"));
          var jpql = manager.createQuery("select p from Product p order by p.code", Product.class);
          try (var products = jpql.setHint(QUERY, 5_000).getResultStream()) {
            assertEquals(List.of("p0", "p1", "p2"), products.map(Product::getCode).toList());
          }
        });
  }

  @SuppressWarnings("unchecked") // the query has one column
  private static TypedQuery<String> slow(EntityManager manager) {
    return (TypedQuery<String>) manager.createNativeQuery(SLOW_SECOND_ROW, String.class);
  }

  private static void isCancelledButGoesOn(EntityManager manager, TypedQuery<?> query) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          try (var rows = query.getResultStream()) {
            assertThrows(QueryTimeoutException.class, rows::count);
          }
        });
    assertFalse(manager.getTransaction().getRollbackOnly());
    assertEquals(
        3L, manager.createQuery("select count(p) from Product p", Long.class).getSingleResult());
  }

  @Test
  void a_stream_outside_of_a_transaction_is_cancelled_too() {
    try (EntityManager manager = shop.manager()) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> {
            try (var rows = slow(manager).setHint(QUERY, 100).getResultStream()) {
              assertThrows(QueryTimeoutException.class, rows::count);
            }
          });
      try (var rows =
          manager
              .createQuery("from Product p", Product.class)
              .setHint(QUERY, 5_000)
              .getResultStream()) {
        assertEquals(3, rows.count());
      }
      assertEquals("0", setting(manager, "statement_timeout"));
    }
  }

  @Test
  void a_stream_does_not_wait_for_locks_if_it_is_not_to() {
    whileLocked(
        manager -> {
          var locked =
              manager
                  .createQuery("from Product p order by p.code", Product.class)
                  .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                  .setHint(LOCK, 0);
          try (var products = locked.getResultStream()) {
            assertThrows(PersistenceException.class, products::count);
          }
          assertFalse(manager.getTransaction().getRollbackOnly());
          try (var products = locked.setHint(LOCK, -2).getResultStream()) {
            assertEquals(2, products.count());
          }
        });
  }

  @Test
  void a_stream_takes_no_longer_than_its_transaction() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().setTimeout(1);
      manager.getTransaction().begin();
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> {
            try (var rows = slow(manager).getResultStream()) {
              assertThrows(PersistenceException.class, rows::count);
            }
          });
      assertTrue(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();
    }
  }

  @Test
  void a_statement_that_has_no_cursor_is_streamed_within_limits() {
    shop.inTransaction(
        manager -> {
          try (Stream<?> codes =
              manager
                  .createNativeQuery("update product set name = 'x' returning code", String.class)
                  .setHint(QUERY, 5_000)
                  .getResultStream()) {
            assertEquals(3, codes.count());
          }
        });
  }

  @Test
  void a_limited_stream_reads_every_chunk_and_leaves_no_cursor() {
    shop.inTransaction(
        manager -> {
          try (Stream<?> numbers =
              manager
                  .createNativeQuery("select i from generate_series(1, 300) i", Integer.class)
                  .setHint(QUERY, 5_000)
                  .getResultStream()) {
            assertEquals(300L * 301 / 2, numbers.mapToLong(number -> (Integer) number).sum());
          }
          assertEquals(
              0L,
              manager
                  .createNativeQuery(
                      "select count(*) from pg_cursors where name like 'tiercel%'", Long.class)
                  .getSingleResult());
        });
  }
}
