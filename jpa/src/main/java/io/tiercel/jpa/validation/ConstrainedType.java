package io.tiercel.jpa.validation;

import io.tiercel.jpa.access.MemberAccess;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.LifecycleEvent;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The validation of an entity class, which the first event finds out whether it has constraints at
/// all.
final class ConstrainedType implements TypeValidation {
  private final BeanValidation unit;
  private final EntityMapping mapping;
  private final MemberAccess access;

  /// What is known once somebody asked; a null validator validates nothing.
  private record Known(@Nullable Validator validator) {}

  private volatile @Nullable Known known;

  ConstrainedType(BeanValidation unit, EntityMapping mapping, MemberAccess access) {
    this.unit = unit;
    this.mapping = mapping;
    this.access = access;
  }

  @Override
  public void validate(LifecycleEvent event, Object instance) {
    Class<?>[] groups = unit.groups().of(event);
    Validator validator = groups.length == 0 ? null : known().validator();
    if (validator == null) {
      return;
    }
    Set<ConstraintViolation<Object>> violations = validator.validate(instance, groups);
    if (!violations.isEmpty()) {
      throw new ConstraintViolationException(message(event, violations), violations);
    }
  }

  private Known known() {
    Known answer = known;
    if (answer == null) {
      answer = new Known(ask());
      known = answer;
    }
    return answer;
  }

  private @Nullable Validator ask() {
    Validator validator = unit.validator();
    if (validator == null
        || !validator.getConstraintsForClass(mapping.javaType()).isBeanConstrained()) {
      return null;
    }
    unit.storedState().add(mapping, access);
    return validator;
  }

  private String message(LifecycleEvent event, Set<ConstraintViolation<Object>> violations) {
    String details = violations.stream().map(this::line).sorted().collect(Collectors.joining("\n"));
    return "cannot %s %s: it violates %s\n%s"
        .formatted(
            operation(event),
            mapping.entityName(),
            violations.size() == 1 ? "a constraint" : violations.size() + " constraints",
            details);
  }

  private String line(ConstraintViolation<?> violation) {
    String path = violation.getPropertyPath().toString();
    return "%s%s %s"
        .formatted(mapping.entityName(), path.isEmpty() ? "" : "." + path, violation.getMessage());
  }

  private static String operation(LifecycleEvent event) {
    return switch (event) {
      case PRE_UPDATE, POST_UPDATE -> "update";
      case PRE_REMOVE, POST_REMOVE -> "remove";
      case PRE_PERSIST, POST_PERSIST, POST_LOAD -> "persist";
    };
  }
}
