package io.tiercel.jpa.criteria.extension;

/// A query that others range over (PostgreSQL manual, section 7.8): see
/// [TiercelCriteriaBuilder#from] and [TiercelCriteriaBuilder#join]. Confined to one thread.
public interface CommonTable {

  /// Its name.
  String getName();

  /// Asks PostgreSQL to compute it once, or not to and to merge it into the queries that range
  /// over it, instead of choosing itself.
  ///
  /// @return this
  CommonTable materialized(boolean isMaterialized);
}
