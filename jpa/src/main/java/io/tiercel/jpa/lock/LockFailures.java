package io.tiercel.jpa.lock;

import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.PessimisticLockException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Lets failures of locks say which entity they are about (`getObject` and `getEntity`, Jakarta
/// Persistence 3.2, section 3.5.4): the server names at most a table.
public final class LockFailures {
  private LockFailures() {}

  /// Does work that locks one entity.
  ///
  /// @param entity gives the instance there is when the lock has failed, null for none
  public static <T extends @Nullable Object> T of(
      Supplier<? extends @Nullable Object> entity, Supplier<T> work) {
    try {
      return work.get();
    } catch (LockTimeoutException e) {
      Object instance = e.getObject() == null ? entity.get() : null;
      throw instance == null
          ? e
          : as(e, new LockTimeoutException(e.getMessage(), e.getCause(), instance));
    } catch (PessimisticLockException e) {
      Object instance = e.getEntity() == null ? entity.get() : null;
      throw instance == null
          ? e
          : as(e, new PessimisticLockException(e.getMessage(), e.getCause(), instance));
    }
  }

  /// As if it had been thrown where the other was, whose cause it has already.
  private static <E extends RuntimeException> E as(RuntimeException from, E failure) {
    failure.setStackTrace(from.getStackTrace());
    for (Throwable suppressed : from.getSuppressed()) {
      failure.addSuppressed(suppressed);
    }
    return failure;
  }
}
