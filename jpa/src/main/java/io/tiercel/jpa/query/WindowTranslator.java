package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Operation.Aggregate;
import io.tiercel.jpa.query.syntax.Operation.Filtered;
import io.tiercel.jpa.query.syntax.Operation.WindowFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Translates window functions (PostgreSQL manual, section 4.2.8).
final class WindowTranslator {

  private final Translation translation;
  private final ExpressionTranslator expressions;

  WindowTranslator(Translation translation, ExpressionTranslator expressions) {
    this.translation = translation;
    this.expressions = expressions;
  }

  Sql window(Operation.Window window) {
    translation.watch().setCoarse();
    String over = over(window);
    return switch (window.function()) {
      case Aggregate aggregate -> expressions.operations().aggregate(aggregate, over);
      case Filtered(_, var aggregate, var condition) ->
          expressions
              .operations()
              .aggregate(
                  aggregate,
                  " filter (where " + expressions.condition(condition).text() + ")" + over);
      case WindowFunction function -> function(function, over);
      default ->
          throw translation.error(window.at(), "OVER follows an aggregate or a ranking", null);
    };
  }

  private String over(Operation.Window window) {
    List<String> parts = new ArrayList<>();
    if (!window.partitionBy().isEmpty()) {
      parts.add("partition by " + String.join(", ", texts(window.partitionBy())));
    }
    if (!window.orderBy().isEmpty()) {
      List<String> terms =
          window.orderBy().stream()
              .map(
                  item ->
                      OrderTranslator.term(expressions.translate(item.expression()).text(), item))
              .toList();
      parts.add("order by " + String.join(", ", terms));
    }
    if (window.frame() != null) {
      parts.add(window.frame());
    }
    return " over (" + String.join(" ", parts) + ")";
  }

  private List<String> texts(List<Expression> values) {
    return values.stream().map(value -> expressions.translate(value).text()).toList();
  }

  private Sql function(WindowFunction function, String over) {
    List<Expression> arguments = function.arguments();
    String name = function.name().name().toLowerCase(Locale.ROOT);
    return switch (function.name()) {
      case ROW_NUMBER, RANK, DENSE_RANK -> Sql.primary(name + "()" + over, ValueType.LONG);
      case PERCENT_RANK, CUME_DIST -> Sql.primary(name + "()" + over, ValueType.DOUBLE);
      case NTILE ->
          Sql.primary(name + "(" + number(arguments.getFirst()) + ")" + over, ValueType.INTEGER);
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE, LAG, LEAD -> value(name, arguments, over);
    };
  }

  private String number(Expression expression) {
    return expressions.argument(expression, ValueType.INTEGER).cast(ValueType.INTEGER).text();
  }

  /// The value of another row, which PostgreSQL wants of the same type as the default.
  private Sql value(String name, List<Expression> arguments, String over) {
    var value = expressions.translate(arguments.getFirst());
    var text = new StringBuilder(name).append('(').append(value.text());
    if (arguments.size() > 1) {
      text.append(", ").append(number(arguments.get(1)));
    }
    if (arguments.size() > 2) {
      var other = expressions.argument(arguments.get(2), value.type());
      text.append(", ").append(other.cast(value.type()).text());
    }
    return Sql.primary(text.append(')').append(over).toString(), value.type());
  }
}
