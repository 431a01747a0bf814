package io.tiercel.jpa.bootstrap;

import static java.lang.System.Logger.Level.INFO;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Properties as version 2.1 and 2.2 of the specification, Hibernate or EclipseLink spell them:
/// taken
/// for ours where we have an equal, with a line in the log each. Those of the others that have none
/// are ignored, with a line too.
public final class Spelling {
  private static final String EARLIER = "javax.persistence.";
  private static final String CURRENT = "jakarta.persistence.";
  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private Spelling() {}

  /// A hint, or a property of an EntityManager, by its name of today. The log has a line for each
  /// name, once.
  public static String today(String name) {
    if (!name.startsWith(EARLIER)) {
      return name;
    }
    String today = CURRENT + name.substring(EARLIER.length());
    if (TOLD.add(name)) {
      LOG.log(INFO, () -> "%s is taken for %s".formatted(name, today));
    }
    return today;
  }

  /// The properties by the names of today, with those of other providers kept beside. Where both
  /// names are used, ours counts.
  static Map<String, @Nullable Object> current(Map<?, ?> properties) {
    Map<String, @Nullable Object> current = new HashMap<>();
    properties.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          if (name.startsWith(EARLIER)) {
            String today = CURRENT + name.substring(EARLIER.length());
            LOG.log(INFO, () -> "property %s is taken for %s".formatted(name, today));
            if (!properties.containsKey(today)) {
              current.put(today, value);
            }
            return;
          }
          current.put(name, value);
          if (OtherProviders.isTheirs(name)) {
            translate(name, value, properties, current);
          }
        });
    return current;
  }

  private static void translate(
      String name,
      @Nullable Object value,
      Map<?, ?> properties,
      Map<String, @Nullable Object> current) {
    OtherProviders.Translation ours = OtherProviders.translate(name, value);
    if (ours == null) {
      LOG.log(INFO, () -> "property %s of another provider is ignored".formatted(name));
    } else if (!properties.containsKey(ours.name())) {
      LOG.log(INFO, () -> "property %s is taken for %s".formatted(name, ours.name()));
      current.put(ours.name(), ours.value());
    }
  }
}
