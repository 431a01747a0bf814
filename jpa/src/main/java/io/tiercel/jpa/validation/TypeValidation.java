package io.tiercel.jpa.validation;

import io.tiercel.jpa.mapping.LifecycleEvent;

/// The validation of the instances of one entity class. Safe for any number of threads.
@FunctionalInterface
public interface TypeValidation {

  /// Finds nothing wrong.
  TypeValidation NONE = (event, instance) -> {};

  /// Validates an instance that `persist` has made managed, which the flush validates again
  /// (docs/decisions/0011).
  default void validatePersisted(Object instance) {
    validate(LifecycleEvent.PRE_PERSIST, instance);
  }

  /// Validates the groups of an event, after its callbacks. What is violated comes out as a
  /// `jakarta.validation.ConstraintViolationException`. Nothing lazy is loaded.
  void validate(LifecycleEvent event, Object instance);
}
