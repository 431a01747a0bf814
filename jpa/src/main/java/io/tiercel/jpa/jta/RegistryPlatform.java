package io.tiercel.jpa.jta;

import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// By what a Jakarta EE server offers to components like this one.
///
/// @param userTransaction asked only to begin and end transactions
record RegistryPlatform(
    TransactionSynchronizationRegistry registry, Supplier<UserTransaction> userTransaction)
    implements JtaPlatform {

  @Override
  public @Nullable Object transaction() {
    return registry.getTransactionKey();
  }

  @Override
  public boolean isActive() {
    int status = registry.getTransactionStatus();
    return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
  }

  @Override
  public void register(Completion completion) {
    register(registry, completion);
  }

  static void register(TransactionSynchronizationRegistry registry, Completion completion) {
    try {
      registry.registerInterposedSynchronization(new Synchronized(completion));
    } catch (IllegalStateException e) {
      throw new PersistenceException("could not join the JTA transaction: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean isRollbackOnly() {
    return registry.getTransactionStatus() == Status.STATUS_MARKED_ROLLBACK;
  }

  @Override
  public void setRollbackOnly() {
    if (isActive()) {
      registry.setRollbackOnly();
    }
  }

  @Override
  public void begin() {
    try {
      userTransaction.get().begin();
    } catch (NotSupportedException | SystemException e) {
      throw new PersistenceException("could not begin a JTA transaction: " + e.getMessage(), e);
    }
  }

  @Override
  public void commit() {
    try {
      userTransaction.get().commit();
    } catch (jakarta.transaction.RollbackException
        | HeuristicMixedException
        | HeuristicRollbackException
        | SystemException e) {
      throw new RollbackException("could not commit the JTA transaction: " + e.getMessage(), e);
    }
  }

  @Override
  public void rollback() {
    try {
      userTransaction.get().rollback();
    } catch (SystemException e) {
      throw new PersistenceException(
          "could not roll back the JTA transaction: " + e.getMessage(), e);
    }
  }
}
