package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.AllocatedBytes;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// What a transaction with a query for one instance costs the heap, the instance included. Without
/// escape analysis, as after the first compiler, so the bound is above what hot code allocates.
class QueryAllocationTest {
  private static final int TRANSACTIONS = 2_000;
  private static final long MAX_BYTES = 6_000;

  /// A row with a column to ask for.
  @Entity
  @NullUnmarked
  static class Buyer {
    @Id long id;
    String name;
  }

  @Test
  void a_transaction_that_queries_one_instance_stays_small() {
    try (var unit = TestUnit.of(Buyer.class)) {
      unit.sql("insert into buyer (id, name) select i, 'Buyer ' || i from generate_series(1, 9) i");
      run(unit.factory());
      long before = AllocatedBytes.ofCurrentThread();
      run(unit.factory());
      long each = (AllocatedBytes.ofCurrentThread() - before) / TRANSACTIONS;
      assertTrue(each <= MAX_BYTES, () -> "a transaction allocates %d bytes".formatted(each));
    }
  }

  private static void run(EntityManagerFactory factory) {
    for (int i = 0; i < TRANSACTIONS; i++) {
      long wanted = 1L + i % 9;
      try (var manager = factory.createEntityManager()) {
        manager.getTransaction().begin();
        var found =
            manager
                .createQuery("select b from Buyer b where b.name = :name", Buyer.class)
                .setParameter("name", "Buyer " + wanted)
                .getSingleResult();
        assertEquals(wanted, found.id);
        manager.getTransaction().commit();
      }
    }
  }
}
