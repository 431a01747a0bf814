package io.tiercel.jpa.bootstrap;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A persistence unit as declared, whoever declared it.
///
/// @param provider the provider class it names, null for any
/// @param managedClasses entities, embeddables, mapped superclasses and converters
/// @param properties as declared, values may be objects
public record UnitDefinition(
    String name,
    @Nullable String provider,
    List<Class<?>> managedClasses,
    Map<String, Object> properties) {

  public UnitDefinition {
    managedClasses = List.copyOf(managedClasses);
    properties = Map.copyOf(properties);
  }
}
