package io.tiercel.jpa.mapping;

import jakarta.persistence.PersistenceException;
import org.jspecify.annotations.Nullable;

/// A class cannot be mapped as its annotations ask. The message names class and attribute, says
/// what is wrong, and hints at the mend.
public final class MappingException extends PersistenceException {
  private static final long serialVersionUID = 1L;

  /// @param attribute null when the class as a whole is at fault
  public MappingException(Class<?> type, @Nullable String attribute, String problem, String hint) {
    super(
        "cannot map %s: %s\nHint: %s"
            .formatted(
                attribute == null ? type.getName() : type.getName() + "." + attribute,
                problem,
                hint));
  }
}
