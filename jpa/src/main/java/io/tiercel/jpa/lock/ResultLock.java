package io.tiercel.jpa.lock;

import jakarta.persistence.LockModeType;

/// The lock that a query takes on the entities of its result (Jakarta Persistence 3.2, sections
/// 3.5.4 and 3.11.10). Immutable.
///
/// @param isExtended whether a pessimistic lock also takes rows of join tables and of values that
///     the entities own
/// @param isWhole whether the statement itself locks all rows of the selected entities
public record ResultLock(LockModeType mode, boolean isExtended, boolean isWhole) {
  /// No lock.
  public static final ResultLock NONE = new ResultLock(LockModeType.NONE, false, true);

  /// Whether rows are locked: managed entities take over the state of such rows.
  public boolean isPessimistic() {
    return !LockClause.of(mode).isEmpty();
  }
}
