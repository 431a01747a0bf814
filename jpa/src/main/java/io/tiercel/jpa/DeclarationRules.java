package io.tiercel.jpa;

import io.tiercel.jpa.bootstrap.PropertyNames;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PersistenceUnitTransactionType;
import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What a unit may declare and what it may not yet (Jakarta Persistence 3.2, section 8.2.1): better
/// refused when it opens than passed over.
final class DeclarationRules {

  private DeclarationRules() {}

  static void check(UnitDefinition unit) {
    checkTransactions(unit);
    validationMode(unit);
    // Without a shared cache every mode is NONE; but a misspelt one is told.
    constant(unit, PropertyNames.CACHE_MODE, SharedCacheMode.class);
  }

  /// The validation mode; PersistenceException when a property has another value.
  static ValidationMode validationMode(UnitDefinition unit) {
    ValidationMode mode = constant(unit, PropertyNames.VALIDATION_MODE, ValidationMode.class);
    return mode == null ? ValidationMode.AUTO : mode;
  }

  private static void checkTransactions(UnitDefinition unit) {
    if (constant(unit, PropertyNames.TRANSACTION_TYPE, PersistenceUnitTransactionType.class)
        == PersistenceUnitTransactionType.JTA) {
      throw refused(
          unit,
          "has transaction type JTA, which this version does not take part in",
          "set transaction-type, or property %s, to RESOURCE_LOCAL."
              .formatted(PropertyNames.TRANSACTION_TYPE));
    }
  }

  /// The constant that a property names; null when it is not set.
  private static <E extends Enum<E>> @Nullable E constant(
      UnitDefinition unit, String property, Class<E> type) {
    Object value = unit.properties().get(property);
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
            .formatted(property, unit.name(), Arrays.toString(type.getEnumConstants()), value));
  }

  private static PersistenceException refused(UnitDefinition unit, String what, String mend) {
    return new PersistenceException(
        "persistence unit \"%s\" %s\nHint: %s".formatted(unit.name(), what, mend));
  }
}
