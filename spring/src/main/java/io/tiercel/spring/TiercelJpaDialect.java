package io.tiercel.spring;

import io.tiercel.wire.error.WireException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PessimisticLockException;
import jakarta.persistence.QueryTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.ConnectionHandle;
import org.springframework.jdbc.support.SQLStateSQLExceptionTranslator;
import org.springframework.orm.jpa.DefaultJpaDialect;
import org.springframework.transaction.InvalidIsolationLevelException;
import org.springframework.transaction.TransactionDefinition;

/// What Spring's transactions ask of a provider beyond the specification: isolation levels,
/// read-only transactions and timeouts, the JDBC connection of the transaction (so that a
/// `JdbcTemplate` works in it), and exceptions by SQLSTATE. Safe for any number of threads.
public class TiercelJpaDialect extends DefaultJpaDialect {
  private static final long serialVersionUID = 1;
  private static final String ISOLATION = "tiercel.transaction.isolation";
  private static final String READ_ONLY = "tiercel.transaction.read-only";

  /// Without settings of its own.
  public TiercelJpaDialect() {}

  /// Begins without a round trip: modes and `BEGIN` travel with the first statement.
  @Override
  public Object beginTransaction(EntityManager manager, TransactionDefinition definition) {
    var before = Modes.of(manager);
    manager.setProperty(ISOLATION, isolation(definition.getIsolationLevel(), before.isolation()));
    manager.setProperty(READ_ONLY, definition.isReadOnly() ? true : before.readOnly());
    var transaction = manager.getTransaction();
    int seconds = definition.getTimeout();
    transaction.setTimeout(seconds == TransactionDefinition.TIMEOUT_DEFAULT ? null : seconds);
    transaction.begin();
    return before;
  }

  /// What the EntityManager had before, to be put back for its next transaction.
  private record Modes(
      EntityManager manager, @Nullable Object isolation, @Nullable Object readOnly) {
    static Modes of(EntityManager manager) {
      var properties = manager.getProperties();
      return new Modes(manager, properties.get(ISOLATION), properties.get(READ_ONLY));
    }

    @SuppressWarnings("NullAway") // null takes a property away
    void putBack() {
      manager.setProperty(ISOLATION, isolation);
      manager.setProperty(READ_ONLY, readOnly);
    }
  }

  private static @Nullable Object isolation(int level, @Nullable Object otherwise) {
    return switch (level) {
      case TransactionDefinition.ISOLATION_DEFAULT -> otherwise;
      case TransactionDefinition.ISOLATION_READ_UNCOMMITTED,
          TransactionDefinition.ISOLATION_READ_COMMITTED ->
          "read committed";
      case TransactionDefinition.ISOLATION_REPEATABLE_READ -> "repeatable read";
      case TransactionDefinition.ISOLATION_SERIALIZABLE -> "serializable";
      default -> throw new InvalidIsolationLevelException("unknown isolation level " + level);
    };
  }

  @Override
  public void cleanupTransaction(@Nullable Object transactionData) {
    if (transactionData instanceof Modes modes && modes.manager().isOpen()) {
      modes.putBack();
    }
  }

  /// The connection of the transaction, taken when somebody asks for it.
  @Override
  public ConnectionHandle getJdbcConnection(EntityManager manager, boolean readOnly) {
    return () -> manager.unwrap(Connection.class);
  }

  /// By SQLSTATE where the specification has no exception of its own.
  @Override
  public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException failure) {
    WireException cause = specified(failure) ? null : wireFailure(failure);
    if (cause != null) {
      var sql = new SQLException(cause.getMessage(), cause.sqlState(), cause);
      DataAccessException translated =
          new SQLStateSQLExceptionTranslator().translate("Tiercel", null, sql);
      if (translated != null) {
        return translated;
      }
    }
    return super.translateExceptionIfPossible(failure);
  }

  private static boolean specified(RuntimeException failure) {
    return failure instanceof OptimisticLockException
        || failure instanceof PessimisticLockException
        || failure instanceof LockTimeoutException
        || failure instanceof QueryTimeoutException;
  }

  private static @Nullable WireException wireFailure(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof WireException wire) {
        return wire;
      }
    }
    return null;
  }
}
