package io.tiercel.jpa.access;

import jakarta.persistence.PersistenceException;

/// A null that a primitive attribute cannot take. Public because generated classes throw it.
public final class NullForPrimitiveException extends PersistenceException {
  private static final long serialVersionUID = 1L;

  private NullForPrimitiveException(String message) {
    super(message);
  }

  /// A column of the row is null.
  public static NullForPrimitiveException column(String attribute, String type, String column) {
    return new NullForPrimitiveException(
        "cannot load %s: column %s is null, but the attribute is %s\nHint: declare the attribute as a wrapper class, or make the column not null."
            .formatted(attribute, column, type));
  }

  /// A null was given to be set.
  public static NullForPrimitiveException value(String attribute, String type) {
    return new NullForPrimitiveException(
        "cannot set %s to null: the attribute is %s\nHint: declare it as a wrapper class."
            .formatted(attribute, type));
  }
}
