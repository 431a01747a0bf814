package io.tiercel.jpa.context;

import jakarta.persistence.PersistenceException;

/// A lazy association was touched where nothing can load it any more.
public final class LazyLoadingException extends PersistenceException {
  private static final long serialVersionUID = 1L;

  private LazyLoadingException(String message) {
    super(message);
  }

  static LazyLoadingException of(String what, boolean closed) {
    return new LazyLoadingException(
        "cannot load %s: %s\nHint: fetch it in the query (join fetch), or touch it while the EntityManager is open."
            .formatted(what, closed ? "the EntityManager is closed" : "its owner is detached"));
  }
}
