package io.tiercel.lab.data;

import jakarta.persistence.EntityManager;

/// One kind of entity to persist: `persist` is called for every index below `count`, `batch` of
/// them in a transaction and a persistence context of their own.
///
/// @param what the table or entity, for the progress line
public record JpaStep(String what, int count, int batch, Persist persist) {
  /// Calls [EntityManager#persist] for the entity of an index.
  @FunctionalInterface
  public interface Persist {
    /// Returns the rows that this makes, cascades included.
    int persist(EntityManager entityManager, int index);
  }

  public JpaStep {
    if (count < 0 || batch < 1) {
      throw new IllegalArgumentException("count=%d batch=%d".formatted(count, batch));
    }
  }
}
