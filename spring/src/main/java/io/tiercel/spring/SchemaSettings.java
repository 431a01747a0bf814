package io.tiercel.spring;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jpa.autoconfigure.JpaProperties;
import org.springframework.core.env.Environment;

/// What `spring.jpa.hibernate.ddl-auto` and `spring.jpa.generate-ddl` ask for, in the words of
/// Jakarta Persistence, so that an application can come from Hibernate without editing them. The
/// specification's own property among `spring.jpa.properties` goes before both.
///
/// @param action null when nothing is asked for
record SchemaSettings(@Nullable String action) {
  private static final String DDL_AUTO = "spring.jpa.hibernate.ddl-auto";
  private static final String ACTION = "jakarta.persistence.schema-generation.database.action";

  static SchemaSettings of(Environment environment, JpaProperties jpa) {
    if (jpa.getProperties().containsKey(ACTION)) {
      return new SchemaSettings(null);
    }
    String asked = environment.getProperty(DDL_AUTO);
    if (asked == null) {
      return new SchemaSettings(jpa.isGenerateDdl() ? "create" : null);
    }
    return new SchemaSettings(
        switch (asked.strip().toLowerCase(Locale.ROOT)) {
          case "", "none", "false" -> null;
          case "create", "create-drop" -> "drop-and-create";
          case "create-only" -> "create";
          case "drop" -> "drop";
          case "validate" -> "validate";
          default ->
              throw new InvalidConfigurationPropertyValueException(
                  DDL_AUTO,
                  asked,
                  "Tiercel can create, drop and validate a schema, and leaves changing one to a"
                      + " migration tool such as Flyway. Use none, validate, create, create-only or"
                      + " drop.");
        });
  }

  Map<String, Object> properties() {
    return action == null ? Map.of() : Map.of(ACTION, action);
  }
}
