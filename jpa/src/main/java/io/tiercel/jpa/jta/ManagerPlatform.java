package io.tiercel.jpa.jta;

import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.jspecify.annotations.Nullable;

/// By the manager itself.
///
/// @param registry where completions are registered, so that they come after all those of the
///     application before the end, and ahead of them after it; null for the transaction itself,
///     which keeps the order of registration
record ManagerPlatform(
    TransactionManager manager, @Nullable TransactionSynchronizationRegistry registry)
    implements JtaPlatform {
  private interface Asked<T extends @Nullable Object> {
    T answer() throws SystemException;
  }

  private static <T extends @Nullable Object> T ask(Asked<T> asked) {
    try {
      return asked.answer();
    } catch (SystemException e) {
      throw new PersistenceException("the transaction manager failed: " + e.getMessage(), e);
    }
  }

  @Override
  public @Nullable Object transaction() {
    return ask(manager::getTransaction);
  }

  @Override
  public boolean isActive() {
    int status = ask(manager::getStatus);
    return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
  }

  @Override
  public void register(Completion completion) {
    if (registry == null) {
      registerWithTransaction(completion);
    } else {
      RegistryPlatform.register(registry, completion);
    }
  }

  private void registerWithTransaction(Completion completion) {
    Transaction transaction = ask(manager::getTransaction);
    try {
      if (transaction == null) {
        throw new IllegalStateException("there is none");
      }
      transaction.registerSynchronization(new Synchronized(completion));
    } catch (jakarta.transaction.RollbackException | SystemException | IllegalStateException e) {
      throw new PersistenceException("could not join the JTA transaction: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean isRollbackOnly() {
    return ask(manager::getStatus) == Status.STATUS_MARKED_ROLLBACK;
  }

  @Override
  public void setRollbackOnly() {
    if (isActive()) {
      ask(
          () -> {
            manager.setRollbackOnly();
            return true;
          });
    }
  }

  @Override
  public void begin() {
    try {
      manager.begin();
    } catch (NotSupportedException | SystemException e) {
      throw new PersistenceException("could not begin a JTA transaction: " + e.getMessage(), e);
    }
  }

  @Override
  public void commit() {
    try {
      manager.commit();
    } catch (jakarta.transaction.RollbackException
        | HeuristicMixedException
        | HeuristicRollbackException
        | SystemException e) {
      throw new RollbackException("could not commit the JTA transaction: " + e.getMessage(), e);
    }
  }

  @Override
  public void rollback() {
    ask(
        () -> {
          manager.rollback();
          return true;
        });
  }
}
