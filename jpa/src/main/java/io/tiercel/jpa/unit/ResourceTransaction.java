package io.tiercel.jpa.unit;

import io.tiercel.jpa.context.PersistenceContext;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.session.TransactionModes;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.NoResultException;
import jakarta.persistence.NonUniqueResultException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.QueryTimeoutException;
import jakarta.persistence.RollbackException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A resource-local transaction (Jakarta Persistence 3.2, section 7.5.3). Confined to the thread of
/// its EntityManager.
final class ResourceTransaction implements EntityTransaction {
  private final Session session;
  private final PersistenceContext context;
  private final Supplier<TransactionModes> modes;
  private final Runnable afterEnd;
  private @Nullable Integer timeoutSeconds;

  /// @param modes asked when a transaction begins
  /// @param afterEnd run when a transaction is over, however it ended
  ResourceTransaction(
      Session session,
      PersistenceContext context,
      Supplier<TransactionModes> modes,
      Runnable afterEnd) {
    this.session = session;
    this.context = context;
    this.modes = modes;
    this.afterEnd = afterEnd;
  }

  @Override
  public void begin() {
    session.begin(timeoutSeconds == null ? null : Duration.ofSeconds(timeoutSeconds), modes.get());
  }

  @Override
  public void commit() {
    requireActive("commit");
    if (session.isRollbackOnly()) {
      undo(null);
      throw new RollbackException(
          "the transaction was marked for rollback and has been rolled back");
    }
    try {
      context.commit();
    } catch (RuntimeException e) {
      undo(e);
      throw new RollbackException("could not commit: " + e.getMessage(), e);
    }
    afterEnd.run();
  }

  @Override
  public void rollback() {
    requireActive("roll back");
    undo(null);
  }

  /// Ends the transaction; what fails meanwhile is told beside the failure that led here.
  private void undo(@Nullable RuntimeException why) {
    try {
      if (session.isActive()) {
        session.rollback();
      }
    } catch (PersistenceException e) {
      if (why == null) {
        throw e;
      }
      why.addSuppressed(e);
    } finally {
      context.rolledBack();
      afterEnd.run();
    }
  }

  @Override
  public void setRollbackOnly() {
    requireActive("mark for rollback");
    session.setRollbackOnly();
  }

  @Override
  public boolean getRollbackOnly() {
    requireActive("ask for the rollback mark of");
    return session.isRollbackOnly();
  }

  @Override
  public boolean isActive() {
    return session.isActive();
  }

  /// For the transactions that begin from now on.
  @Override
  public void setTimeout(@Nullable Integer seconds) {
    if (seconds != null && seconds <= 0) {
      throw new IllegalArgumentException(
          "the timeout of a transaction must be a number of seconds above 0, or null for none, got %d"
              .formatted(seconds));
    }
    timeoutSeconds = seconds;
  }

  @Override
  public @Nullable Integer getTimeout() {
    return timeoutSeconds;
  }

  private void requireActive(String operation) {
    if (!isActive()) {
      throw new IllegalStateException(
          "cannot %s a transaction: none is active".formatted(operation));
    }
  }

  /// Marks the transaction for rollback where the specification says that this failure of an
  /// EntityManager's or query's method does (sections 3.2 and 3.11.1), and returns it.
  <E extends RuntimeException> E failed(E failure) {
    boolean harmless =
        failure instanceof NoResultException
            || failure instanceof NonUniqueResultException
            || failure instanceof LockTimeoutException
            || failure instanceof QueryTimeoutException;
    if (!harmless) {
      session.setRollbackOnly();
    }
    return failure;
  }
}
