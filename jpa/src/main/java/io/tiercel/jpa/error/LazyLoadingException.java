package io.tiercel.jpa.error;

import jakarta.persistence.PersistenceException;

/// A lazy association was touched where nothing can load it any more: its owner is detached or the
/// EntityManager is closed. What happens then the specification leaves to the provider (section
/// 3.2.8). It does not mark a transaction for rollback.
public final class LazyLoadingException extends PersistenceException {
  private static final long serialVersionUID = 1L;

  /// For a touch of `what`.
  ///
  /// @param what the association or instance that was touched
  /// @param why nothing can load it
  public LazyLoadingException(String what, String why) {
    super(
        "cannot load %s: %s\nHint: fetch it in the query (join fetch), or touch it while the EntityManager is open."
            .formatted(what, why));
  }
}
