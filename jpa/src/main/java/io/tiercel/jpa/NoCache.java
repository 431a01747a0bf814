package io.tiercel.jpa;

import jakarta.persistence.Cache;
import jakarta.persistence.PersistenceException;

/// The shared cache of a unit that has none: nothing is ever in it (Jakarta Persistence 3.2,
/// section 7.10, allows a provider without one).
final class NoCache implements Cache {

  @Override
  public boolean contains(Class<?> type, Object id) {
    return false;
  }

  @Override
  public void evict(Class<?> type, Object id) {
    // Nothing is cached.
  }

  @Override
  public void evict(Class<?> type) {
    // Nothing is cached.
  }

  @Override
  public void evictAll() {
    // Nothing is cached.
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    throw new PersistenceException("cannot unwrap the cache to " + type.getName());
  }
}
