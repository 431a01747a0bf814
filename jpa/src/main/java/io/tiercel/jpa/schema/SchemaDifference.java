package io.tiercel.jpa.schema;

/// One thing in which the database differs from the mapping.
///
/// @param what in the words of an error message
/// @param mend how to mend it, usually a statement
/// @param isTolerable whether the mapping works with the database all the same
public record SchemaDifference(String what, String mend, boolean isTolerable) {

  /// One that the mapping does not work with.
  SchemaDifference(String what, String mend) {
    this(what, mend, false);
  }

  @Override
  public String toString() {
    return what + "\n  Hint: " + mend;
  }
}
