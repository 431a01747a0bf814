package io.tiercel.jpa;

import jakarta.persistence.Cache;
import jakarta.persistence.PersistenceException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The shared cache of a unit that has none: nothing is ever in it (Jakarta Persistence 3.2,
/// section 7.10, allows a provider without one). What it is asked is checked all the same.
final class NoCache implements Cache {
  private final Runnable requireOpen;
  private final Consumer<Class<?>> requireEntity;

  /// @param requireOpen throws IllegalStateException when the factory is closed
  /// @param requireEntity throws IllegalArgumentException when the class is no entity
  NoCache(Runnable requireOpen, Consumer<Class<?>> requireEntity) {
    this.requireOpen = requireOpen;
    this.requireEntity = requireEntity;
  }

  private void check(@Nullable Class<?> type) {
    requireOpen.run();
    if (type == null) {
      throw new IllegalArgumentException("the entity class is null");
    }
    requireEntity.accept(type);
  }

  private static void checkId(@Nullable Object id) {
    if (id == null) {
      throw new IllegalArgumentException("the id is null");
    }
  }

  @Override
  public boolean contains(Class<?> type, Object id) {
    check(type);
    checkId(id);
    return false;
  }

  @Override
  public void evict(Class<?> type, Object id) {
    check(type);
    checkId(id);
  }

  @Override
  public void evict(Class<?> type) {
    check(type);
  }

  @Override
  public void evictAll() {
    requireOpen.run();
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    requireOpen.run();
    if (type != null && type.isInstance(this)) {
      return type.cast(this);
    }
    throw new PersistenceException(
        "cannot unwrap the cache to %s".formatted(type == null ? null : type.getName()));
  }
}
