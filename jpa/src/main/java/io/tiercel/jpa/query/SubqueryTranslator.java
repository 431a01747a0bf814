package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.QueryExpression;

/// Translates queries inside others, whose result is one column.
final class SubqueryTranslator {

  private final Translation translation;
  private final Scope around;

  /// @param sql the query without parentheses
  /// @param type the type of its column
  record Result(String sql, ValueType type) {}

  SubqueryTranslator(Translation translation, Scope around) {
    this.translation = translation;
    this.around = around;
  }

  Result translate(QueryExpression query) {
    var translated = new SelectTranslator(translation, around).translate(query);
    if (translated.items().size() != 1) {
      throw translation.error(
          query.at(),
          "a subquery selects one item, found %d".formatted(translated.items().size()),
          null);
    }
    return new Result(translated.sql(), translated.items().getFirst());
  }
}
