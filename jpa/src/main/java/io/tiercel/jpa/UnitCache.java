package io.tiercel.jpa;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.SharedCache;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.shared.SharedEntity;
import jakarta.persistence.Cache;
import jakarta.persistence.PersistenceException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The shared cache of a unit as the specification has it (Jakarta Persistence 3.2, section 7.10).
/// Evicting is never needed to see what others have written. Safe for any number of threads.
final class UnitCache implements Cache {
  private final Runnable requireOpen;
  private final Function<Class<?>, EntityDescriptor> descriptors;
  private final SharedEntities shared;

  /// @param requireOpen throws IllegalStateException when the factory is closed
  /// @param descriptors throws IllegalArgumentException when the class is no entity
  UnitCache(
      Runnable requireOpen,
      Function<Class<?>, EntityDescriptor> descriptors,
      SharedEntities shared) {
    this.requireOpen = requireOpen;
    this.descriptors = descriptors;
    this.shared = shared;
  }

  private EntityDescriptor check(@Nullable Class<?> type) {
    requireOpen.run();
    if (type == null) {
      throw new IllegalArgumentException("the entity class is null");
    }
    return descriptors.apply(type);
  }

  private static Object checkId(@Nullable Object id) {
    if (id == null) {
      throw new IllegalArgumentException("the id is null");
    }
    return id;
  }

  @Override
  public boolean contains(Class<?> type, Object id) {
    EntityDescriptor descriptor = check(type);
    Object key = descriptor.keyOf(checkId(id));
    SharedEntity entity = descriptor.shared();
    CachedValue stored = entity == null ? null : entity.region().peek(key);
    return stored instanceof CachedRow row && row.type().isA(descriptor.mapping());
  }

  @Override
  public void evict(Class<?> type, Object id) {
    EntityDescriptor descriptor = check(type);
    Object key = descriptor.keyOf(checkId(id));
    SharedEntity entity = descriptor.shared();
    if (entity != null) {
      entity.region().evict(key);
      descriptor
          .collections()
          .values()
          .forEach(collection -> collection.evict(shared.cache().results(), key));
    }
  }

  @Override
  public void evict(Class<?> type) {
    EntityDescriptor descriptor = check(type);
    SharedEntity entity = descriptor.shared();
    if (entity != null) {
      entity.region().evictAll();
      descriptor.collections().values().forEach(collection -> collection.evictAll());
    }
  }

  @Override
  public void evictAll() {
    requireOpen.run();
    shared.allRegions().forEach(region -> region.evictAll());
  }

  /// To [SharedCache]: its state and statistics.
  @Override
  public <T> T unwrap(Class<T> type) {
    requireOpen.run();
    if (type != null && type.isInstance(this)) {
      return type.cast(this);
    }
    if (type == SharedCache.class) {
      return type.cast(shared.cache());
    }
    throw new PersistenceException(
        "cannot unwrap the cache to %s".formatted(type == null ? null : type.getName()));
  }
}
