package io.tiercel.jpa.schema;

/// One thing in which the database differs from the mapping.
///
/// @param what in the words of an error message
/// @param mend how to mend it, usually a statement
public record SchemaDifference(String what, String mend) {
  @Override
  public String toString() {
    return what + "\n  Hint: " + mend;
  }
}
