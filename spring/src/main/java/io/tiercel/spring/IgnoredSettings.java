package io.tiercel.spring;

import java.util.List;
import org.springframework.core.env.Environment;

/// Settings of Spring Boot that are for Hibernate, or choose a database, and change nothing here.
final class IgnoredSettings {
  private static final System.Logger LOG = System.getLogger("io.tiercel.spring");

  private static final List<String> NAMES =
      List.of("spring.jpa.database", "spring.jpa.database-platform");

  private IgnoredSettings() {}

  /// A line for each that is set.
  static void log(Environment environment) {
    NAMES.stream()
        .filter(environment::containsProperty)
        .forEach(
            name ->
                LOG.log(
                    System.Logger.Level.INFO,
                    () -> "property %s changes nothing with Tiercel".formatted(name)));
  }
}
