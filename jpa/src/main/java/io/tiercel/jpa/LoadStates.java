package io.tiercel.jpa;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.LazyCollection;
import jakarta.persistence.spi.LoadState;
import jakarta.persistence.spi.ProviderUtil;
import org.jspecify.annotations.Nullable;

/// Whether something is loaded, without a persistence unit at hand (Jakarta Persistence 3.2,
/// section 9.9). Which attribute of a foreign instance is loaded cannot be told without its
/// mapping.
final class LoadStates implements ProviderUtil {

  static boolean isPresent(@Nullable Object value) {
    return switch (value) {
      case LazyInstance lazy -> lazy.tiercelLoader() == null;
      case LazyCollection lazy -> lazy.isLoaded();
      case null, default -> true;
    };
  }

  @Override
  public LoadState isLoadedWithoutReference(Object entity, String attributeName) {
    return isLoaded(entity);
  }

  @Override
  public LoadState isLoadedWithReference(Object entity, String attributeName) {
    return isLoaded(entity);
  }

  @Override
  public LoadState isLoaded(Object entity) {
    if (entity instanceof LazyInstance lazy) {
      return lazy.tiercelLoader() == null ? LoadState.LOADED : LoadState.NOT_LOADED;
    }
    return LoadState.UNKNOWN;
  }
}
