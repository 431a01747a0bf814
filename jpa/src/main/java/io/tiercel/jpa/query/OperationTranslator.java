package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Operation.AggregateFunction;
import io.tiercel.jpa.query.syntax.Operation.BinaryOperator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Translates arithmetic, case expressions, subqueries as values and aggregates.
final class OperationTranslator {

  private final Translation translation;
  private final ExpressionTranslator expressions;

  OperationTranslator(Scope scope, ExpressionTranslator expressions) {
    this.translation = scope.translation();
    this.expressions = expressions;
  }

  Sql translate(Operation operation, @Nullable ValueType expected) {
    return switch (operation) {
      case Operation.Signed signed -> signed(signed);
      case Operation.Binary binary when binary.operator() == BinaryOperator.CONCAT ->
          concat(operands(binary));
      case Operation.Binary binary -> arithmetic(binary);
      case Operation.Case choice -> choice(choice, expected);
      case Operation.Subquery(_, var query) -> {
        var subquery = expressions.subquery(query, expected);
        yield Sql.primary("(" + subquery.sql() + ")", subquery.type());
      }
      case Operation.Aggregate aggregate -> aggregate(aggregate, "");
      case Operation.Filtered(_, var aggregate, var condition) -> {
        // The cast that an aggregate may have goes behind its filter.
        String filter = " filter (where " + expressions.condition(condition).text() + ")";
        yield aggregate(aggregate, filter);
      }
      case Operation.Window window -> new WindowTranslator(translation, expressions).window(window);
      case Operation.WindowFunction(var at, var name, _) ->
          throw translation.error(at, name + " needs a window", "write … over (order by …)");
      case Operation.Row(var at, _) ->
          throw translation.error(
              at, "a row of values stands in a comparison only", "write (a, b) = (c, d)");
      case Operation.Quantified(var at, _, _) ->
          throw translation.error(at, "ALL and ANY stand at the right of a comparison only", null);
      case Operation.Constructor(var at, _, _, _) ->
          throw translation.error(
              at, "a constructor expression stands in the select clause of the query only", null);
    };
  }

  private Sql signed(Operation.Signed signed) {
    var operand = number(signed.operand(), ValueType.NUMBER);
    if (!signed.negative()) {
      return operand;
    }
    // Two signs in a row would begin a comment.
    String text = operand.text();
    String inner = text.startsWith("-") ? "(" + text + ")" : operand.in(Sql.SIGN);
    return new Sql("-" + inner, operand.type(), Sql.SIGN);
  }

  private Sql number(Expression expression, ValueType type) {
    var sql = expressions.argument(expression, type);
    checkNumber(expression, sql);
    return sql;
  }

  private void checkNumber(Expression expression, Sql sql) {
    if (!sql.type().isNumeric() && !sql.type().isUnknown()) {
      throw translation.error(
          expression.at(), "expected a number, found " + sql.type().description(), null);
    }
  }

  /// `||` instead of `concat()`, which would take null for an empty string.
  Sql concat(List<Expression> operands) {
    var text = new StringBuilder();
    for (var operand : operands) {
      if (!text.isEmpty()) {
        text.append(" || ");
      }
      text.append(expressions.string(operand).in(Sql.CONCAT));
    }
    return new Sql(text.toString(), ValueType.STRING, Sql.CONCAT);
  }

  /// The operands of a chain of concatenations.
  private static List<Expression> operands(Operation.Binary concatenation) {
    var operands = new ArrayDeque<Expression>();
    Expression left = concatenation;
    while (left instanceof Operation.Binary binary && binary.operator() == BinaryOperator.CONCAT) {
      operands.addFirst(binary.right());
      left = binary.left();
    }
    operands.addFirst(left);
    return List.copyOf(operands);
  }

  /// Goes along the left side of the tree in a loop: a chain of operators is deep there.
  private Sql arithmetic(Operation.Binary binary) {
    var chain = new ArrayDeque<Operation.Binary>();
    Expression left = binary;
    while (left instanceof Operation.Binary inner && inner.operator() != BinaryOperator.CONCAT) {
      chain.addFirst(inner);
      left = inner.left();
    }
    var innermost = chain.removeFirst();
    boolean bothParameters =
        innermost.left() instanceof Constant.Parameter
            && innermost.right() instanceof Constant.Parameter;
    var sides =
        bothParameters
            ? List.of(
                number(innermost.left(), ValueType.NUMBER),
                number(innermost.right(), ValueType.NUMBER))
            : expressions.alternatives(List.of(innermost.left(), innermost.right()), null);
    var result = combined(innermost, sides.getFirst(), sides.getLast());
    for (var outer : chain) {
      var right = expressions.translate(outer.right(), result.type());
      result = combined(outer, result, right);
    }
    return result;
  }

  private Sql combined(Operation.Binary binary, Sql left, Sql right) {
    checkNumber(binary.left(), left);
    checkNumber(binary.right(), right);
    boolean isProduct =
        binary.operator() == BinaryOperator.MULTIPLY || binary.operator() == BinaryOperator.DIVIDE;
    int binding = isProduct ? Sql.PRODUCT : Sql.SUM;
    return new Sql(
        left.in(binding) + " " + binary.operator().symbol() + " " + right.in(binding + 1),
        result(left.type(), right.type()),
        binding);
  }

  /// The type in Java is the specification's; the one in SQL follows PostgreSQL's operators.
  private static ValueType result(ValueType left, ValueType right) {
    var java = ValueType.promoted(left, right);
    boolean isNumeric =
        java.sqlType() != null
            && !isFloating(left)
            && !isFloating(right)
            && ("numeric".equals(left.sqlType()) || "numeric".equals(right.sqlType()));
    String sql = isNumeric ? "numeric" : java.sqlType();
    return new ValueType(java.javaType(), java.columnType(), null, sql, null);
  }

  private static boolean isFloating(ValueType type) {
    return "double precision".equals(type.sqlType()) || "real".equals(type.sqlType());
  }

  private Sql choice(Operation.Case choice, @Nullable ValueType expected) {
    var values = expressions.alternatives(choice.results(), expected);
    var tests = tests(choice);
    var text = new StringBuilder("case");
    for (int i = 0; i < tests.size(); i++) {
      if (choice.operand() != null && i == 0) {
        text.append(' ').append(tests.getFirst().in(Sql.CONCAT));
      } else {
        int branch = choice.operand() == null ? i : i - 1;
        text.append(" when ").append(tests.get(i).text());
        text.append(" then ").append(values.get(branch).text());
      }
    }
    if (choice.otherwise() != null) {
      text.append(" else ").append(values.getLast().text());
    }
    return Sql.primary(text.append(" end").toString(), ExpressionTranslator.common(values));
  }

  /// The conditions of the branches; with an operand first it and then the values.
  private List<Sql> tests(Operation.Case choice) {
    if (choice.operand() == null) {
      return choice.branches().stream()
          .map(branch -> expressions.condition(branch.test()))
          .toList();
    }
    var operands = new ArrayList<Expression>();
    operands.add(choice.operand());
    choice.branches().forEach(branch -> operands.add(branch.test()));
    return expressions.alternatives(operands, null);
  }

  /// @param suffix what SQL writes behind the parenthesis
  Sql aggregate(Operation.Aggregate aggregate, String suffix) {
    translation.watch().setCoarse();
    if (aggregate.argument() == null) {
      return Sql.primary("count(*)" + suffix, ValueType.LONG);
    }
    var argument =
        aggregate.function() == AggregateFunction.AVG
                || aggregate.function() == AggregateFunction.SUM
            ? number(aggregate.argument(), ValueType.NUMBER)
            : expressions.translate(aggregate.argument());
    String text =
        aggregate.function().name().toLowerCase(Locale.ROOT)
            + (aggregate.distinct() ? "(distinct " : "(")
            + argument.text()
            + ")"
            + suffix;
    return switch (aggregate.function()) {
      case COUNT -> Sql.primary(text, ValueType.LONG);
      case MIN, MAX -> Sql.primary(text, argument.type());
      case AVG -> Sql.primary(text, ValueType.UNKNOWN).cast(ValueType.DOUBLE);
      case SUM -> sum(text, argument.type());
    };
  }

  /// The types of specification 4.8.5. PostgreSQL's sum of bigint is a numeric, of which a Long is
  /// read as well.
  private static Sql sum(String text, ValueType argument) {
    var javaType = argument.javaType();
    if (javaType == BigInteger.class || javaType == BigDecimal.class) {
      return Sql.primary(text, ValueType.plain(javaType, "numeric"));
    }
    if (argument.isIntegral()) {
      String sqlType = javaType == Long.class ? "numeric" : "bigint";
      return Sql.primary(text, ValueType.plain(Long.class, sqlType));
    }
    if (javaType == Float.class) {
      return Sql.primary(text, ValueType.FLOAT).cast(ValueType.DOUBLE);
    }
    if (javaType == Double.class) {
      return Sql.primary(text, ValueType.plain(Double.class, argument.sqlType()));
    }
    return Sql.primary(text, ValueType.BIG_DECIMAL);
  }
}
