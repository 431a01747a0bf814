package io.tiercel.jpa.unit;

import io.tiercel.jpa.context.PersistenceContext;
import io.tiercel.jpa.jta.JtaPlatform;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.session.TransactionModes;
import jakarta.persistence.TransactionRequiredException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An EntityManager in the transactions of JTA (Jakarta Persistence 3.2, sections 7.6.4 and 7.9):
/// it writes before they are committed, and learns afterwards how they ended. Confined to the
/// thread of its EntityManager, but for [#after].
final class JtaJoining implements JtaPlatform.Completion {
  private final JtaPlatform platform;
  private final Session session;
  private final PersistenceContext context;
  private final Supplier<TransactionModes> modes;
  private final BooleanSupplier isManagerOpen;
  private final Runnable afterEnd;
  private @Nullable Object joined;
  private volatile @Nullable Thread owner;

  /// How the transaction ended, if another thread told so while the EntityManager may be at work.
  private volatile @Nullable Boolean endedElsewhere;

  /// @param modes asked when a transaction is joined
  /// @param afterEnd run when a transaction is over, however it ended
  JtaJoining(
      JtaPlatform platform,
      Session session,
      PersistenceContext context,
      Supplier<TransactionModes> modes,
      BooleanSupplier isManagerOpen,
      Runnable afterEnd) {
    this.platform = platform;
    this.session = session;
    this.context = context;
    this.modes = modes;
    this.isManagerOpen = isManagerOpen;
    this.afterEnd = afterEnd;
  }

  /// Joins the transaction of the thread; nothing when it is joined already.
  void join() {
    settle();
    Object transaction = platform.isActive() ? platform.transaction() : null;
    if (transaction == null) {
      throw new TransactionRequiredException(
          "joinTransaction needs a JTA transaction\n"
              + "Hint: begin one, e.g. by UserTransaction or @Transactional.");
    }
    if (transaction.equals(joined)) {
      return;
    }
    if (joined != null) {
      throw new IllegalStateException(
          "the EntityManager is joined to another JTA transaction, which is not over yet");
    }
    platform.register(this);
    session.join(modes.get());
    joined = transaction;
    owner = Thread.currentThread();
  }

  void joinIfActive() {
    if (platform.isActive()) {
      join();
    }
  }

  /// Whether the transaction of the calling thread is the one that was joined.
  boolean isJoined() {
    settle();
    Object mine = joined;
    return mine != null && mine.equals(platform.transaction());
  }

  /// Carries a mark of the session on to the manager.
  void marked() {
    if (joined != null && session.isRollbackOnly()) {
      platform.setRollbackOnly();
    }
  }

  /// Does what the end of the transaction asks for, if another thread has told of it.
  void settle() {
    Boolean outcome = endedElsewhere;
    if (outcome != null) {
      endedElsewhere = null;
      finish(outcome);
    }
  }

  /// Writes what changed; the connection is given back before the manager commits.
  @Override
  public void before() {
    if (platform.isRollbackOnly()) {
      return;
    }
    if (session.isRollbackOnly()) {
      platform.setRollbackOnly();
      return;
    }
    try {
      context.commit();
    } catch (RuntimeException e) {
      platform.setRollbackOnly();
      throw e;
    }
  }

  /// A manager may tell from a thread of its own, for instance when a timeout rolls back: then the
  /// EntityManager's thread has to notice, unless it has closed it.
  @Override
  public void after(boolean isCommitted) {
    if (Thread.currentThread().equals(owner) || !isManagerOpen.getAsBoolean()) {
      finish(isCommitted);
    } else {
      endedElsewhere = isCommitted;
    }
  }

  private void finish(boolean isCommitted) {
    joined = null;
    owner = null;
    try {
      session.leave();
    } finally {
      if (!isCommitted) {
        context.rolledBack();
      }
      afterEnd.run();
    }
  }
}
