package io.tiercel.json.cql;

/// The relations that are symbols.
public enum Comparison {
  /// Whatever suits the index.
  EQUAL("="),
  /// The whole value.
  EXACT("=="),
  /// Another value.
  NOT_EQUAL("<>"),
  /// Before.
  LESS("<"),
  /// After.
  GREATER(">"),
  /// Not after.
  LESS_OR_EQUAL("<="),
  /// Not before.
  GREATER_OR_EQUAL(">=");

  private final String symbol;

  Comparison(String symbol) {
    this.symbol = symbol;
  }

  /// As it stands in a query.
  public String symbol() {
    return symbol;
  }
}
