package io.tiercel.inside.ddl;

/// A method that cannot be a routine in SQL.
public final class InvalidRoutine extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /// An error of a signature.
  ///
  /// @param message says which method and why
  public InvalidRoutine(String message) {
    super(message);
  }
}
