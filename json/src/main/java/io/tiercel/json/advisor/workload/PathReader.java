package io.tiercel.json.advisor.workload;

import io.tiercel.json.SqlName;
import io.tiercel.json.advisor.sql.Clause;
import io.tiercel.json.advisor.sql.Expression;
import io.tiercel.json.advisor.sql.Expression.Call;
import io.tiercel.json.advisor.sql.Expression.Cast;
import io.tiercel.json.advisor.sql.Expression.Column;
import io.tiercel.json.advisor.sql.Expression.Constant;
import io.tiercel.json.advisor.sql.Expression.Operation;
import io.tiercel.json.advisor.sql.SqlText;
import io.tiercel.json.advisor.sql.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which expressions of a statement are values of a document's path. Confined to one thread.
final class PathReader {
  private static final Set<String> ELEMENTS =
      Set.of(
          "jsonb_array_elements",
          "jsonb_array_elements_text",
          "json_array_elements",
          "json_array_elements_text");
  private static final Set<String> JSONPATH_VALUES =
      Set.of(
          "json_value",
          "json_query",
          "jsonb_path_query",
          "jsonb_path_query_first",
          "jsonb_path_query_array");

  private final SqlText text;
  private final DocumentColumns columns;
  private final Map<String, PathValue> derived = new HashMap<>();

  PathReader(SqlText text, DocumentColumns columns) {
    this.text = text;
    this.columns = columns;
    for (SqlText.Item item : text.items()) {
      if (item.clause() == Clause.FROM
          && item.alias() != null
          && item.expression() instanceof Call call
          && ELEMENTS.contains(call.function())
          && call.arguments().size() == 1) {
        PathValue array = read(call.arguments().getFirst());
        if (array != null) {
          List<@Nullable String> element = new ArrayList<>();
          element.add(null);
          PathValue each = array.then(element).derived();
          derived.put(
              item.alias(), call.function().endsWith("_text") ? each.as(ValueClass.TEXT) : each);
        }
      }
    }
  }

  /// The path that an expression is the value of, null if it is of none.
  @Nullable PathValue read(Expression expression) {
    return switch (expression) {
      case Column column -> column(column);
      case Cast cast -> {
        PathValue value = read(cast.operand());
        yield value == null ? null : value.as(valueClass(cast.type(), value.valueClass()));
      }
      case Operation operation -> operation(operation);
      case Call call -> call(call);
      case Constant constant -> null;
      case Expression.Parameter parameter -> null;
      case Expression.Nested nested -> null;
    };
  }

  /// The table of a column, null if it is not known.
  @Nullable SqlName table(Column column) {
    String qualifier = column.qualifier();
    SqlName found = null;
    for (SqlText.TableReference reference : text.tables()) {
      SqlName table = columns.table(reference.names());
      if (table != null
          && (qualifier == null
              ? columns.has(table, column.name())
              : qualifier.equals(reference.called()))) {
        if (found != null && !found.equals(table)) {
          return null; // of which of them it is, is not known
        }
        found = table;
      }
    }
    return found;
  }

  private @Nullable PathValue column(Column column) {
    PathValue element =
        derived.get(column.qualifier() != null ? column.qualifier() : column.name());
    if (element != null) {
      return element;
    }
    SqlName table = table(column);
    if (table == null) {
      return null;
    }
    return columns.of(table).stream()
        .filter(document -> document.column().equals(column.name()))
        .findFirst()
        .map(PathValue::of)
        .orElse(null);
  }

  private @Nullable PathValue operation(Operation operation) {
    List<Expression> operands = operation.operands();
    if ((operation.operator().equals("()") && operands.size() == 1)
        || operation.operator().equals("collate")) {
      return read(operands.getFirst());
    }
    if (operands.size() != 2
        || !Set.of("->", "->>", "#>", "#>>", "[]").contains(operation.operator())) {
      return null;
    }
    PathValue value = read(operands.getFirst());
    if (value == null) {
      return null;
    }
    PathValue stepped =
        operation.operator().startsWith("#")
            ? steps(value, operands.get(1))
            : step(value, operands.get(1));
    return stepped.as(operation.operator().endsWith(">>") ? ValueClass.TEXT : ValueClass.JSON);
  }

  private PathValue step(PathValue value, Expression step) {
    Expression plain = step instanceof Cast cast ? cast.operand() : step;
    if (plain instanceof Constant constant && constant.value() != null) {
      if (constant.kind() == Token.Kind.STRING) {
        return value.then(List.of(constant.value()));
      }
      return value.atPosition();
    }
    return plain instanceof Operation minus && minus.operator().equals("-")
        ? value.atPosition()
        : value.hidden("the path is " + text.text(step.span()));
  }

  /// `'{a,b}'` or `array['a', 'b']`.
  private PathValue steps(PathValue value, Expression path) {
    Expression plain = path instanceof Cast cast ? cast.operand() : path;
    PathValue at = value;
    if (plain instanceof Constant constant && constant.value() != null) {
      for (String step : ArrayLiteral.elements(constant.value())) {
        at = step.matches("-?[0-9]{1,4}") ? at.atPosition() : at.then(List.of(step));
      }
      return at;
    }
    if (plain instanceof Operation array && array.operator().equals("array")) {
      for (Expression step : array.operands()) {
        at = step(at, step);
      }
      return at;
    }
    return value.hidden("the path is " + text.text(path.span()));
  }

  private @Nullable PathValue call(Call call) {
    List<Expression> arguments = call.arguments();
    if (arguments.isEmpty()) {
      return null;
    }
    String function = call.function();
    PathValue first = read(arguments.getFirst());
    if (first != null && function.matches("jsonb?_extract_path(_text)?")) {
      PathValue at = first;
      for (Expression step : arguments.subList(1, arguments.size())) {
        at = step(at, step);
      }
      return at.as(function.endsWith("_text") ? ValueClass.TEXT : ValueClass.JSON);
    }
    if (first != null && JSONPATH_VALUES.contains(function) && arguments.size() > 1) {
      PathValue at = jsonPath(first, arguments.get(1));
      return at.as(function.equals("json_value") ? ValueClass.TEXT : ValueClass.JSON);
    }
    return wrapped(function, arguments);
  }

  private PathValue jsonPath(PathValue value, Expression path) {
    Expression plain = path instanceof Cast cast ? cast.operand() : path;
    if (!(plain instanceof Constant constant) || constant.value() == null) {
      return value.hidden("the jsonpath is " + text.text(path.span()));
    }
    JsonPathText.Reading reading = JsonPathText.read(constant.value());
    if (!reading.isComplete() || reading.paths().size() != 1) {
      return value.hidden("the jsonpath is " + constant.value());
    }
    return value.then(reading.paths().getFirst().steps());
  }

  /// A function of one value and constants.
  private @Nullable PathValue wrapped(String function, List<Expression> arguments) {
    PathValue only = null;
    for (Expression argument : arguments) {
      PathValue value = read(argument);
      if (value != null && only != null) {
        return null;
      }
      if (value == null && !isConstant(argument)) {
        return null;
      }
      only = value != null ? value : only;
    }
    if (only == null) {
      return null;
    }
    if (function.contains("tsvector")) {
      return only.as(ValueClass.WORDS);
    }
    return function.matches("to_number|length|char_length|jsonb_array_length|abs|round")
        ? only.as(ValueClass.NUMBER)
        : function.matches("to_date|to_timestamp|date_trunc")
            ? only.as(ValueClass.TIME)
            : function.startsWith("json") ? only : only.as(ValueClass.TEXT);
  }

  static boolean isConstant(Expression expression) {
    return switch (expression) {
      case Constant constant -> true;
      case Column column ->
          column.names().size() == 1 && column.name().matches("nfd|nfc|nfkc|nfkd");
      case Expression.Parameter parameter -> false;
      case Expression.Nested nested -> false;
      default -> expression.parts().stream().allMatch(PathReader::isConstant);
    };
  }

  private static ValueClass valueClass(String type, ValueClass before) {
    String plain = type.substring(type.lastIndexOf('.') + 1);
    if (plain.matches("int.*|bigint|smallint|numeric|decimal|real|double.*|float.*")) {
      return ValueClass.NUMBER;
    }
    if (plain.startsWith("bool")) {
      return ValueClass.BOOLEAN;
    }
    if (plain.matches("date|time.*")) {
      return ValueClass.TIME;
    }
    if (plain.equals("tsvector")) {
      return ValueClass.WORDS;
    }
    return plain.startsWith("json")
        ? (before == ValueClass.TEXT ? ValueClass.JSON : before)
        : ValueClass.TEXT;
  }
}
