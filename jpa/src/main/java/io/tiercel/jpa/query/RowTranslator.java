package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.Constant;
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
    String operator = " " + comparison.operator().symbol() + " ";
    if (comparison.left() instanceof Operation.Row row
        && comparison.right() instanceof Constant.Parameter parameter) {
      var items = items(row);
      return Sql.condition(text(items) + operator + row(parameter, items), Sql.COMPARISON);
    }
    if (comparison.right() instanceof Operation.Row row
        && comparison.left() instanceof Constant.Parameter parameter) {
      var items = items(row);
      return Sql.condition(row(parameter, items) + operator + text(items), Sql.COMPARISON);
    }
    var rows =
        rows(
            List.of(
                row(comparison.at(), comparison.left()), row(comparison.at(), comparison.right())));
    return Sql.condition(rows.getFirst() + operator + rows.getLast(), Sql.COMPARISON);
  }

  private List<Sql> items(Operation.Row row) {
    return row.items().stream().map(expressions::translate).toList();
  }

  private static String text(List<Sql> items) {
    return items.stream().map(Sql::text).collect(Collectors.joining(", ", "(", ")"));
  }

  /// A parameter for a row, whose items are of the types of the other row's.
  private String row(Constant.Parameter parameter, List<Sql> others) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      var part = new ArgumentPart.OfRow(i, others.size());
      items.add(translation.parameters().part(parameter, others.get(i).type(), part, false));
    }
    return "(" + String.join(", ", items) + ")";
  }

  Sql inList(Predicate.InList in, Operation.Row value) {
    if (in.items().size() == 1 && in.items().getFirst() instanceof Constant.Parameter parameter) {
      return inParameter(in, items(value), parameter);
    }
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

  /// A parameter for a collection of rows.
  private Sql inParameter(Predicate.InList in, List<Sql> items, Constant.Parameter parameter) {
    var rows = new ParameterRows(translation, in.at(), "a collection of such rows");
    for (int i = 0; i < items.size(); i++) {
      var type = items.get(i).type();
      var part = new ArgumentPart.OfRow(i, items.size());
      rows.add(translation.parameters().part(parameter, type, part, true), type);
    }
    return Sql.condition(
        "%s %sin (select * from %s)".formatted(text(items), in.negated() ? "not " : "", rows.sql()),
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
        at,
        "a row of values is compared with another row or a parameter only",
        "write (a, b) = (c, d)");
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
