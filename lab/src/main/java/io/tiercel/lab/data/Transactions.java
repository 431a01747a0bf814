package io.tiercel.lab.data;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.function.Function;

/// Runs work in a persistence context and a resource-local transaction of its own, as a service
/// method would.
public final class Transactions {
  private Transactions() {}

  /// Commits when the work returns, rolls back when it throws.
  public static <T> T call(EntityManagerFactory factory, Function<EntityManager, T> work) {
    try (EntityManager entityManager = factory.createEntityManager()) {
      var transaction = entityManager.getTransaction();
      transaction.begin();
      try {
        T result = work.apply(entityManager);
        transaction.commit();
        return result;
      } finally {
        if (transaction.isActive()) {
          transaction.rollback();
        }
      }
    }
  }
}
