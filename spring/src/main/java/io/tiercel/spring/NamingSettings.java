package io.tiercel.spring;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jpa.autoconfigure.JpaProperties;
import org.springframework.core.env.Environment;

/// How tables and columns are named: with underscores, as Spring Boot has Hibernate name them, so
/// that the tables of an application stay its tables. Our own property among
/// `spring.jpa.properties` goes before what is said for Hibernate.
///
/// @param naming null when the property says it
record NamingSettings(@Nullable String naming) {
  private static final String NAMING = "tiercel.mapping.naming";
  private static final String STRATEGY = "spring.jpa.hibernate.naming.physical-strategy";

  static NamingSettings of(Environment environment, JpaProperties jpa) {
    if (jpa.getProperties().containsKey(NAMING)) {
      return new NamingSettings(null);
    }
    String strategy = environment.getProperty(STRATEGY, "");
    String simpleName = strategy.substring(strategy.lastIndexOf('.') + 1);
    return new NamingSettings(
        switch (simpleName) {
          case "", "CamelCaseToUnderscoresNamingStrategy", "PhysicalNamingStrategySnakeCaseImpl" ->
              "underscores";
          case "PhysicalNamingStrategyStandardImpl" -> "standard";
          default ->
              throw new InvalidConfigurationPropertyValueException(
                  STRATEGY,
                  strategy,
                  "Tiercel runs no naming strategies of Hibernate. Name tables and columns in the"
                      + " mapping, and set spring.jpa.properties.tiercel.mapping.naming to standard"
                      + " or underscores.");
        });
  }

  Map<String, Object> properties() {
    return naming == null ? Map.of() : Map.of(NAMING, naming);
  }
}
