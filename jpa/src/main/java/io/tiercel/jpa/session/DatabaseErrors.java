package io.tiercel.jpa.session;

import io.tiercel.wire.error.WireException;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PessimisticLockException;
import jakarta.persistence.QueryTimeoutException;

/// The wire's failures as Jakarta Persistence names them (specification, sections 3.5.4 and 3.11).
/// The cause keeps the SQLState and every field of the server's error.
final class DatabaseErrors {
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String DEADLOCK_DETECTED = "40P01";
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String QUERY_CANCELED = "57014";

  private DatabaseErrors() {}

  /// Whether a limit on time was reached.
  static boolean isTimeout(WireException failure) {
    return failure.sqlState().equals(LOCK_NOT_AVAILABLE)
        || failure.sqlState().equals(QUERY_CANCELED);
  }

  /// @param onlyStatement whether only the statement failed; otherwise the transaction can only be
  ///     rolled back, and then the specification asks for other exceptions than those of a timeout
  static PersistenceException translate(WireException failure, boolean onlyStatement) {
    String message = failure.getMessage();
    return switch (failure.sqlState()) {
      case LOCK_NOT_AVAILABLE ->
          onlyStatement
              ? new LockTimeoutException(message, failure)
              : new PessimisticLockException(message, failure);
      case DEADLOCK_DETECTED, SERIALIZATION_FAILURE ->
          new PessimisticLockException(message, failure);
      case QUERY_CANCELED ->
          onlyStatement
              ? new QueryTimeoutException(message, failure)
              : new PersistenceException(message, failure);
      default -> new PersistenceException(message, failure);
    };
  }
}
