package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.PlainFunction;
import io.tiercel.jpa.query.syntax.Predicate;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.watch.Condition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Translates expressions of one scope. What belongs to a group of its own is left to the other
/// translators, which all meet here.
final class ExpressionTranslator {

  private final Scope scope;
  private final Translation translation;
  private final PathResolver paths;
  private final EntityTypes types;
  private final Constants constants;
  private final PredicateTranslator predicates;
  private final OperationTranslator operations;
  private final FunctionTranslator functions;
  private boolean grouped;

  ExpressionTranslator(Scope scope) {
    this.scope = scope;
    this.translation = scope.translation();
    this.paths = new PathResolver(scope);
    this.types = new EntityTypes(scope, paths);
    this.constants = new Constants(translation);
    this.predicates = new PredicateTranslator(scope, this);
    this.operations = new OperationTranslator(scope, this);
    this.functions = new FunctionTranslator(scope, this);
  }

  /// What is translated from now on is of groups, or of rows. Conditions on groups have what is
  /// grouped by in them, as it was written there.
  void setGrouped(boolean isGrouped) {
    this.grouped = isGrouped;
  }

  boolean isGrouped() {
    return grouped;
  }

  OperationTranslator operations() {
    return operations;
  }

  PathResolver paths() {
    return paths;
  }

  Sql translate(Expression expression) {
    return translate(expression, null);
  }

  /// Translates an expression.
  ///
  /// @param expected the type of what it is compared with or assigned to, which parameters,
  ///     literals and enum constants take; null when nothing tells
  Sql translate(Expression expression, @Nullable ValueType expected) {
    return switch (expression) {
      case Reference.Path path -> path(path, expected);
      case Reference.TypeOf typeOf -> types.typeOf(typeOf, expected);
      case Reference reference -> value(reference.at(), paths.resolve(reference));
      case Constant.Literal(var at, var value) -> constants.literal(at, value, expected);
      case Constant.Null _ -> Sql.primary("null", expected == null ? ValueType.UNKNOWN : expected);
      case Constant.TypedParameter parameter ->
          translation
              .parameters()
              .typed(parameter, expected == null ? ValueType.UNKNOWN : expected);
      case Constant.Parameter parameter ->
          translation
              .parameters()
              .inferred(parameter, expected == null ? ValueType.UNKNOWN : expected);
      case Predicate predicate -> predicates.translate(predicate);
      case Operation operation -> operations.translate(operation, expected);
      case FunctionCall call -> functions.translate(call, expected);
    };
  }

  private Sql path(Reference.Path path, @Nullable ValueType expected) {
    var entityType = types.literal(path, expected);
    if (entityType != null) {
      return entityType;
    }
    var resolved = paths.resolveOrNull(path);
    if (resolved != null) {
      return value(path.at(), resolved);
    }
    var constant = constants.enumConstant(path, expected);
    if (constant == null) {
      throw paths.unknown(path);
    }
    return constant;
  }

  /// The entity type that an item of a select clause names, or null. Elsewhere one is compared with
  /// a type, which tells the hierarchy.
  @Nullable Sql entityType(Expression item) {
    return item instanceof Reference.Path path && paths.resolveOrNull(path) == null
        ? types.literalOf(path)
        : null;
  }

  /// The value of what a path leads to; an entity's is its id.
  Sql value(int at, Resolved resolved) {
    return switch (resolved) {
      case Resolved.Basic(var owner, var column, var type) ->
          Sql.primary(owner.column(column), type).with(owner.term(column));
      case Resolved.Entity(var source) ->
          Sql.primary(source.id(), ValueType.of(source.mapping()))
              .with(source.term(source.mapping().id().columns()));
      case Resolved.ToOne(var owner, var attribute) -> {
        var type = ValueType.of(attribute.target().mapping());
        yield attribute.isOwning() && attribute.refersToId()
            ? Sql.primary(owner.reference(attribute.joinColumns()), type)
                .with(owner.term(attribute.joinColumns()))
            : Sql.primary(scope.join(owner, attribute).id(), type);
      }
      case Resolved.Part(_, var stored, var part) ->
          Sql.primary("(" + part.value(stored) + ")", ValueType.of(part));
      case Resolved.Embedded(_, var attribute) ->
          throw translation.unsupported(
              at,
              "an embeddable as a value",
              "compare it with =, <>, in or is null; elsewhere name its attributes one by one, as"
                  + " in …."
                  + attribute.name()
                  + ".x");
      case Resolved.Derived(_, var table) ->
          throw translation.error(
              at, "cannot take the rows of %s as a value".formatted(table.name()), "name an item");
      case Resolved.ToMany(_, var attribute) -> throw collection(at, attribute);
      case Resolved.Elements(_, var attribute) -> throw collection(at, attribute);
    };
  }

  /// The columns that hold the id of an association's target.
  List<String> keyColumns(TableSource owner, ToOneAttribute attribute) {
    return attribute.isOwning() && attribute.refersToId()
        ? attribute.joinColumns().stream().map(owner::column).toList()
        : scope.join(owner, attribute).idColumns();
  }

  private JpqlSemanticException collection(int at, PluralAttribute attribute) {
    return translation.error(
        at,
        "cannot take collection \"%s\" as a value".formatted(attribute.name()),
        "join it, or use SIZE, IS EMPTY or MEMBER OF");
  }

  /// A condition: an expression that is true, false or unknown.
  Sql condition(Expression expression) {
    if (expression instanceof Constant.Parameter parameter) {
      return translation.parameters().cast(parameter, ValueType.BOOLEAN);
    }
    var sql = translate(expression);
    var type = sql.type();
    if (!type.isBoolean() && !type.isUnknown()) {
      throw translation.error(
          expression.at(), "expected a condition, found " + type.description(), null);
    }
    var conversion = type.conversion();
    if (conversion == null) {
      return sql;
    }
    var stored = constants.literal(expression.at(), true, type);
    return Sql.condition(
        sql.in(Sql.CONCAT) + " = " + stored.in(Sql.CONCAT),
        Sql.COMPARISON,
        Condition.comparison(ComparisonOperator.EQUAL, sql.term(), stored.term()));
  }

  /// An argument of a function that takes one type only: parameters are cast to it, because
  /// PostgreSQL could not choose between the functions of the name.
  Sql argument(Expression expression, ValueType type) {
    return expression instanceof Constant.Parameter parameter
        ? translation.parameters().cast(parameter, type)
        : translate(expression, type);
  }

  /// A string argument: other values are cast to text.
  Sql string(Expression expression) {
    var sql = argument(expression, ValueType.STRING);
    return sql.type().columnType() == String.class || sql.type().isUnknown()
        ? sql
        : sql.cast(ValueType.STRING);
  }

  /// A single character after `escape` or in `trim`: a parameter may be bound to a Character or
  /// to a String (section 4.6.10).
  Sql character(Expression expression) {
    return expression instanceof Constant.Parameter parameter
            && !(parameter instanceof Constant.TypedParameter)
        ? translation.parameters().cast(parameter, ValueType.AS_TEXT)
        : string(expression);
  }

  /// Values that stand for each other: the ones whose type is known give it to the others.
  List<Sql> alternatives(List<? extends Expression> expressions, @Nullable ValueType expected) {
    if (expected != null && expressions.stream().allMatch(Constant.Parameter.class::isInstance)) {
      // PostgreSQL types them before it looks around.
      return expressions.stream().map(each -> argument(each, expected)).toList();
    }
    ValueType type = expected;
    var translated = new ArrayList<@Nullable Sql>();
    expressions.forEach(_ -> translated.add(null));
    var order = new ArrayList<Integer>();
    for (int i = 0; i < expressions.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingInt(i -> flexibility(expressions.get(i))));
    for (int i : order) {
      var sql = translate(expressions.get(i), type);
      translated.set(i, sql);
      if (type == null && !sql.type().isUnknown()) {
        type = sql.type();
      }
    }
    var result = new ArrayList<Sql>();
    for (var sql : translated) {
      if (sql != null) {
        result.add(sql);
      }
    }
    return result;
  }

  /// The common type of alternatives.
  static ValueType common(List<Sql> alternatives) {
    ValueType common = ValueType.UNKNOWN;
    for (var sql : alternatives) {
      var type = sql.type();
      if (common.isUnknown()) {
        common = type;
      } else if (type.isNumeric() && common.isNumeric() && type.javaType() != common.javaType()) {
        common = ValueType.promoted(common, type);
      }
    }
    return common;
  }

  /// How much an expression takes its type from its neighbours: 0 for not at all.
  private int flexibility(Expression expression) {
    return switch (expression) {
      case Constant.Literal _ -> 1;
      case Reference.Path path when paths.resolveOrNull(path) == null -> 2;
      case Constant.Null _ -> 3;
      case Constant.Parameter _ -> 4;
      case FunctionCall.Plain(_, var function, var arguments)
          when function == PlainFunction.COALESCE || function == PlainFunction.NULLIF ->
          ofParameters(arguments);
      case Operation.Case choice -> ofResults(choice.results());
      default -> 0;
    };
  }

  /// As the least flexible of them, where all take their type from elsewhere.
  private int ofResults(List<Expression> results) {
    int least = results.stream().mapToInt(this::flexibility).min().orElse(0);
    return least > 1 ? least : 0;
  }

  private static int ofParameters(List<Expression> alternatives) {
    return alternatives.stream().allMatch(Constant.Parameter.class::isInstance) ? 4 : 0;
  }

  /// A query inside this one that selects that many items.
  SubqueryTranslator.Result subquery(QueryExpression query, int items) {
    return new SubqueryTranslator(translation, scope).translate(query, items);
  }

  /// A query inside this one.
  SubqueryTranslator.Result subquery(QueryExpression query) {
    return new SubqueryTranslator(translation, scope).translate(query);
  }

  /// A query inside this one whose item is compared with or assigned to that type. An item that is
  /// no attribute, such as an enum constant, tells by itself not how it is stored.
  SubqueryTranslator.Result subquery(QueryExpression query, @Nullable ValueType expected) {
    return expected == null || expected.conversion() == null
        ? subquery(query)
        : new SubqueryTranslator(translation, scope).translate(query, expected);
  }
}
