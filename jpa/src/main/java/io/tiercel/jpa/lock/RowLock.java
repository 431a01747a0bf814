package io.tiercel.jpa.lock;

import io.tiercel.jpa.session.Limits;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.PersistenceException;

/// A lock that a SELECT takes on rows (PostgreSQL manual, "The Locking Clause").
///
/// @param strength such as ` for update`, empty for none
/// @param whenHeld what becomes of rows that others hold, such as ` nowait`; empty to wait for them
public record RowLock(String strength, String whenHeld) {
  public static final RowLock NONE = new RowLock("", "");

  /// The lock of a mode, within the limits on time.
  public static RowLock of(LockModeType lockMode, Limits limits) {
    String strength = LockClause.of(lockMode);
    return strength.isEmpty() ? NONE : new RowLock(strength, limits.lockSuffix());
  }

  public boolean isNone() {
    return strength.isEmpty();
  }

  /// What the statement ends with.
  ///
  /// @param alias of the table whose rows are locked: a join may have others beside it
  public String clause(String alias) {
    return isNone() ? "" : strength + " of " + alias + whenHeld;
  }

  /// Whether rows that others hold are passed over.
  public boolean skips() {
    return whenHeld.equals(Limits.SKIP_LOCKED_SUFFIX);
  }

  /// The error for an entity whose row the statement did not return.
  ///
  /// @param what the entity
  public PersistenceException notTaken(Object what) {
    return skips()
        ? new LockTimeoutException(what + " is locked by another transaction, or does not exist")
        : new EntityNotFoundException(what + " does not exist in the database any more");
  }

  /// The lock on rows that belong to one that is locked already: it was not passed over, so they
  /// are not either.
  RowLock onMore() {
    return skips() ? new RowLock(strength, "") : this;
  }
}
