package io.tiercel.jpa.mapping;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads annotations into mappings.
final class MappingReader {
  private final UnitMapping unit;

  MappingReader(UnitMapping unit) {
    this.unit = unit;
  }

  static List<Class<?>> entities(Collection<Class<?>> managedClasses) {
    return List.copyOf(managedClasses);
  }

  static Map<String, Class<?>> names(List<Class<?>> entityTypes) {
    Map<String, Class<?>> names = new LinkedHashMap<>();
    entityTypes.forEach(type -> names.put(type.getSimpleName(), type));
    return names;
  }

  EntityMapping read(Class<?> type) {
    if (unit.isEntity(type)) {
      throw new IllegalStateException("cannot read the annotations of %s yet".formatted(type));
    }
    return unit.entity(type);
  }
}
