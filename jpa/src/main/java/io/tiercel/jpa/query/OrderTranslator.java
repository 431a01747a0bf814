package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.OrderItem;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperation;
import io.tiercel.jpa.query.syntax.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Translates order by clauses (specification 4.9).
final class OrderTranslator {

  private final ExpressionTranslator expressions;
  private final SelectItems items;
  private final ValueParts parts;
  private final boolean isOfRows;
  private final List<Sql> values = new ArrayList<>();

  /// @param isOfRows whether the rows of the tables are sorted: groups, and rows without doubles,
  /// are     sorted by what was selected or grouped by, and by nothing else
  OrderTranslator(
      Translation translation,
      ExpressionTranslator expressions,
      SelectItems items,
      boolean isOfRows) {
    this.expressions = expressions;
    this.items = items;
    this.parts = new ValueParts(translation, expressions);
    this.isOfRows = isOfRows;
  }

  List<String> translate(List<OrderItem> orderBy) {
    List<String> terms = new ArrayList<>();
    for (var item : orderBy) {
      var part = isOfRows ? parts.find(item.expression()) : null;
      if (part != null) {
        values.add(part.value());
        part.part().order(part.stored()).forEach(key -> terms.add(term(key, item)));
        continue;
      }
      var value = value(item);
      values.add(value);
      terms.add(term(value.text(), item));
    }
    return terms;
  }

  /// What the result is ordered by, in the order of the items.
  List<Sql> values() {
    return values;
  }

  private Sql value(OrderItem item) {
    // A variable hides a result variable of the same name, as it does in the select clause.
    if (item.expression() instanceof Reference.Path path
        && path.names().size() == 1
        && expressions.paths().resolveOrNull(path) == null) {
      var selected = items.byAlias(path.names().getFirst());
      if (selected != null) {
        return selected;
      }
    }
    return expressions.translate(item.expression());
  }

  /// A value with its direction and the place of its nulls.
  static String term(String value, OrderItem item) {
    var nulls = item.nulls();
    return value
        + (item.descending() ? " desc" : "")
        + (nulls == null ? "" : " nulls " + nulls.name().toLowerCase(Locale.ROOT));
  }

  /// The order of a set operation: SQL knows the columns of the result only, by name or number.
  static List<String> bySetColumns(
      Translation translation, SetOperation operation, List<Selection> selections) {
    return operation.orderBy().stream()
        .map(item -> term(Integer.toString(column(translation, item, selections)), item))
        .toList();
  }

  private static int column(Translation translation, OrderItem item, List<Selection> selections) {
    if (item.expression() instanceof Reference.Path path && path.names().size() == 1) {
      for (var selection : selections) {
        if (selection instanceof Selection.Scalar scalar
            && path.names().getFirst().equalsIgnoreCase(scalar.alias())) {
          return scalar.column() + 1;
        }
      }
    }
    throw translation.error(
        item.at(),
        "the result of a set operation is sorted by its result variables only",
        "name the item in the first query: select … as x, and order by x");
  }
}
