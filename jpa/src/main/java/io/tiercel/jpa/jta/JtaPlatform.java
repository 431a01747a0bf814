package io.tiercel.jpa.jta;

import org.jspecify.annotations.Nullable;

/// The JTA transactions of the platform, each method about that of the calling thread. Safe for any
/// number of threads.
///
/// @see JtaPlatforms
public interface JtaPlatform {
  /// What is to be told of the end of a transaction.
  interface Completion {
    /// The transaction is about to be committed; an exception makes the manager roll it back. Not
    /// called before a rollback.
    void before();

    /// The transaction is over. Perhaps called by another thread than the transaction's own.
    void after(boolean isCommitted);
  }

  /// Equal for the same transaction; null when there is none.
  @Nullable Object transaction();

  /// Whether there is a transaction that work may still be done in.
  boolean isActive();

  /// Has the transaction tell of its end.
  ///
  /// @throws jakarta.persistence.PersistenceException when it is too late for that
  void register(Completion completion);

  /// Whether the transaction can only be rolled back.
  boolean isRollbackOnly();

  /// Marks the transaction so that it can only be rolled back; nothing when there is none.
  void setRollbackOnly();

  /// Begins a transaction.
  void begin();

  /// Commits the transaction.
  ///
  /// @throws jakarta.persistence.RollbackException when it was rolled back instead
  void commit();

  /// Rolls the transaction back.
  void rollback();
}
