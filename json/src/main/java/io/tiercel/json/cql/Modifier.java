package io.tiercel.json.cql;

import org.jspecify.annotations.Nullable;

/// A modifier of a relation, a boolean or a sort key: `/name` or `/name=value`.
///
/// @param comparison null where there is no value
/// @param value null where there is none
public record Modifier(CqlString name, @Nullable Comparison comparison, @Nullable CqlString value) {
  /// @throws IllegalArgumentException if there is a comparison without a value or the reverse
  public Modifier {
    if ((comparison == null) != (value == null)) {
      throw new IllegalArgumentException("a modifier has a comparison and a value, or neither");
    }
  }

  @Override
  public String toString() {
    return comparison == null ? "/" + name : "/" + name + comparison.symbol() + value;
  }
}
