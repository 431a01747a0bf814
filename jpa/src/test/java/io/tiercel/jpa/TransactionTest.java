package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.Tag;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.TransactionRequiredException;
import java.math.BigDecimal;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@NullUnmarked // a null where none is expected fails the test by itself
class TransactionTest {
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
        manager -> manager.persist(new Product("p", "Pump", new BigDecimal("1.00"))));
  }

  @Test
  void only_an_inactive_transaction_begins_and_only_an_active_one_ends() {
    try (EntityManager manager = shop.manager()) {
      assertThrows(IllegalStateException.class, () -> manager.getTransaction().commit());
      assertThrows(IllegalStateException.class, () -> manager.getTransaction().rollback());
      assertThrows(IllegalStateException.class, () -> manager.getTransaction().setRollbackOnly());
      manager.getTransaction().begin();
      assertThrows(IllegalStateException.class, () -> manager.getTransaction().begin());
      manager.getTransaction().rollback();
    }
  }

  @Test
  void a_transaction_marked_for_rollback_does_not_commit() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      manager.find(Product.class, "p").setName("Changed");
      manager.getTransaction().setRollbackOnly();
      assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
      assertFalse(manager.getTransaction().isActive());
    }
    assertEquals("Pump", name());
  }

  private static String name() {
    return shop.query(manager -> manager.find(Product.class, "p").getName());
  }

  @Test
  void a_failed_statement_leaves_only_rollback() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      assertThrows(
          PersistenceException.class,
          () -> manager.createNativeQuery("select 1 / 0").getResultList());
      assertTrue(manager.getTransaction().getRollbackOnly());
      assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
      // The connection went back in good order.
      manager.getTransaction().begin();
      assertEquals("Pump", manager.find(Product.class, "p").getName());
      manager.getTransaction().commit();
    }
  }

  @Test
  void a_flight_that_is_never_sent_does_not_lose_the_transaction() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      assertThrows(
          RuntimeException.class,
          () ->
              manager
                  .createNativeQuery("select code from product where version = ?1")
                  .setParameter(1, new Object())
                  .getResultList());
      manager.find(Product.class, "p").setName("Changed");
      manager.flush();
      manager.getTransaction().rollback();
    }
    assertEquals("Pump", name());
  }

  @Test
  void flush_and_locks_need_a_transaction() {
    try (EntityManager manager = shop.manager()) {
      Product product = manager.find(Product.class, "p");
      assertThrows(TransactionRequiredException.class, manager::flush);
      assertThrows(
          TransactionRequiredException.class,
          () -> manager.lock(product, LockModeType.PESSIMISTIC_WRITE));
      assertThrows(
          TransactionRequiredException.class,
          () -> manager.find(Product.class, "p", LockModeType.OPTIMISTIC));
    }
  }

  @Test
  void a_closed_manager_refuses_work_but_its_transaction_may_end() {
    EntityManager manager = shop.manager();
    manager.getTransaction().begin();
    manager.find(Product.class, "p").setName("Changed");
    manager.close();
    assertFalse(manager.isOpen());
    manager.getTransaction().commit();
    assertEquals("Changed", name());
    assertThrows(IllegalStateException.class, () -> manager.find(Product.class, "p"));
  }

  @Test
  void an_optimistic_lock_fails_when_another_transaction_changed_the_row() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      manager.find(Product.class, "p", LockModeType.OPTIMISTIC);
      shop.inTransaction(other -> other.find(Product.class, "p").setName("Winner"));
      RollbackException failure =
          assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
      assertTrue(failure.getCause() instanceof OptimisticLockException, failure::toString);
    }
  }

  @Test
  void an_optimistic_lock_on_an_unchanged_row_commits() {
    shop.inTransaction(manager -> manager.find(Product.class, "p", LockModeType.OPTIMISTIC));
    assertEquals(0L, version());
  }

  @Test
  void a_forced_increment_counts_the_version_of_an_unchanged_instance() {
    shop.inTransaction(
        manager -> manager.find(Product.class, "p", LockModeType.OPTIMISTIC_FORCE_INCREMENT));
    assertEquals(1L, version());
  }

  private static long version() {
    return shop.query(manager -> manager.find(Product.class, "p").getVersion());
  }

  @Test
  void a_pessimistic_lock_notices_that_what_was_read_is_outdated() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      Product read = manager.find(Product.class, "p");
      shop.inTransaction(other -> other.find(Product.class, "p").setName("Winner"));
      assertThrows(
          OptimisticLockException.class, () -> manager.lock(read, LockModeType.PESSIMISTIC_WRITE));
      manager.getTransaction().rollback();
    }
  }

  @Test
  void a_pessimistic_lock_keeps_others_out() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      manager.find(Product.class, "p", LockModeType.PESSIMISTIC_WRITE);
      try (EntityManager other = shop.manager()) {
        other.getTransaction().begin();
        PersistenceException failure =
            assertThrows(
                PersistenceException.class,
                () ->
                    other
                        .createNativeQuery(
                            "select code from product where code = 'p' for update nowait")
                        .getResultList());
        assertTrue(failure.getMessage().contains("lock"), failure.getMessage());
        other.getTransaction().rollback();
      }
      manager.getTransaction().rollback();
    }
  }

  @Test
  void work_outside_a_transaction_is_not_written() {
    try (EntityManager manager = shop.manager()) {
      manager.find(Product.class, "p").setName("Changed");
    }
    assertEquals("Pump", name());
  }

  @Test
  void detached_instances_are_left_alone() {
    shop.inTransaction(
        manager -> {
          Product product = manager.find(Product.class, "p");
          manager.detach(product);
          assertFalse(manager.contains(product));
          product.setName("Changed");
        });
    assertEquals("Pump", name());
    shop.inTransaction(
        manager -> {
          Product product = manager.find(Product.class, "p");
          manager.clear();
          product.setName("Changed");
        });
    assertEquals("Pump", name());
  }

  @Test
  void an_instance_persisted_and_removed_before_the_flush_never_was() {
    Shop.Cost cost =
        shop.cost(
            () ->
                shop.inTransaction(
                    manager -> {
                      Tag tag = new Tag("brief");
                      manager.persist(tag);
                      manager.remove(tag);
                      assertNull(manager.find(Tag.class, tag.getId()));
                    }));
    assertTrue(
        cost.statements().stream().noneMatch(sql -> sql.startsWith("insert")),
        cost.statements()::toString);
  }
}
