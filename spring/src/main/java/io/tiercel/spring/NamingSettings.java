package io.tiercel.spring;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jpa.autoconfigure.JpaProperties;
import org.springframework.core.env.Environment;

/// How tables and columns are named: with underscores, and join tables after attributes, as Spring
/// Boot has Hibernate name them, so that the tables of an application stay its tables. Our own
/// properties among `spring.jpa.properties` go before what is said for Hibernate.
///
/// @param naming null when the property says it
/// @param joinTables null when the property says it
record NamingSettings(@Nullable String naming, @Nullable String joinTables) {
  private static final String NAMING = "tiercel.mapping.naming";
  private static final String JOIN_TABLES = "tiercel.mapping.join-tables";
  private static final String PHYSICAL = "spring.jpa.hibernate.naming.physical-strategy";
  private static final String IMPLICIT = "spring.jpa.hibernate.naming.implicit-strategy";

  static NamingSettings of(Environment environment, JpaProperties jpa) {
    Map<String, String> own = jpa.getProperties();
    return new NamingSettings(
        own.containsKey(NAMING) ? null : naming(environment.getProperty(PHYSICAL, "")),
        own.containsKey(JOIN_TABLES) ? null : joinTables(environment.getProperty(IMPLICIT, "")));
  }

  private static String naming(String strategy) {
    return switch (simpleName(strategy)) {
      case "", "CamelCaseToUnderscoresNamingStrategy", "PhysicalNamingStrategySnakeCaseImpl" ->
          "underscores";
      case "PhysicalNamingStrategyStandardImpl" -> "standard";
      default -> throw unknown(PHYSICAL, strategy, NAMING, "standard or underscores");
    };
  }

  private static String joinTables(String strategy) {
    return switch (simpleName(strategy)) {
      case "", "SpringImplicitNamingStrategy" -> "attribute";
      case "ImplicitNamingStrategyJpaCompliantImpl" -> "target";
      default -> throw unknown(IMPLICIT, strategy, JOIN_TABLES, "attribute or target");
    };
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static InvalidConfigurationPropertyValueException unknown(
      String name, String value, String ours, String values) {
    return new InvalidConfigurationPropertyValueException(
        name,
        value,
        "Tiercel runs no naming strategies of Hibernate. Name tables and columns in the mapping,"
            + " and set spring.jpa.properties.%s to %s.".formatted(ours, values));
  }

  Map<String, Object> properties() {
    Map<String, Object> properties = new HashMap<>();
    if (naming != null) {
      properties.put(NAMING, naming);
    }
    if (joinTables != null) {
      properties.put(JOIN_TABLES, joinTables);
    }
    return properties;
  }
}
