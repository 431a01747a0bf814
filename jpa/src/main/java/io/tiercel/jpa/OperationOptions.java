package io.tiercel.jpa;

import io.tiercel.jpa.session.Limits;
import jakarta.persistence.LockModeType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How `find`, `refresh` and `lock` are to be done: what their options, or hints in a map, say.
record OperationOptions(LockModeType lockMode, Limits limits) {

  /// What a map of hints says; null for none.
  static OperationOptions of(
      @Nullable LockModeType lockMode, @Nullable Map<String, Object> hints, Limits otherwise) {
    return new OperationOptions(
        lockMode == null ? LockModeType.NONE : lockMode,
        hints == null ? otherwise : TimeLimits.of(hints, otherwise));
  }

  /// What options say; those about caches change nothing here yet.
  static OperationOptions of(Object[] options, Limits otherwise) {
    LockModeType lockMode = LockModeType.NONE;
    for (Object option : options) {
      if (option instanceof LockModeType mode) {
        lockMode = mode;
      }
    }
    return new OperationOptions(lockMode, TimeLimits.of(options, otherwise));
  }
}
