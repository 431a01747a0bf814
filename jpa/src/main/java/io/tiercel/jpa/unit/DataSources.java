package io.tiercel.jpa.unit;

import io.tiercel.jpa.bootstrap.PropertyNames;
import io.tiercel.jpa.settings.UnitProperties;
import jakarta.persistence.PersistenceException;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// The DataSource that a unit names: the object itself, or its JNDI name (Jakarta Persistence 3.2,
/// section 8.2.1.5).
final class DataSources {
  private static final List<String> NAMES =
      List.of(
          PropertyNames.NON_JTA_DATA_SOURCE,
          PropertyNames.DATA_SOURCE,
          PropertyNames.JTA_DATA_SOURCE);

  private DataSources() {}

  /// Null when the unit names none.
  static @Nullable DataSource of(UnitProperties properties) {
    for (String name : NAMES) {
      DataSource dataSource = of(properties, name);
      if (dataSource != null) {
        return dataSource;
      }
    }
    return null;
  }

  /// The one that the property names; null when it is not set.
  static @Nullable DataSource of(UnitProperties properties, String name) {
    Object value = properties.values().get(name);
    if (value instanceof DataSource dataSource) {
      return dataSource;
    }
    if (value instanceof String jndiName) {
      return jndiName.isBlank() ? null : lookUp(jndiName.strip(), name, properties);
    }
    if (value != null) {
      throw new PersistenceException(
          "property %s of persistence unit \"%s\" must be a DataSource or the JNDI name of one, got a %s"
              .formatted(name, properties.unitName(), value.getClass().getName()));
    }
    return null;
  }

  @SuppressWarnings("BanJNDI") // the name is the unit's own declaration, no input from outside
  private static DataSource lookUp(String jndiName, String property, UnitProperties properties) {
    Object found;
    try {
      found = new InitialContext().lookup(jndiName);
    } catch (NamingException e) {
      throw new PersistenceException(
          "could not find DataSource \"%s\" of persistence unit \"%s\" in JNDI: %s\nHint: set property %s to a DataSource object, or %s to the database's URL."
              .formatted(
                  jndiName, properties.unitName(), e.getMessage(), property, PropertyNames.URL),
          e);
    }
    if (found instanceof DataSource dataSource) {
      return dataSource;
    }
    throw new PersistenceException(
        "JNDI name \"%s\" of persistence unit \"%s\" is a %s, not a DataSource"
            .formatted(
                jndiName,
                properties.unitName(),
                found == null ? null : found.getClass().getName()));
  }
}
