package io.tiercel.jpa;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.LazyCollection;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.spi.LoadState;
import jakarta.persistence.spi.ProviderUtil;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/// Whether something is loaded, without a persistence unit at hand (Jakarta Persistence 3.2,
/// section 9.9). A loaded instance of ours is one of the application's own class, so that only
/// what it refers to can be recognised: lazy instances and collections. Everything else is unknown
/// here, and may be another provider's.
final class LoadStates implements ProviderUtil {

  static boolean isPresent(@Nullable Object value) {
    return state(value) != LoadState.NOT_LOADED;
  }

  private static LoadState state(@Nullable Object value) {
    return switch (value) {
      case LazyInstance lazy ->
          lazy.tiercelLoader() == null ? LoadState.LOADED : LoadState.NOT_LOADED;
      case LazyCollection lazy -> lazy.isLoaded() ? LoadState.LOADED : LoadState.NOT_LOADED;
      case null, default -> LoadState.UNKNOWN;
    };
  }

  /// Nothing of an instance that is not loaded is; whether an attribute of another is, only its
  /// value tells.
  @Override
  public LoadState isLoadedWithoutReference(Object entity, String attributeName) {
    return state(entity) == LoadState.NOT_LOADED ? LoadState.NOT_LOADED : LoadState.UNKNOWN;
  }

  @Override
  public LoadState isLoadedWithReference(Object entity, String attributeName) {
    LoadState whole = state(entity);
    if (whole == LoadState.NOT_LOADED) {
      return whole;
    }
    LoadState ofValue = state(fieldValue(entity, attributeName));
    return ofValue == LoadState.UNKNOWN ? whole : ofValue;
  }

  /// The field of the attribute's name; null too where a property has none or it is hidden from
  /// us. A getter is not called: it could have another provider load the value.
  private static @Nullable Object fieldValue(Object entity, String attributeName) {
    for (Class<?> type = entity.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(attributeName)) {
          return field.trySetAccessible() ? get(field, entity) : null;
        }
      }
    }
    return null;
  }

  private static @Nullable Object get(Field field, Object entity) {
    try {
      return field.get(entity);
    } catch (IllegalAccessException e) {
      throw new PersistenceException("could not read " + field, e);
    }
  }

  @Override
  public LoadState isLoaded(Object entity) {
    return state(entity);
  }
}
