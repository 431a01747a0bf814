package io.tiercel.jpa.lock;

import jakarta.persistence.LockModeType;

/// The locking clause of a SELECT for a lock mode (PostgreSQL manual, "The Locking Clause").
public final class LockClause {
  private LockClause() {}

  static String of(LockModeType lockMode) {
    return switch (lockMode) {
      case PESSIMISTIC_READ -> " for share";
      case PESSIMISTIC_WRITE, PESSIMISTIC_FORCE_INCREMENT -> " for update";
      case NONE, READ, WRITE, OPTIMISTIC, OPTIMISTIC_FORCE_INCREMENT -> "";
    };
  }

  public static boolean needsVersion(LockModeType lockMode) {
    return switch (lockMode) {
      case READ, WRITE, OPTIMISTIC, OPTIMISTIC_FORCE_INCREMENT, PESSIMISTIC_FORCE_INCREMENT -> true;
      case NONE, PESSIMISTIC_READ, PESSIMISTIC_WRITE -> false;
    };
  }

  /// A stronger lock replaces a weaker one; the order of the enum's constants means nothing.
  public static int strength(LockModeType lockMode) {
    return switch (lockMode) {
      case NONE -> 0;
      case READ, OPTIMISTIC -> 1;
      case PESSIMISTIC_READ -> 2;
      case PESSIMISTIC_WRITE -> 3;
      case WRITE, OPTIMISTIC_FORCE_INCREMENT -> 4;
      case PESSIMISTIC_FORCE_INCREMENT -> 5;
    };
  }
}
