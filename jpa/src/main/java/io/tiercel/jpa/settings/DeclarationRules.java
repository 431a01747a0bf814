package io.tiercel.jpa.settings;

import io.tiercel.jpa.bootstrap.PropertyNames;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PersistenceUnitTransactionType;
import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a unit may declare and what it may not yet (Jakarta Persistence 3.2, section 8.2.1): better
/// refused when it opens than passed over.
public final class DeclarationRules {

  private DeclarationRules() {}

  public static void check(UnitDefinition unit) {
    boolean unusedType = isJta(unit.name(), unit.properties());
    validationMode(unit);
    var unusedMode = cacheMode(unit.name(), unit.properties());
  }

  /// Which entities are to be cached; PersistenceException when a property has another value.
  static SharedCacheMode cacheMode(String unitName, Map<String, Object> properties) {
    SharedCacheMode mode =
        constant(unitName, properties, PropertyNames.CACHE_MODE, SharedCacheMode.class);
    return mode == null ? SharedCacheMode.UNSPECIFIED : mode;
  }

  /// The validation mode; PersistenceException when a property has another value.
  public static ValidationMode validationMode(UnitDefinition unit) {
    ValidationMode mode =
        constant(
            unit.name(), unit.properties(), PropertyNames.VALIDATION_MODE, ValidationMode.class);
    return mode == null ? ValidationMode.AUTO : mode;
  }

  /// Whether transactions are those of JTA.
  static boolean isJta(String unitName, Map<String, Object> properties) {
    return constant(
            unitName,
            properties,
            PropertyNames.TRANSACTION_TYPE,
            PersistenceUnitTransactionType.class)
        == PersistenceUnitTransactionType.JTA;
  }

  /// The constant that a property names; null when it is not set.
  private static <E extends Enum<E>> @Nullable E constant(
      String unitName, Map<String, Object> properties, String property, Class<E> type) {
    Object value = properties.get(property);
    if (value == null || value.toString().isBlank()) {
      return null;
    }
    String name = value.toString().strip().replace('-', '_');
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(name)) {
        return constant;
      }
    }
    throw new PersistenceException(
        "property %s of persistence unit \"%s\" must be one of %s, got \"%s\""
            .formatted(property, unitName, Arrays.toString(type.getEnumConstants()), value));
  }
}
