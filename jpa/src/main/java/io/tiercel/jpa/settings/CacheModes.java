package io.tiercel.jpa.settings;

import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;

/// The properties and hints about the shared cache (Jakarta Persistence 3.2, section 3.10.2).
public final class CacheModes {
  public static final String RETRIEVE = "jakarta.persistence.cache.retrieveMode";
  public static final String STORE = "jakarta.persistence.cache.storeMode";

  private CacheModes() {}

  public static CacheRetrieveMode retrieve(Object value) {
    return of(CacheRetrieveMode.class, RETRIEVE, value);
  }

  public static CacheStoreMode store(Object value) {
    return of(CacheStoreMode.class, STORE, value);
  }

  private static <E extends Enum<E>> E of(Class<E> type, String name, Object value) {
    for (E constant : type.getEnumConstants()) {
      if (constant == value || constant.name().equalsIgnoreCase(value.toString())) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "%s must be one of %s, got \"%s\""
            .formatted(name, java.util.Arrays.toString(type.getEnumConstants()), value));
  }
}
