package io.tiercel.jpa.bootstrap;

import static java.lang.System.Logger.Level.INFO;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Names of properties as version 2.1 and 2.2 of the specification spell them,
/// `javax.persistence.…`:
/// taken for their names of today, with a line in the log each.
final class Spelling {
  private static final String EARLIER = "javax.persistence.";
  private static final String CURRENT = "jakarta.persistence.";
  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  private Spelling() {}

  /// The properties by the names of today. Where both names are used, the one of today counts.
  static Map<String, @Nullable Object> current(Map<?, ?> properties) {
    Map<String, @Nullable Object> current = new HashMap<>();
    properties.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          if (!name.startsWith(EARLIER)) {
            current.put(name, value);
            return;
          }
          String today = CURRENT + name.substring(EARLIER.length());
          LOG.log(INFO, () -> "property %s is taken for %s".formatted(name, today));
          if (!properties.containsKey(today)) {
            current.put(today, value);
          }
        });
    return current;
  }
}
