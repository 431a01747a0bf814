package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Translates comparisons of rows of values, `(a, b) < (c, d)` and `(a, b) in (…)`. Items that
/// stand at the same place take their types from each other.
final class RowTranslator {

  private final Translation translation;
  private final ExpressionTranslator expressions;

  RowTranslator(Translation translation, ExpressionTranslator expressions) {
    this.translation = translation;
    this.expressions = expressions;
  }

  Sql comparison(Predicate.Comparison comparison) {
    var rows =
        rows(
            List.of(
                row(comparison.at(), comparison.left()), row(comparison.at(), comparison.right())));
    return Sql.condition(
        rows.getFirst() + " " + comparison.operator().symbol() + " " + rows.getLast(),
        Sql.COMPARISON);
  }

  Sql inList(Predicate.InList in, Operation.Row value) {
    var rows = new ArrayList<Operation.Row>();
    rows.add(value);
    in.items().forEach(item -> rows.add(row(item.at(), item)));
    var texts = rows(rows);
    return Sql.condition(
        "%s %sin (%s)"
            .formatted(
                texts.getFirst(),
                in.negated() ? "not " : "",
                String.join(", ", texts.subList(1, texts.size()))),
        Sql.COMPARISON);
  }

  Sql inSubquery(Predicate.InSubquery in, Operation.Row value) {
    var subquery = expressions.subquery(in.query(), value.items().size());
    var texts = new ArrayList<String>();
    for (int i = 0; i < value.items().size(); i++) {
      texts.add(expressions.translate(value.items().get(i), subquery.types().get(i)).text());
    }
    return Sql.condition(
        "(%s) %sin (%s)"
            .formatted(String.join(", ", texts), in.negated() ? "not " : "", subquery.sql()),
        Sql.COMPARISON);
  }

  private Operation.Row row(int at, Expression expression) {
    if (expression instanceof Operation.Row row) {
      return row;
    }
    throw translation.error(
        at, "a row of values is compared with another row only", "write (a, b) = (c, d)");
  }

  /// The rows as SQL.
  private List<String> rows(List<Operation.Row> rows) {
    int width = rows.getFirst().items().size();
    for (var row : rows) {
      if (row.items().size() != width) {
        throw translation.error(
            row.at(),
            "expected a row of %d values, found %d".formatted(width, row.items().size()),
            null);
      }
    }
    var columns = new ArrayList<List<Sql>>();
    for (int i = 0; i < width; i++) {
      int at = i;
      columns.add(
          expressions.alternatives(rows.stream().map(row -> row.items().get(at)).toList(), null));
    }
    var texts = new ArrayList<String>();
    for (int i = 0; i < rows.size(); i++) {
      int row = i;
      texts.add(
          columns.stream()
              .map(column -> column.get(row).text())
              .collect(Collectors.joining(", ", "(", ")")));
    }
    return texts;
  }
}
