package io.tiercel.jpa.validation;

import io.tiercel.jpa.access.MemberAccess;
import io.tiercel.jpa.bootstrap.PropertyNames;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.mapping.EntityMapping;
import jakarta.persistence.PersistenceException;
import jakarta.validation.NoProviderFoundException;
import jakarta.validation.Validation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Validation by the provider that is there. Building its factory takes some tenths of a second, so
/// mode AUTO leaves that to the first instance that is written. Safe for any number of threads.
final class BeanValidation implements UnitValidation {
  private final UnitDefinition unit;
  private final boolean required;
  private final EventGroups groups;
  private final StoredState storedState;
  private @Nullable ValidatorFactory built;
  private @Nullable Validator validator;
  private boolean asked;

  private BeanValidation(
      UnitDefinition unit,
      boolean required,
      EventGroups groups,
      Predicate<@Nullable Object> isLoaded) {
    this.unit = unit;
    this.required = required;
    this.groups = groups;
    this.storedState = new StoredState(isLoaded);
  }

  /// @param required whether it fails when there is no provider
  static UnitValidation open(
      UnitDefinition unit, boolean required, Predicate<@Nullable Object> isLoaded) {
    var validation = new BeanValidation(unit, required, new EventGroups(unit), isLoaded);
    validation.given();
    if (required) {
      validation.validator();
    }
    return validation.groups.isEmpty() ? NONE : validation;
  }

  EventGroups groups() {
    return groups;
  }

  StoredState storedState() {
    return storedState;
  }

  @Override
  public TypeValidation of(EntityMapping mapping, MemberAccess access) {
    return new ConstrainedType(this, mapping, access);
  }

  /// The validator of this unit, null when there is no provider.
  synchronized @Nullable Validator validator() {
    if (!asked) {
      ValidatorFactory factory = given();
      if (factory == null) {
        factory = built = build();
      }
      if (factory != null) {
        validator = factory.usingContext().traversableResolver(storedState).getValidator();
      }
      asked = true;
    }
    return validator;
  }

  private @Nullable ValidatorFactory given() {
    Object given = unit.properties().get(PropertyNames.VALIDATION_FACTORY);
    if (given == null || given instanceof ValidatorFactory) {
      return (ValidatorFactory) given;
    }
    throw new PersistenceException(
        "property %s of persistence unit \"%s\" must be a %s, got a %s"
            .formatted(
                PropertyNames.VALIDATION_FACTORY,
                unit.name(),
                ValidatorFactory.class.getName(),
                given.getClass().getName()));
  }

  /// Looks for the provider where the unit's classes are: the thread that writes first may be one
  /// whose class loader knows nothing of the application.
  private @Nullable ValidatorFactory build() {
    Thread thread = Thread.currentThread();
    ClassLoader ofThread = thread.getContextClassLoader();
    thread.setContextClassLoader(unit.loader());
    try {
      return Validation.buildDefaultValidatorFactory();
    } catch (NoProviderFoundException e) {
      if (required) {
        throw UnitValidation.noProvider(unit.name(), e);
      }
      return null;
    } catch (ValidationException e) {
      throw new PersistenceException(
          """
          the Bean Validation provider of persistence unit "%s" could not start: %s
          Hint: mend it, or set property %s to NONE.\
          """
              .formatted(unit.name(), e.getMessage(), PropertyNames.VALIDATION_MODE),
          e);
    } finally {
      thread.setContextClassLoader(ofThread);
    }
  }

  @Override
  public synchronized void close() {
    if (built != null) {
      built.close();
    }
  }
}
