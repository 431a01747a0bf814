package io.tiercel.jpa;

import io.tiercel.jpa.context.PersistenceContext;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.NoResultException;
import jakarta.persistence.NonUniqueResultException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import org.jspecify.annotations.Nullable;

/// A resource-local transaction (Jakarta Persistence 3.2, section 7.8). Confined to the thread of
/// its EntityManager.
final class ResourceTransaction implements EntityTransaction {
  private final Session session;
  private final PersistenceContext context;
  private boolean rollbackOnly;

  ResourceTransaction(Session session, PersistenceContext context) {
    this.session = session;
    this.context = context;
  }

  @Override
  public void begin() {
    session.begin();
    rollbackOnly = false;
  }

  @Override
  public void commit() {
    requireActive("commit");
    if (rollbackOnly) {
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
      rollbackOnly = false;
      context.rolledBack();
    }
  }

  @Override
  public void setRollbackOnly() {
    requireActive("mark for rollback");
    rollbackOnly = true;
  }

  @Override
  public boolean getRollbackOnly() {
    requireActive("ask for the rollback mark of");
    return rollbackOnly;
  }

  @Override
  public boolean isActive() {
    return session.isActive();
  }

  @Override
  public void setTimeout(@Nullable Integer seconds) {
    if (seconds != null) {
      throw Unsupported.feature(
          "transaction timeouts", "set statement_timeout through the URL's options");
    }
  }

  @Override
  public @Nullable Integer getTimeout() {
    return null;
  }

  private void requireActive(String operation) {
    if (!isActive()) {
      throw new IllegalStateException(
          "cannot %s a transaction: none is active".formatted(operation));
    }
  }

  /// Marks the transaction for rollback where the specification says that this failure does
  /// (section 3.11), and returns the failure to be thrown.
  <E extends RuntimeException> E failed(E failure) {
    // Lock and query timeouts do: PostgreSQL has aborted the transaction by then.
    boolean harmless =
        failure instanceof NoResultException || failure instanceof NonUniqueResultException;
    if (failure instanceof PersistenceException && !harmless && isActive()) {
      rollbackOnly = true;
    }
    return failure;
  }
}
