package io.tiercel.jpa.mapping;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Reads annotations into mappings.
final class MappingReader {
  MappingReader(UnitMapping unit) {
    throw new UnsupportedOperationException("being written " + unit);
  }

  static List<Class<?>> entities(Collection<Class<?>> managedClasses) {
    throw new UnsupportedOperationException("being written " + managedClasses);
  }

  static Map<String, Class<?>> names(List<Class<?>> entityTypes) {
    throw new UnsupportedOperationException("being written " + entityTypes);
  }

  EntityMapping read(Class<?> type) {
    throw new UnsupportedOperationException("being written " + type);
  }
}
