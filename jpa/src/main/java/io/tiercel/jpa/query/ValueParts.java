package io.tiercel.jpa.query;

import io.tiercel.jpa.format.StoredValue;
import io.tiercel.jpa.format.ValuePart;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.PlainFunction;
import io.tiercel.jpa.query.syntax.Predicate;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.syntax.QueryExpression.SelectQuery;
import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.syntax.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Conditions on parts of values in a format. The format writes them, so that they are what its
/// indexes have.
final class ValueParts {
  private final Translation translation;
  private final ExpressionTranslator expressions;

  ValueParts(Translation translation, ExpressionTranslator expressions) {
    this.translation = translation;
    this.expressions = expressions;
  }

  /// A part in the statement.
  record Found(StoredValue stored, ValuePart part) {
    ValueType type() {
      return ValueType.of(part);
    }

    Sql value() {
      return Sql.primary("(" + part.value(stored) + ")", type());
    }
  }

  /// The part that an expression is, null for all others and for groups.
  @Nullable Found find(Expression expression) {
    if (expressions.isGrouped()) {
      return null;
    }
    Resolved resolved =
        switch (expression) {
          case Reference.Path path -> expressions.paths().resolveOrNull(path);
          case Reference.TypeOf _ -> null;
          case Reference reference -> expressions.paths().resolve(reference);
          default -> null;
        };
    if (resolved instanceof Resolved.Part(_, var stored, var part)) {
      return new Found(stored, part);
    }
    if (expression instanceof FunctionCall.Plain(_, var function, var arguments)) {
      Found found = function == PlainFunction.LOWER ? find(arguments.getFirst()) : null;
      if (found != null) {
        return found.type().isString() ? new Found(found.stored, found.part.lowerCase()) : null;
      }
      if (function == PlainFunction.JSON_VALUE) {
        return at(arguments);
      }
    }
    return null;
  }

  /// What `json_value(document, path)` leads to.
  Found at(List<Expression> arguments) {
    Found whole = document(arguments);
    try {
      return new Found(whole.stored, whole.part.at(path(arguments)));
    } catch (IllegalArgumentException e) {
      throw translation.error(arguments.getLast().at(), String.valueOf(e.getMessage()), null);
    }
  }

  /// `json_exists(document, path)`.
  Sql exists(List<Expression> arguments) {
    Found whole = document(arguments);
    return condition(whole.part.exists(whole.stored, path(arguments)));
  }

  private Found document(List<Expression> arguments) {
    Expression document = arguments.getFirst();
    if (document instanceof Reference reference && !(reference instanceof Reference.TypeOf)) {
      var whole = PathResolver.whole(expressions.paths().resolve(reference));
      if (whole != null) {
        return new Found(whole.stored(), whole.part());
      }
    }
    throw translation.error(
        document.at(), "expected a path to a document", "name the attribute that holds it");
  }

  /// A path is part of the statement, for no index serves one that comes as a parameter.
  private String path(List<Expression> arguments) {
    if (arguments.getLast() instanceof Constant.Literal(_, String path)) {
      return path;
    }
    throw translation.error(
        arguments.getLast().at(), "a path is a string literal", "write '$.name.name'");
  }

  private static Sql condition(String text) {
    return Sql.condition(text, Sql.PRIMARY);
  }

  /// A comparison with a part, null for all others.
  @Nullable Sql comparison(Predicate.Comparison comparison) {
    boolean isFirst = true;
    Found found = find(comparison.left());
    Expression other = comparison.right();
    if (found == null) {
      found = find(other);
      other = comparison.left();
      isFirst = false;
    }
    if (found == null || other instanceof Operation.Row || other instanceof Constant.Null) {
      return null;
    }
    var operator = isFirst ? comparison.operator() : flipped(comparison.operator());
    Sql operand = operand(other, found.type());
    return isOfType(operand, found)
        ? condition(found.part.comparison(found.stored, operator.symbol(), operand.text()))
        : Sql.condition(
            found.value().text() + " " + operator.symbol() + " " + operand.in(Sql.CONCAT),
            Sql.COMPARISON);
  }

  private static ComparisonOperator flipped(ComparisonOperator operator) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL -> operator;
      case LESS -> ComparisonOperator.GREATER;
      case LESS_OR_EQUAL -> ComparisonOperator.GREATER_OR_EQUAL;
      case GREATER -> ComparisonOperator.LESS;
      case GREATER_OR_EQUAL -> ComparisonOperator.LESS_OR_EQUAL;
    };
  }

  /// SQL that has a type by itself.
  private Sql operand(Expression expression, ValueType type) {
    Sql sql = expressions.argument(expression, type);
    String sqlType = sql.type().sqlType();
    // A literal in quotes has no type yet.
    return expression instanceof Constant.Literal && sqlType != null
        ? new Sql(sql.in(Sql.CAST) + "::" + sqlType, sql.type(), Sql.CAST)
        : sql;
  }

  private static boolean isOfType(Sql operand, Found found) {
    return isOfType(operand.type(), found.type());
  }

  private static boolean isOfType(ValueType operand, ValueType part) {
    return operand.isUnknown()
        || operand.equals(part)
        || (operand.isNumeric() && part.isNumeric())
        || (operand.columnType() == part.columnType()
            && String.valueOf(operand.sqlType()).equals(part.sqlType()));
  }

  /// `part between low and high`, null for all others.
  @Nullable Sql between(Predicate.Between between) {
    Found found = find(between.value());
    if (found == null) {
      return null;
    }
    Sql low = operand(between.low(), found.type());
    Sql high = operand(between.high(), found.type());
    String both =
        isOfType(low, found) && isOfType(high, found)
            ? found.part.comparison(found.stored, ">=", low.text())
                + " and "
                + found.part.comparison(found.stored, "<=", high.text())
            : "%s between %s and %s"
                .formatted(found.value().text(), low.in(Sql.CONCAT), high.in(Sql.CONCAT));
    return between.negated()
        ? Sql.condition("not (" + both + ")", Sql.NOT)
        : Sql.condition(both, Sql.AND);
  }

  /// `part in (…)`, null for all others.
  @Nullable Sql inList(Predicate.InList in) {
    Found found = find(in.value());
    if (found == null) {
      return null;
    }
    ValueType type = found.type();
    String array;
    if (in.items().size() == 1 && in.items().getFirst() instanceof Constant.Parameter parameter) {
      array =
          "("
              + translation.parameters().collection(parameter, type)
              + ")::"
              + type.sqlType()
              + "[]";
    } else {
      List<Sql> items = in.items().stream().map(item -> operand(item, type)).toList();
      if (!items.stream().allMatch(item -> isOfType(item, found))) {
        throw translation.error(
            in.at(),
            "cannot compare %s with a value of another type".formatted(type.description()),
            null);
      }
      array =
          items.stream()
              .map(Sql::text)
              .collect(Collectors.joining(", ", "array[", "]::" + type.sqlType() + "[]"));
    }
    String condition = found.part.in(found.stored, array);
    return in.negated() ? Sql.condition("not " + condition, Sql.NOT) : condition(condition);
  }

  /// `part like pattern`, null for all others and where no index could serve it.
  @Nullable Sql like(Predicate.Like like) {
    Found found = like.ignoresCase() ? null : find(like.value());
    if (found == null || !found.type().isString()) {
      return null;
    }
    Character escape = null;
    if (like.escape() != null) {
      if (!(like.escape() instanceof Constant.Literal(_, Object literal))
          || literal.toString().length() != 1) {
        return null;
      }
      escape = literal.toString().charAt(0);
    }
    Sql pattern = operand(like.pattern(), ValueType.STRING);
    String condition = found.part.like(found.stored, pattern.text(), escape);
    return like.negated() ? Sql.condition("not " + condition, Sql.NOT) : condition(condition);
  }

  /// `part is null`, null for all others.
  @Nullable Sql isNull(Predicate.IsNull isNull) {
    Found found = find(isNull.value());
    return found == null
        ? null
        : Sql.condition(
            found.part.order(found.stored).getFirst()
                + (isNull.negated() ? " is not null" : " is null"),
            Sql.COMPARISON);
  }

  /// `value member of part`, null for all others.
  @Nullable Sql memberOf(Predicate.MemberOf memberOf) {
    Found found = collection(memberOf.collection());
    if (found == null) {
      return null;
    }
    ValueType type = ValueType.of(element(memberOf.at(), found.part));
    Sql value = operand(memberOf.value(), type);
    String condition =
        found.part.contains(found.stored, value.in(Sql.CAST) + "::" + type.sqlType());
    return memberOf.negated() ? Sql.condition("not " + condition, Sql.NOT) : condition(condition);
  }

  /// A part, or a whole value in a format, that a path leads to.
  private @Nullable Found collection(Expression expression) {
    if (!(expression instanceof Reference reference) || reference instanceof Reference.TypeOf) {
      return null;
    }
    var whole = PathResolver.whole(expressions.paths().resolve(reference));
    return whole == null ? null : new Found(whole.stored(), whole.part());
  }

  private ValuePart element(int at, ValuePart part) {
    ValuePart element = part.element();
    if (element == null) {
      throw translation.error(at, part.description() + " has no elements", null);
    }
    return element;
  }

  /// A query over the elements of a part.
  ///
  /// @param selected what it selects
  /// @return null for all others
  @Nullable String elements(int at, Expression collection, String selected) {
    Found found = collection(collection);
    if (found == null) {
      return null;
    }
    element(at, found.part);
    return "select %s from %s".formatted(selected, found.part.elements(found.stored));
  }

  /// What must hold where `exists (select … from part e where e.a = x and e.b = y)` does: one
  /// element has these members. Null where there is nothing of the kind.
  ///
  /// @param query over the elements
  @Nullable String impliedBy(SelectQuery query) {
    Variable variable = query.from().size() == 1 ? query.from().getFirst().variable() : null;
    if (variable == null
        || !query.from().getFirst().joins().isEmpty()
        || !(query.from().getFirst().source() instanceof Reference source)
        || source instanceof Reference.TypeOf
        || source instanceof Reference.Treat
        || (source instanceof Reference.Path path
            && expressions.paths().resolveOrNull(path) == null)
        || query.where() == null) {
      return null;
    }
    Found found = collection(source);
    ValuePart element = found == null ? null : found.part.element();
    if (found == null || element == null) {
      return null;
    }
    List<ValuePart.Member> members = new ArrayList<>();
    List<Expression> conditions =
        query.where() instanceof Predicate.And(_, var all) ? all : List.of(query.where());
    for (Expression condition : conditions) {
      ValuePart.Member member = member(condition, variable.name(), element);
      if (member != null) {
        members.add(member);
      }
    }
    return members.isEmpty() ? null : found.part.containsAll(found.stored, members);
  }

  /// `e.a = constant`, as a member of an element.
  private ValuePart.@Nullable Member member(
      Expression condition, String variable, ValuePart element) {
    if (!(condition
            instanceof Predicate.Comparison(_, ComparisonOperator operator, var left, var right))
        || operator != ComparisonOperator.EQUAL
        || !(left instanceof Reference.Path path)
        || !path.names().getFirst().equalsIgnoreCase(variable)
        || !(right instanceof Constant.Parameter || right instanceof Constant.Literal)) {
      return null;
    }
    ValuePart part = element;
    for (String name : path.names().subList(1, path.names().size())) {
      ValuePart member = part.member(name);
      if (member == null) {
        return null;
      }
      part = member;
    }
    ValueType type = ValueType.of(part);
    Sql operand = operand(right, type);
    return isOfType(operand, new Found(new StoredValue("", null), part))
        ? new ValuePart.Member(part, operand.in(Sql.CAST) + "::" + type.sqlType())
        : null;
  }
}
