package io.tiercel.jpa.context;

import io.tiercel.jpa.session.Limits;
import jakarta.persistence.LockModeType;

/// A lock that a SELECT takes on rows (PostgreSQL manual, "The Locking Clause").
///
/// @param strength such as ` for update`, empty for none
/// @param whenHeld what becomes of rows that others hold, such as ` nowait`; empty to wait for them
record RowLock(String strength, String whenHeld) {
  static final RowLock NONE = new RowLock("", "");

  /// The lock of a mode, within the limits on time.
  static RowLock of(LockModeType lockMode, Limits limits) {
    String strength = LockClause.of(lockMode);
    return strength.isEmpty() ? NONE : new RowLock(strength, limits.lockSuffix());
  }

  boolean isNone() {
    return strength.isEmpty();
  }

  /// What the statement ends with.
  ///
  /// @param alias of the table whose rows are locked: a join may have others beside it
  String clause(String alias) {
    return isNone() ? "" : strength + " of " + alias + whenHeld;
  }

  /// Whether rows that others hold are passed over.
  boolean skips() {
    return whenHeld.equals(Limits.SKIP_LOCKED_SUFFIX);
  }

  /// The lock on rows that belong to one that is locked already: it was not passed over, so they
  /// are not either.
  RowLock onMore() {
    return skips() ? new RowLock(strength, "") : this;
  }
}
