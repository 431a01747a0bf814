package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.Query;

/// The way from an EntityManager to what criteria have beside the specification:
/// `manager.unwrap(CriteriaExtensions.class)`. Confined to one thread, as the EntityManager is.
public interface CriteriaExtensions {

  /// The builder of the unit.
  TiercelCriteriaBuilder getCriteriaBuilder();

  /// A query that inserts. Its `executeUpdate` returns how many rows were inserted or updated.
  ///
  /// @throws IllegalArgumentException when the insert is not complete, or is wrong
  Query createQuery(CriteriaInsert<?> insert);
}
