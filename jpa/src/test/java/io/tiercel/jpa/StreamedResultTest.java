package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Tag;
import io.tiercel.wire.Connection;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import java.util.Iterator;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@NullUnmarked // a null where none is expected fails the test by itself
class StreamedResultTest {
  private static final int ROWS = 300;

  private static Shop shop;

  @BeforeAll
  static void open() {
    shop = Shop.open();
    shop.inTransaction(
        manager -> {
          for (int i = 0; i < ROWS; i++) {
            manager.persist(new Tag("tag " + i));
          }
        });
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static Stream<Tag> tags(EntityManager manager) {
    return manager.createQuery("select t from Tag t", Tag.class).getResultStream();
  }

  @Test
  void a_stream_closed_after_its_transaction_leaves_the_connection_to_its_new_owner() {
    try (EntityManager first = shop.manager();
        EntityManager second = shop.manager();
        EntityManager third = shop.manager()) {
      first.getTransaction().begin();
      Stream<Tag> tags = tags(first);
      Iterator<Tag> iterator = tags.iterator();
      assertTrue(iterator.hasNext());
      first.getTransaction().commit();
      second.getTransaction().begin();
      third.getTransaction().begin();
      // Takes over the connection that the stream was read through.
      Connection taken = second.unwrap(Connection.class);
      tags.close();
      assertTrue(taken.isOpen());
      assertTrue(taken != third.unwrap(Connection.class), "one connection has two owners");
      second.getTransaction().commit();
      third.getTransaction().commit();
    }
  }

  @Test
  void a_stream_cannot_be_read_on_after_its_transaction() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      try (Stream<Tag> tags = tags(manager)) {
        Iterator<Tag> iterator = tags.iterator();
        assertTrue(iterator.hasNext());
        manager.getTransaction().commit();
        PersistenceException failure =
            assertThrows(PersistenceException.class, () -> iterator.forEachRemaining(tag -> {}));
        assertTrue(failure.getMessage().contains("transaction"), failure.getMessage());
      }
    }
  }

  @Test
  void streams_that_nobody_closes_end_with_their_manager() {
    // More than the pool has connections.
    for (int i = 0; i < 15; i++) {
      try (EntityManager manager = shop.manager()) {
        Iterator<Tag> iterator = tags(manager).iterator();
        assertTrue(iterator.hasNext());
      }
    }
    assertEquals((long) ROWS, shop.<Long>query(manager -> tags(manager).count()));
  }

  @Test
  void a_failure_while_a_stream_is_read_is_one_of_persistence() {
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      try (Stream<?> quotients =
          manager
              .createNativeQuery("select 1 / (150 - n) from generate_series(1, 300) as n")
              .getResultStream()) {
        assertThrows(PersistenceException.class, () -> quotients.forEach(quotient -> {}));
      }
      assertTrue(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();
    }
  }
}
