package io.tiercel.jpa.orm;

import jakarta.persistence.AccessType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `<persistence-unit-metadata>` says for the whole unit (section 12.2.1).
///
/// @param metadataComplete whether annotations count nowhere
record UnitDefaults(
    boolean metadataComplete,
    @Nullable String schema,
    @Nullable AccessType access,
    boolean cascadePersist,
    boolean delimitedIdentifiers,
    List<Class<?>> listeners) {

  static final UnitDefaults NONE = new UnitDefaults(false, null, null, false, false, List.of());

  UnitDefaults {
    listeners = List.copyOf(listeners);
  }
}
