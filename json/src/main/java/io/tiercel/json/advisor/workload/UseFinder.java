package io.tiercel.json.advisor.workload;

import io.tiercel.json.SqlName;
import io.tiercel.json.advisor.sql.Expression;
import io.tiercel.json.advisor.sql.Expression.Call;
import io.tiercel.json.advisor.sql.Expression.Cast;
import io.tiercel.json.advisor.sql.Expression.Column;
import io.tiercel.json.advisor.sql.Expression.Constant;
import io.tiercel.json.advisor.sql.Expression.Operation;
import io.tiercel.json.advisor.sql.Expression.Parameter;
import io.tiercel.json.advisor.sql.SqlText;
import io.tiercel.json.advisor.workload.ParameterSource.Shape;
import io.tiercel.json.path.DocumentPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Finds the uses of paths in a statement. What uses a document in another way is listed. Confined
/// to one thread.
final class UseFinder {
  private static final Map<String, String> FLIPPED =
      Map.of("<", ">", ">", "<", "<=", ">=", ">=", "<=", "<@", "@>", "@>", "<@");
  private static final Set<String> JSON_SIGNS =
      Set.of("->", "->>", "#>", "#>>", "@>", "<@", "@?", "?", "?|", "?&");

  private final SqlText text;
  private final PathReader paths;
  private final List<PathUse> uses = new ArrayList<>();
  private final List<ParameterSource> sources = new ArrayList<>();
  private final List<String> notUnderstood = new ArrayList<>();

  UseFinder(SqlText text, DocumentColumns columns) {
    this.text = text;
    this.paths = new PathReader(text, columns);
  }

  StatementUses find() {
    for (SqlText.Item item : text.items()) {
      switch (item.clause()) {
        case WHERE -> condition(item.expression());
        case GROUP_BY -> values(item.expression(), PathOperator.GROUP);
        case ORDER_BY -> values(item.expression(), PathOperator.SORT);
        case LIMIT -> limit(item.expression());
        case FROM, SELECT -> values(item.expression(), PathOperator.PROJECT);
        case SET, OTHER -> {} // a write reads no path for which something could be advised
      }
    }
    for (Expression.Span span : text.unread()) {
      boolean isOfDocuments = false;
      for (int i = span.from(); i < span.to(); i++) {
        isOfDocuments |= JSON_SIGNS.contains(text.tokens().get(i).value());
      }
      if (isOfDocuments) {
        notUnderstood.add("cannot read: " + text.text(span));
      }
    }
    return new StatementUses(text, uses, sources, notUnderstood);
  }

  private void limit(Expression expression) {
    if (expression instanceof Parameter parameter) {
      boolean isOffset = text.tokens().get(parameter.span().from() - 1).value().equals("offset");
      sources.add(
          new ParameterSource(parameter.number(), null, "", isOffset ? Shape.OFFSET : Shape.LIMIT));
    }
  }

  /// Each value of a path inside of an expression.
  private void values(Expression expression, PathOperator operator) {
    PathValue value = paths.read(expression);
    if (value != null) {
      use(value, operator, expression, null);
      return;
    }
    expression.parts().forEach(part -> values(part, operator));
  }

  private void condition(Expression expression) {
    switch (expression) {
      case Operation operation -> operation(operation);
      case Call call -> function(call);
      case Cast cast -> alone(cast);
      case Column column -> alone(column);
      case Constant constant -> {}
      case Parameter parameter -> {}
      case Expression.Nested nested -> {} // its clauses are in the list
    }
  }

  /// A value that is the condition by itself: a boolean.
  private void alone(Expression expression) {
    PathValue value = paths.read(expression);
    if (value != null) {
      use(value, PathOperator.EQUAL, expression, null);
    }
  }

  private void operation(Operation operation) {
    List<Expression> operands = operation.operands();
    String operator = operation.operator();
    if (Set.of("and", "or", "not", "exists").contains(operator)
        || (operator.equals("()") && operands.size() == 1)) {
      operands.forEach(this::condition);
      return;
    }
    PathValue left = operands.isEmpty() ? null : paths.read(operands.getFirst());
    if (operator.startsWith("is ") && operands.size() == 1 && left != null) {
      use(left, PathOperator.EXISTS, operands.getFirst(), null);
      return;
    }
    if (operator.endsWith("between") && operands.size() == 3) {
      comparison(operands.getFirst(), left, PathOperator.RANGE, operands.get(1), Shape.VALUE);
      parameter(operands.get(2), operands.getFirst(), Shape.VALUE);
      return;
    }
    if (operands.size() != 2) {
      other(operation);
      return;
    }
    PathValue right = paths.read(operands.get(1));
    if (left == null && (right != null || isPlainColumn(operands.get(1)))) {
      String flipped = FLIPPED.getOrDefault(operator, operator);
      compare(operation, flipped, operands.get(1), right, operands.getFirst(), null);
    } else {
      compare(operation, operator, operands.getFirst(), left, operands.get(1), right);
    }
  }

  private boolean isPlainColumn(Expression expression) {
    return expression instanceof Column column && paths.table(column) != null;
  }

  private void compare(
      Operation whole,
      String operator,
      Expression subject,
      @Nullable PathValue value,
      Expression operand,
      @Nullable PathValue other) {
    if (value != null && (other != null || isPlainColumn(operand))) {
      use(value, PathOperator.JOIN, subject, null);
      if (other != null) {
        use(other, PathOperator.JOIN, operand, null);
      }
      return;
    }
    switch (operator.replaceFirst(" (any|some)$", "")) {
      case "=", "is not distinct" -> equality(operator, subject, value, operand);
      case "<>", "!=", "is distinct", "not in" ->
          comparison(subject, value, PathOperator.NOT_EQUAL, operand, shape(operator));
      case "<", ">", "<=", ">=" ->
          comparison(subject, value, PathOperator.RANGE, operand, Shape.VALUE);
      case "in" -> equality(operator, subject, value, operand);
      case "like",
          "ilike",
          "not like",
          "not ilike",
          "~",
          "~*",
          "!~",
          "!~*",
          "similar",
          "~~",
          "~~*" ->
          comparison(subject, value, matching(operator, operand), operand, Shape.PREFIX);
      case "@@" -> {
        if (value != null && value.valueClass() == ValueClass.JSON) {
          jsonPath(subject, value, operand);
        } else {
          comparison(subject, value, PathOperator.WORDS, operand, Shape.LEXEME);
        }
      }
      case "@?" -> jsonPath(subject, value, operand);
      case "@>" -> containment(subject, value, operand);
      case "?", "?|", "?&" ->
          comparison(
              subject,
              value,
              PathOperator.MEMBER,
              operand,
              operator.equals("?") ? Shape.ELEMENT : Shape.ARRAY);
      default -> other(whole);
    }
  }

  private static Shape shape(String operator) {
    return operator.endsWith("any") || operator.endsWith("all") ? Shape.ARRAY : Shape.VALUE;
  }

  private void equality(
      String operator, Expression subject, @Nullable PathValue value, Expression operand) {
    if (operand instanceof Expression.Nested) {
      if (value != null) {
        use(value, PathOperator.JOIN, subject, null);
      }
      return;
    }
    comparison(subject, value, PathOperator.EQUAL, operand, shape(operator));
  }

  private static PathOperator matching(String operator, Expression operand) {
    return operator.equals("like")
            && operand instanceof Constant constant
            && constant.value() != null
            && constant.value().matches("[^%_\\\\]+%")
        ? PathOperator.BEGINS
        : PathOperator.MATCHES;
  }

  private void comparison(
      Expression subject,
      @Nullable PathValue value,
      PathOperator operator,
      Expression operand,
      Shape shape) {
    if (value != null) {
      use(value, operator, subject, operand);
    } else {
      subjectWithoutMeaning(subject);
    }
    parameter(operand, subject, shape);
  }

  /// A side of a comparison that is no path's value, but may have some in it.
  private void subjectWithoutMeaning(Expression subject) {
    if (hasPath(subject)) {
      notUnderstood.add("compared as a whole: " + text.text(subject.span()));
    }
  }

  private boolean hasPath(Expression expression) {
    return paths.read(expression) != null || expression.parts().stream().anyMatch(this::hasPath);
  }

  private void other(Expression expression) {
    PathValue value = paths.read(expression);
    if (value != null) {
      use(value, PathOperator.EQUAL, expression, null);
    } else if (hasPath(expression)) {
      notUnderstood.add("an operator without a rule: " + text.text(expression.span()));
    }
  }

  private void function(Call call) {
    List<Expression> arguments = call.arguments();
    PathValue first = arguments.isEmpty() ? null : paths.read(arguments.getFirst());
    if (first != null
        && arguments.size() > 1
        && call.function().matches("json_exists|jsonb_path_(exists|match)(_opr|_tz)?")) {
      jsonPath(arguments.getFirst(), first, arguments.get(1));
    } else if (first != null && call.function().equals("jsonb_contains")) {
      containment(arguments.getFirst(), first, arguments.get(1));
    } else {
      other(call);
    }
  }

  private void jsonPath(Expression subject, @Nullable PathValue value, Expression operand) {
    if (value == null) {
      subjectWithoutMeaning(subject);
      return;
    }
    String path = constant(operand);
    JsonPathText.Reading reading = path == null ? null : JsonPathText.read(path);
    if (reading == null || reading.paths().isEmpty()) {
      notUnderstood.add("a jsonpath that is not known: " + text.text(operand.span()));
      return;
    }
    if (!reading.isComplete()) {
      notUnderstood.add("a part of the jsonpath: " + path);
    }
    for (JsonPathText.Found found : reading.paths()) {
      PathOperator operator =
          found.comparison() == null
              ? PathOperator.EXISTS
              : switch (found.comparison()) {
                case "==" -> PathOperator.CONTAINS;
                case "!=", "<>" -> PathOperator.NOT_EQUAL;
                case "starts with" -> PathOperator.BEGINS;
                case "like_regex" -> PathOperator.MATCHES;
                default -> PathOperator.RANGE;
              };
      String constant = found.value();
      add(
          value.then(found.steps()),
          operator,
          subject,
          constant == null ? List.of() : List.of(constant));
    }
  }

  /// `@>`: one use for each value inside of the constant.
  private void containment(Expression subject, @Nullable PathValue value, Expression operand) {
    if (value == null) {
      subjectWithoutMeaning(subject);
      parameter(operand, subject, Shape.VALUE);
      return;
    }
    String json = constant(operand);
    if (json == null) {
      add(value, PathOperator.CONTAINS, subject, List.of());
      boolean isElement =
          operand instanceof Call call && call.function().equals("jsonb_build_array");
      if (isElement) {
        parameter(operand, subject, Shape.ELEMENT);
      }
      return;
    }
    try {
      leaves(value, JsonText.parse(json), subject);
    } catch (IllegalArgumentException e) {
      notUnderstood.add("@> with what is no JSON: " + text.text(operand.span()));
    }
  }

  private void leaves(PathValue at, JsonNode node, Expression subject) {
    if (node.isObject() && !node.isEmpty()) {
      node.properties()
          .forEach(member -> leaves(at.then(List.of(member.getKey())), member.getValue(), subject));
    } else if (node.isArray() && !node.isEmpty()) {
      List<@Nullable String> each = new ArrayList<>();
      each.add(null);
      node.forEach(element -> leaves(at.then(each), element, subject));
    } else {
      add(at, PathOperator.CONTAINS, subject, List.of(node.isValueNode() ? node.asString() : ""));
    }
  }

  private static @Nullable String constant(Expression operand) {
    return switch (operand) {
      case Constant constant -> constant.value();
      case Cast cast -> constant(cast.operand());
      case Operation operation
          when operation.operator().equals("()") && operation.operands().size() == 1 ->
          constant(operation.operands().getFirst());
      default -> null;
    };
  }

  private void use(
      PathValue value, PathOperator operator, Expression subject, @Nullable Expression operand) {
    List<String> constants = new ArrayList<>();
    if (operand != null) {
      constants(operand, constants);
    }
    add(value, operator, subject, constants);
  }

  private static void constants(Expression operand, List<String> constants) {
    if (operand instanceof Constant constant && constant.value() != null) {
      constants.add(constant.value());
    }
    operand.parts().forEach(part -> constants(part, constants));
  }

  private void add(
      PathValue value, PathOperator operator, Expression subject, List<String> constants) {
    if (value.hiddenBy() != null) {
      notUnderstood.add(value.hiddenBy() + ": " + text.text(subject.span()));
      return;
    }
    DocumentPath path = value.path();
    String note = value.note();
    boolean isIndexable = !value.isDerived() && !hasParameter(subject);
    uses.add(
        new PathUse(
            value.column(),
            path,
            operator,
            value.valueClass(),
            expression(subject),
            subject.span(),
            isIndexable,
            constants,
            note));
  }

  private static boolean hasParameter(Expression expression) {
    return expression instanceof Parameter
        || expression.parts().stream().anyMatch(UseFinder::hasParameter);
  }

  /// The text without names of tables before columns.
  private String expression(Expression expression) {
    Set<Integer> dropped = new HashSet<>();
    qualifiers(expression, dropped);
    return text.replaced(expression.span(), i -> dropped.contains(i) ? "" : null);
  }

  private static void qualifiers(Expression expression, Set<Integer> dropped) {
    if (expression instanceof Column column) {
      for (int i = column.span().from(); i < column.span().to() - 1; i++) {
        dropped.add(i);
      }
    }
    expression.parts().forEach(part -> qualifiers(part, dropped));
  }

  /// Notes where values of a parameter come from: of what it is compared with.
  private void parameter(Expression operand, Expression subject, Shape shape) {
    Set<Integer> numbers = new HashSet<>();
    parameters(operand, numbers);
    SqlName table = table(subject);
    if (table == null) {
      return;
    }
    boolean isElement = operand instanceof Operation list && list.operator().equals("()");
    for (int number : numbers) {
      sources.add(
          new ParameterSource(number, table, expression(subject), isElement ? Shape.VALUE : shape));
    }
  }

  private static void parameters(Expression expression, Set<Integer> numbers) {
    if (expression instanceof Parameter parameter) {
      numbers.add(parameter.number());
    }
    expression.parts().forEach(part -> parameters(part, numbers));
  }

  private @Nullable SqlName table(Expression expression) {
    PathValue value = paths.read(expression);
    if (value != null) {
      return value.isDerived() ? null : value.column().table();
    }
    if (expression instanceof Column column) {
      return paths.table(column);
    }
    for (Expression part : expression.parts()) {
      SqlName table = table(part);
      if (table != null) {
        return table;
      }
    }
    return null;
  }
}
