package io.tiercel.jpa.shared;

import io.tiercel.jpa.mapping.reading.UnitMapping;
import jakarta.persistence.Cacheable;
import jakarta.persistence.SharedCacheMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which entities of a unit are to be cached (Jakarta Persistence 3.2, section 3.10.1).
record CacheableTypes(UnitMapping unit, SharedCacheMode mode) {

  boolean contains(Class<?> entity) {
    return switch (mode) {
      case ALL -> true;
      case NONE -> false;
      case ENABLE_SELECTIVE, UNSPECIFIED -> Boolean.TRUE.equals(declared(entity));
      case DISABLE_SELECTIVE -> !Boolean.FALSE.equals(declared(entity));
    };
  }

  /// What the entity says, or the nearest class above that says anything; null when none does.
  private @Nullable Boolean declared(Class<?> entity) {
    for (Class<?> type = entity; type != null; type = type.getSuperclass()) {
      List<Cacheable> found = unit.annotations(type, Cacheable.class);
      if (!found.isEmpty()) {
        return found.getFirst().value();
      }
    }
    return null;
  }
}
