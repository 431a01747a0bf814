package io.tiercel.jpa.bootstrap;

import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A persistence unit as declared, whoever declared it.
///
/// @param managedClasses entities, embeddables, mapped superclasses and converters
/// @param mappingFiles the XML mappings it lists
/// @param properties as declared, values may be objects; what other elements of a declaration say
///     is here under the [PropertyNames] that mean the same
/// @param roots its root and the jars it lists, each with a mapping file of its own at will; empty
///     when nobody has told
/// @param loader where the unit's classes and resources are
public record UnitDefinition(
    String name,
    List<Class<?>> managedClasses,
    List<String> mappingFiles,
    Map<String, Object> properties,
    List<URL> roots,
    ClassLoader loader) {

  public UnitDefinition {
    managedClasses = List.copyOf(managedClasses);
    mappingFiles = List.copyOf(mappingFiles);
    properties = Map.copyOf(properties);
    roots = List.copyOf(roots);
  }

  /// The unit with properties that go before its own; a null value takes a property away. A
  /// database given there replaces the one of the declaration, whichever way that names it.
  public UnitDefinition with(@Nullable Map<?, ?> given) {
    if (given == null || given.isEmpty()) {
      return this;
    }
    Map<String, @Nullable Object> overrides = Spelling.current(given);
    Map<String, Object> merged = new HashMap<>(properties);
    if (DATABASES.stream().anyMatch(name -> overrides.get(name) != null)) {
      DATABASES.forEach(merged::remove);
    }
    overrides.forEach(
        (name, value) -> {
          if (value == null) {
            merged.remove(name);
          } else {
            merged.put(name, value);
          }
        });
    return new UnitDefinition(name, managedClasses, mappingFiles, merged, roots, loader);
  }

  private static final List<String> DATABASES =
      List.of(
          PropertyNames.URL,
          PropertyNames.DATA_SOURCE,
          PropertyNames.JTA_DATA_SOURCE,
          PropertyNames.NON_JTA_DATA_SOURCE);

  /// Loads classes by name; PersistenceException names the unit and the class that is missing.
  static List<Class<?>> load(Iterable<String> names, String unitName, ClassLoader loader) {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : names) {
      try {
        classes.add(Class.forName(name, false, loader));
      } catch (ClassNotFoundException e) {
        throw new jakarta.persistence.PersistenceException(
            "persistence unit \"%s\" lists class %s, which is not on the class path"
                .formatted(unitName, name),
            e);
      }
    }
    return classes;
  }
}
