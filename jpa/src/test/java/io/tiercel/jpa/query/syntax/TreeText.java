package io.tiercel.jpa.query.syntax;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes a tree as nested lists, so that a test can say in one line what a query means.
final class TreeText {

  private TreeText() {}

  static String of(Statement statement) {
    return switch (statement) {
      case Statement.Select(var query) -> of(query);
      case Statement.Update(_, var entity, var variable, var assignments, var where) ->
          list(
              "update",
              entity + name(variable),
              assignments.stream()
                  .map(a -> list("=", of(a.target()), of(a.value())))
                  .collect(Collectors.joining(" ")),
              clause("where", where));
      case Statement.Insert(_, var entity, var variable, var targets, var rows, var conflict) ->
          list(
              "insert",
              entity + name(variable),
              targets.stream().map(TreeText::of).collect(Collectors.joining(" ", "(", ")")),
              of(rows),
              conflict == null ? "" : of(conflict));
      case Statement.Delete(_, var entity, var variable, var where) ->
          list("delete", entity + name(variable), clause("where", where));
    };
  }

  private static String of(Statement.Inserted rows) {
    return switch (rows) {
      case Statement.Inserted.Rows(var all) ->
          list("values", all.stream().map(TreeText::of).collect(Collectors.joining(" ")));
      case Statement.Inserted.Selected(var query) -> of(query);
    };
  }

  private static String of(Statement.Conflict conflict) {
    return list(
        "conflict",
        conflict.attributes().stream().map(TreeText::of).collect(Collectors.joining(" ")),
        conflict.assignments().stream()
            .map(a -> list("=", of(a.target()), of(a.value())))
            .collect(Collectors.joining(" ")),
        clause("where", conflict.where()));
  }

  static String of(QueryExpression query) {
    return switch (query) {
      case QueryExpression.SelectQuery q ->
          list(
              q.distinct() ? "select distinct" : "select",
              q.items().stream().map(TreeText::of).collect(Collectors.joining(" ")),
              list("from", q.from().stream().map(TreeText::of).collect(Collectors.joining(" "))),
              clause("where", q.where()),
              clause("group", q.groupBy()),
              clause("having", q.having()),
              order(q.orderBy()));
      case QueryExpression.SetOperation o ->
          list(
              lower(o.operator()) + (o.all() ? " all" : ""),
              of(o.left()),
              of(o.right()),
              order(o.orderBy()));
      case QueryExpression.With(_, var recursive, var tables, var inner) ->
          list(
              recursive ? "with recursive" : "with",
              tables.stream()
                  .map(table -> list(table.name(), of(table.query())))
                  .collect(Collectors.joining(" ")),
              of(inner));
      case QueryExpression.Limited(_, var limited, var limit, var offset) ->
          list("page", of(limited), clause("limit", limit), clause("offset", offset));
    };
  }

  private static String of(SelectItem item) {
    return of(item.expression()) + (item.alias() == null ? "" : ":" + item.alias());
  }

  private static String of(Declaration d) {
    String source = (d.collectionMember() ? "in " : "") + of(d.source()) + name(d.variable());
    return d.joins().isEmpty()
        ? source
        : list(source, d.joins().stream().map(TreeText::of).collect(Collectors.joining(" ")));
  }

  private static String of(Join join) {
    return list(
        (join.outer() ? "left join" : "join") + (join.fetch() ? " fetch" : ""),
        of(join.source()) + name(join.variable()),
        clause("on", join.on()));
  }

  private static String order(List<OrderItem> items) {
    return items.isEmpty()
        ? ""
        : list(
            "order",
            items.stream()
                .map(
                    i ->
                        of(i.expression())
                            + (i.descending() ? " desc" : "")
                            + (i.nulls() == null ? "" : " nulls " + lower(i.nulls())))
                .collect(Collectors.joining(" ")));
  }

  static String of(Expression expression) {
    return switch (expression) {
      case Predicate predicate -> of(predicate);
      case Reference reference -> of(reference);
      case Constant constant -> of(constant);
      case Operation operation -> of(operation);
      case FunctionCall call -> of(call);
    };
  }

  private static String of(Predicate predicate) {
    return switch (predicate) {
      case Predicate.And(_, var operands) -> list("and", all(operands));
      case Predicate.Or(_, var operands) -> list("or", all(operands));
      case Predicate.Not(_, var operand) -> list("not", of(operand));
      case Predicate.Comparison(_, var operator, var left, var right) ->
          list(operator.symbol(), of(left), of(right));
      case Predicate.Between(_, var negated, var value, var low, var high) ->
          list(not(negated) + "between", of(value), of(low), of(high));
      case Predicate.InList(_, var negated, var value, var items) ->
          list(not(negated) + "in", of(value), all(items));
      case Predicate.InSubquery(_, var negated, var value, var query) ->
          list(not(negated) + "in", of(value), of(query));
      case Predicate.Like(_, var negated, var value, var pattern, var escape, var ignoresCase) ->
          list(
              not(negated) + (ignoresCase ? "ilike" : "like"),
              of(value),
              of(pattern),
              clause("escape", escape));
      case Predicate.IsNull(_, var negated, var value) -> list(not(negated) + "null", of(value));
      case Predicate.IsEmpty(_, var negated, var value) -> list(not(negated) + "empty", of(value));
      case Predicate.MemberOf(_, var negated, var value, var collection) ->
          list(not(negated) + "member", of(value), of(collection));
      case Predicate.Exists(_, var query) -> list("exists", of(query));
    };
  }

  private static String of(Reference reference) {
    return switch (reference) {
      case Reference.Path path -> path.text();
      case Reference.Navigation(_, var head, var names) -> of(head) + "." + String.join(".", names);
      case Reference.Treat(_, var operand, var entity) -> list("treat", of(operand), entity);
      case Reference.MapPart(_, var part, var variable) -> list(lower(part), of(variable));
      case Reference.Identity(_, var attribute, var operand) -> list(lower(attribute), of(operand));
      case Reference.TypeOf(_, var operand) -> list("type", of(operand));
    };
  }

  private static String of(Constant constant) {
    return switch (constant) {
      case Constant.Literal(_, String value) -> "'" + value + "'";
      case Constant.Literal(_, Object value)
          when value instanceof Integer || value instanceof Boolean ->
          value.toString();
      case Constant.Literal(_, Object value) -> value.getClass().getSimpleName() + " " + value;
      case Constant.Null _ -> "null";
      case Constant.NamedParameter(_, var name) -> ":" + name;
      case Constant.PositionalParameter(_, var position) -> "?" + position;
      case Constant.TypedParameter(_, var key, var type) -> list(":" + key, type.getSimpleName());
    };
  }

  private static String of(Operation operation) {
    return switch (operation) {
      case Operation.Signed(_, var negative, var operand) ->
          list(negative ? "-" : "+", of(operand));
      case Operation.Binary(_, var operator, var left, var right) ->
          list(operator.symbol(), of(left), of(right));
      case Operation.Case(_, var operand, var branches, var otherwise) ->
          list(
              "case",
              operand == null ? "" : of(operand),
              branches.stream()
                  .map(b -> list("when", of(b.test()), of(b.result())))
                  .collect(Collectors.joining(" ")),
              otherwise == null ? "" : of(otherwise));
      case Operation.Subquery(_, var query) -> of(query);
      case Operation.Quantified(_, var all, var query) -> list(all ? "all" : "any", of(query));
      case Operation.Aggregate(_, var function, var distinct, var argument) ->
          list(
              lower(function) + (distinct ? " distinct" : ""),
              argument == null ? "*" : of(argument));
      case Operation.Filtered(_, var aggregate, var condition) ->
          list("filter", of(aggregate), of(condition));
      case Operation.WindowFunction(_, var name, var arguments) ->
          list(lower(name), all(arguments));
      case Operation.Row(_, var items) -> list("row", all(items));
      case Operation.Window(_, var function, var partitionBy, var orderBy, var frame) ->
          list(
              "over",
              of(function),
              clause("partition", partitionBy),
              order(orderBy),
              frame == null ? "" : frame);
      case Operation.Constructor(_, var className, _, var items) ->
          list(
              "new " + className,
              items.stream().map(TreeText::of).collect(Collectors.joining(" ")));
    };
  }

  private static String of(FunctionCall call) {
    return switch (call) {
      case FunctionCall.Plain(_, var function, var arguments) ->
          list(lower(function), all(arguments));
      case FunctionCall.Trim(_, var side, var character, var value) ->
          list("trim " + lower(side), character == null ? "" : of(character), of(value));
      case FunctionCall.Extract(_, var field, var value) ->
          list("extract " + lower(field), of(value));
      case FunctionCall.Cast(_, var value, var type) -> list("cast " + lower(type), of(value));
      case FunctionCall.As(_, var value, var type, var converts) ->
          list(converts ? "cast" : "as", type.getSimpleName(), of(value));
      case FunctionCall.Size(_, var collection) -> list("size", of(collection));
      case FunctionCall.Index(_, var variable) -> list("index", of(variable));
      case FunctionCall.Native(_, var name, var arguments) ->
          list("function " + name, all(arguments));
    };
  }

  private static String all(List<Expression> expressions) {
    return expressions.stream().map(TreeText::of).collect(Collectors.joining(" "));
  }

  private static String name(@Nullable Variable variable) {
    return variable == null ? "" : ":" + variable.name();
  }

  private static String clause(String name, @Nullable Expression expression) {
    return expression == null ? "" : list(name, of(expression));
  }

  private static String clause(String name, List<Expression> expressions) {
    return expressions.isEmpty() ? "" : list(name, all(expressions));
  }

  private static String not(boolean negated) {
    return negated ? "not " : "";
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String list(String... parts) {
    var present = List.of(parts).stream().filter(part -> !part.isEmpty()).toList();
    return "(" + String.join(" ", present) + ")";
  }
}
