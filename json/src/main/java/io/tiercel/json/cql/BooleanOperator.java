package io.tiercel.json.cql;

import java.util.Locale;

/// The booleans. All of the same precedence, from left to right.
public enum BooleanOperator {
  /// Both.
  AND,
  /// At least one.
  OR,
  /// The left without the right.
  NOT,
  /// Both, near each other.
  PROX;

  /// As it stands in a query.
  public String keyword() {
    return name().toLowerCase(Locale.ROOT);
  }
}
