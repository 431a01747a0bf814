package io.tiercel.jpa.validation;

import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.mapping.LifecycleEvent;
import jakarta.persistence.PersistenceException;
import jakarta.validation.groups.Default;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which groups of constraints an event validates (Jakarta Persistence 3.2, section 3.7.1.1).
final class EventGroups {
  private static final String PREFIX = "jakarta.persistence.validation.group.";
  private static final Class<?>[] DEFAULT = {Default.class};
  private static final Class<?>[] NONE = {};

  private final Map<LifecycleEvent, Class<?>[]> byEvent = new EnumMap<>(LifecycleEvent.class);

  /// PersistenceException when a property names what is no group.
  EventGroups(UnitDefinition unit) {
    byEvent.put(LifecycleEvent.PRE_PERSIST, read(unit, PREFIX + "pre-persist", DEFAULT));
    byEvent.put(LifecycleEvent.PRE_UPDATE, read(unit, PREFIX + "pre-update", DEFAULT));
    byEvent.put(LifecycleEvent.PRE_REMOVE, read(unit, PREFIX + "pre-remove", NONE));
  }

  /// Those of an event, empty when it validates nothing.
  Class<?>[] of(LifecycleEvent event) {
    return byEvent.getOrDefault(event, NONE);
  }

  /// Whether no event validates anything.
  boolean isEmpty() {
    return byEvent.values().stream().allMatch(groups -> groups.length == 0);
  }

  private static Class<?>[] read(UnitDefinition unit, String property, Class<?>[] otherwise) {
    Object value = unit.properties().get(property);
    return value == null
        ? otherwise
        : named(value).map(group -> group(unit, property, group)).toArray(Class<?>[]::new);
  }

  /// A class, its name, several of them, or names with commas between; an empty text is none.
  private static Stream<?> named(Object value) {
    return switch (value) {
      case Collection<?> several -> several.stream().flatMap(EventGroups::named);
      case Object[] several -> Arrays.stream(several).flatMap(EventGroups::named);
      case String text ->
          List.of(text.split(",")).stream().map(String::strip).filter(EventGroups::isName);
      default -> Stream.of(value);
    };
  }

  private static boolean isName(String text) {
    return !text.isEmpty();
  }

  private static Class<?> group(UnitDefinition unit, String property, Object group) {
    Class<?> type =
        switch (group) {
          case Class<?> loaded -> loaded;
          case String name -> load(unit, property, name);
          default -> throw refused(unit, property, group, null);
        };
    if (!type.isInterface()) {
      throw refused(unit, property, group, null);
    }
    return type;
  }

  private static Class<?> load(UnitDefinition unit, String property, String name) {
    try {
      return Class.forName(name, false, unit.loader());
    } catch (ClassNotFoundException e) {
      throw refused(unit, property, name, e);
    }
  }

  private static PersistenceException refused(
      UnitDefinition unit, String property, Object group, @Nullable Exception cause) {
    return new PersistenceException(
        "property %s of persistence unit \"%s\" must name interfaces, got %s%s"
            .formatted(
                property,
                unit.name(),
                group,
                cause == null ? "" : ", which is not on the class path"),
        cause);
  }
}
