package io.tiercel.jpa.session;

import io.tiercel.wire.error.WireException;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PessimisticLockException;
import jakarta.persistence.QueryTimeoutException;

/// The wire's failures as Jakarta Persistence names them (specification, section 3.11). The cause
/// keeps the SQLState and every field of the server's error.
final class DatabaseErrors {
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String DEADLOCK_DETECTED = "40P01";
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String QUERY_CANCELED = "57014";

  private DatabaseErrors() {}

  static PersistenceException translate(WireException failure) {
    String message = failure.getMessage();
    return switch (failure.sqlState()) {
      case LOCK_NOT_AVAILABLE -> new LockTimeoutException(message, failure);
      case DEADLOCK_DETECTED, SERIALIZATION_FAILURE ->
          new PessimisticLockException(message, failure);
      case QUERY_CANCELED -> new QueryTimeoutException(message, failure);
      default -> new PersistenceException(message, failure);
    };
  }
}
