package io.tiercel.jpa.validation;

import io.tiercel.jpa.access.MemberAccess;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.mapping.EntityMapping;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.ValidationMode;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The automatic validation of a unit (Jakarta Persistence 3.2, sections 3.7 and 8.2.1.8). Safe for
/// any number of threads.
@FunctionalInterface
public interface UnitValidation extends AutoCloseable {

  /// When a new instance is validated: `persist`, that is by `persist` and by the flush, or
  /// `flush`.
  String AT = "tiercel.validation.at";

  /// Validates nothing.
  UnitValidation NONE = (mapping, access) -> TypeValidation.NONE;

  /// The validation of an entity class. Asks the provider nothing before the first event.
  TypeValidation of(EntityMapping mapping, MemberAccess access);

  /// Closes the provider's factory if it was built here.
  @Override
  default void close() {}

  /// As the unit declares it.
  ///
  /// @param isLoaded whether the value of an attribute may be looked at
  /// @throws PersistenceException if mode CALLBACK finds no provider, or a property is wrong
  static UnitValidation open(
      UnitDefinition unit, ValidationMode mode, Predicate<@Nullable Object> isLoaded) {
    if (mode == ValidationMode.NONE) {
      return NONE;
    }
    boolean atFlush = isAtFlush(unit);
    boolean required = mode == ValidationMode.CALLBACK;
    if (isApiPresent()) {
      UnitValidation opened = BeanValidation.open(unit, required, isLoaded);
      return atFlush ? new ValidationAtFlush(opened) : opened;
    }
    if (required) {
      throw noProvider(unit.name(), null);
    }
    return NONE;
  }

  private static boolean isAtFlush(UnitDefinition unit) {
    String at = unit.properties().getOrDefault(AT, "persist").toString().strip();
    return switch (at) {
      case "persist" -> false;
      case "flush" -> true;
      default ->
          throw new PersistenceException(
              "property %s of persistence unit \"%s\" must be persist or flush, got \"%s\""
                  .formatted(AT, unit.name(), at));
    };
  }

  private static boolean isApiPresent() {
    try {
      Class.forName("jakarta.validation.Validation", false, UnitValidation.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /// What mode CALLBACK answers where nobody can validate.
  static PersistenceException noProvider(String unitName, @Nullable RuntimeException cause) {
    return new PersistenceException(
        """
        persistence unit "%s" has validation mode CALLBACK, but there is no Bean Validation provider
        Hint: add one, for example org.hibernate.validator:hibernate-validator with \
        org.glassfish.expressly:expressly, or set the mode to AUTO.\
        """
            .formatted(unitName),
        cause);
  }
}
