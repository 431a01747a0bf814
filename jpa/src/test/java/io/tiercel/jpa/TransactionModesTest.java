package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Product;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Isolation and read-only transactions, as properties of an EntityManager.
@NullUnmarked // a null where none is expected fails the test by itself
class TransactionModesTest {
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

  private static Object setting(EntityManager manager, String name) {
    return manager
        .createNativeQuery("select current_setting('%s')".formatted(name))
        .getSingleResult();
  }

  @ParameterizedTest
  @CsvSource({
    "read committed,read committed",
    "REPEATABLE_READ,repeatable read",
    "Serializable,serializable"
  })
  void a_transaction_begins_with_the_isolation_asked_for(String asked, String got) {
    try (EntityManager manager =
        shop.factory().createEntityManager(Map.of("tiercel.transaction.isolation", asked))) {
      manager.getTransaction().begin();
      assertEquals(got, setting(manager, "transaction_isolation"));
      manager.getTransaction().commit();
    }
  }

  @Test
  void the_next_transaction_of_the_connection_is_as_before() {
    try (EntityManager manager = shop.manager()) {
      manager.setProperty("tiercel.transaction.read-only", true);
      manager.setProperty("tiercel.transaction.isolation", "serializable");
      manager.getTransaction().begin();
      assertEquals("on", setting(manager, "transaction_read_only"));
      manager.getTransaction().commit();
      manager.setProperty("tiercel.transaction.read-only", null);
      manager.setProperty("tiercel.transaction.isolation", null);
      manager.getTransaction().begin();
      assertEquals("off", setting(manager, "transaction_read_only"));
      assertEquals("read committed", setting(manager, "transaction_isolation"));
      manager.getTransaction().commit();
    }
  }

  @Test
  void modes_cost_no_round_trip() {
    try (EntityManager manager = shop.manager()) {
      manager.setProperty("tiercel.transaction.read-only", "true");
      manager.setProperty("tiercel.transaction.isolation", "repeatable-read");
      manager.find(Product.class, "p");
      manager.clear();
      var spent =
          shop.cost(
              () -> {
                manager.getTransaction().begin();
                manager.find(Product.class, "p");
                manager.getTransaction().commit();
              });
      assertEquals(2, spent.roundTrips());
    }
  }

  @Test
  void a_change_in_a_transaction_that_only_reads_is_not_written() {
    try (EntityManager manager = shop.manager()) {
      manager.setProperty("tiercel.transaction.read-only", true);
      manager.getTransaction().begin();
      manager.find(Product.class, "p").setName("Changed");
      assertEquals(
          "Pump",
          manager.createQuery("select p.name from Product p", String.class).getSingleResult());
      manager.getTransaction().commit();
    }
    assertEquals("Pump", shop.query(manager -> manager.find(Product.class, "p").getName()));
  }

  @Test
  void a_new_or_removed_instance_is_refused_in_a_transaction_that_only_reads() {
    try (EntityManager manager = shop.manager()) {
      manager.setProperty("tiercel.transaction.read-only", true);
      manager.getTransaction().begin();
      manager.persist(new Product("q", "Quill", BigDecimal.ONE));
      RollbackException failure =
          assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
      assertTrue(
          failure.getMessage().contains("cannot insert Product#q: the transaction only reads"),
          failure::getMessage);
      manager.getTransaction().begin();
      manager.remove(manager.find(Product.class, "p"));
      failure = assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
      assertTrue(failure.getMessage().contains("cannot delete Product#p"), failure::getMessage);
    }
  }

  @Test
  void a_flush_that_is_asked_for_is_refused_by_the_server() {
    try (EntityManager manager = shop.manager()) {
      manager.setProperty("tiercel.transaction.read-only", true);
      manager.getTransaction().begin();
      manager.find(Product.class, "p").setName("Changed");
      PersistenceException failure = assertThrows(PersistenceException.class, manager::flush);
      assertTrue(failure.getMessage().contains("read-only transaction"), failure::getMessage);
      manager.getTransaction().rollback();
    }
  }

  @Test
  void an_unknown_isolation_is_refused_with_those_there_are() {
    try (EntityManager manager = shop.manager()) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> manager.setProperty("tiercel.transaction.isolation", "snapshot"));
      assertEquals(
          "tiercel.transaction.isolation must be read committed, repeatable read or serializable,"
              + " got \"snapshot\"",
          refused.getMessage());
    }
  }
}
