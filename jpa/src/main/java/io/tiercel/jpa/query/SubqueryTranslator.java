package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.QueryExpression;
import java.util.List;

/// Translates queries inside others, whose result is one column, or a row to compare with.
final class SubqueryTranslator {

  private final Translation translation;
  private final Scope around;

  /// @param sql the query without parentheses
  /// @param types the types of its columns
  record Result(String sql, List<ValueType> types) {
    /// The type of its first column.
    ValueType type() {
      return types.getFirst();
    }
  }

  SubqueryTranslator(Translation translation, Scope around) {
    this.translation = translation;
    this.around = around;
  }

  Result translate(QueryExpression query) {
    return translate(query, 1);
  }

  /// @param expected the type of what the one item is compared with or assigned to
  Result translate(QueryExpression query, ValueType expected) {
    return translate(query, 1, new Derivation(false, List.of(expected), false));
  }

  /// @param items how many items it is to select
  Result translate(QueryExpression query, int items) {
    return translate(query, items, Derivation.NONE);
  }

  private Result translate(QueryExpression query, int items, Derivation derivation) {
    var translated = new SelectTranslator(translation, around, derivation).translate(query);
    if (translated.items().size() != items) {
      throw translation.error(
          query.at(),
          "a subquery selects %s, found %d"
              .formatted(
                  items == 1 ? "one item" : items + " items here", translated.items().size()),
          null);
    }
    return new Result(translated.sql(), translated.items());
  }
}
