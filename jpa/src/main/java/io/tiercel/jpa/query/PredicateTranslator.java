package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Predicate;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.watch.Condition;
import io.tiercel.jpa.query.watch.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Translates conditions (specification 4.6).
final class PredicateTranslator {

  private final Translation translation;
  private final Scope scope;
  private final ExpressionTranslator expressions;

  PredicateTranslator(Scope scope, ExpressionTranslator expressions) {
    this.scope = scope;
    this.translation = scope.translation();
    this.expressions = expressions;
  }

  Sql translate(Predicate predicate) {
    return switch (predicate) {
      case Predicate.And(_, var operands) -> chain(operands, " and ", Sql.AND);
      case Predicate.Or(_, var operands) -> chain(operands, " or ", Sql.OR);
      case Predicate.Not(_, var operand) -> not(operand);
      case Predicate.Comparison comparison -> comparison(comparison);
      case Predicate.Between between -> between(between);
      case Predicate.InList in -> inList(in);
      case Predicate.InSubquery in -> inSubquery(in);
      case Predicate.Like like -> like(like);
      case Predicate.IsNull isNull -> isNull(isNull);
      case Predicate.IsEmpty(var at, var negated, var collection) ->
          condition(
              (negated ? "exists (" : "not exists (")
                  + collections().elements(at, collection, "1")
                  + ")",
              negated ? Sql.PRIMARY : Sql.NOT);
      case Predicate.MemberOf memberOf -> memberOf(memberOf);
      case Predicate.Exists(_, var query) -> exists(query);
    };
  }

  private static Sql condition(String text, int binding) {
    return Sql.condition(text, binding);
  }

  private Sql exists(QueryExpression query) {
    String exists = "exists (" + expressions.subquery(query).sql() + ")";
    String implied =
        query instanceof QueryExpression.SelectQuery select ? parts().impliedBy(select) : null;
    return implied == null
        ? condition(exists, Sql.PRIMARY)
        : condition(implied + " and " + exists, Sql.AND);
  }

  private ValueParts parts() {
    return new ValueParts(translation, expressions);
  }

  private CollectionTranslator collections() {
    return new CollectionTranslator(scope, expressions.paths());
  }

  private Sql chain(List<Expression> operands, String operator, int binding) {
    List<Sql> parts = operands.stream().map(expressions::condition).toList();
    List<Condition> conditions = parts.stream().map(Sql::asCondition).toList();
    return Sql.condition(
        parts.stream().map(part -> part.in(binding)).collect(Collectors.joining(operator)),
        binding,
        binding == Sql.AND ? new Condition.All(conditions) : new Condition.Any(conditions));
  }

  private Sql not(Expression operand) {
    if (operand instanceof Predicate.Exists(_, var query)) {
      return condition("not exists (" + expressions.subquery(query).sql() + ")", Sql.NOT);
    }
    var negated = expressions.condition(operand);
    return Sql.condition(
        "not " + negated.in(Sql.COMPARISON), Sql.NOT, new Condition.Not(negated.asCondition()));
  }

  private Sql comparison(Predicate.Comparison comparison) {
    var operator = comparison.operator();
    if (comparison.right() instanceof Operation.Quantified(_, var all, var query)) {
      var subquery = expressions.subquery(query);
      var left = expressions.translate(comparison.left(), subquery.type());
      check(comparison, left.type(), subquery.type());
      return condition(
          "%s %s %s (%s)"
              .formatted(
                  left.in(Sql.CONCAT), operator.symbol(), all ? "all" : "any", subquery.sql()),
          Sql.COMPARISON);
    }
    var rows = entityRows(comparison);
    if (rows == null) {
      rows = embeddables().comparison(comparison);
    }
    if (rows != null) {
      return rows;
    }
    if (comparison.left() instanceof Operation.Row || comparison.right() instanceof Operation.Row) {
      return new RowTranslator(translation, expressions).comparison(comparison);
    }
    var part = parts().comparison(comparison);
    if (part != null) {
      return part;
    }
    var sides = expressions.alternatives(List.of(comparison.left(), comparison.right()), null);
    var left = sides.getFirst();
    var right = sides.getLast();
    check(comparison, left.type(), right.type());
    return Sql.condition(
        left.in(Sql.CONCAT) + " " + operator.symbol() + " " + right.in(Sql.CONCAT),
        Sql.COMPARISON,
        Condition.comparison(operator, left.term(), right.term()));
  }

  private Embeddables embeddables() {
    return new Embeddables(translation, expressions.paths());
  }

  private EntityKeys entityKeys() {
    return new EntityKeys(scope, expressions.paths());
  }

  /// A comparison of entities whose ids have several columns, null for all others.
  private @Nullable Sql entityRows(Predicate.Comparison comparison) {
    var keys = entityKeys();
    var left = keys.entity(comparison.left());
    var entity = left != null ? left : keys.entity(comparison.right());
    if (entity == null) {
      return null;
    }
    var one = keys.row(comparison.left(), entity);
    var other = keys.row(comparison.right(), entity);
    if (one == null || other == null) {
      return null;
    }
    check(comparison, ValueType.of(entity), ValueType.of(entity));
    return condition(one + " " + comparison.operator().symbol() + " " + other, Sql.COMPARISON);
  }

  private void check(Predicate.Comparison comparison, ValueType left, ValueType right) {
    if (left.entity() == null && right.entity() == null) {
      return;
    }
    var operator = comparison.operator();
    if (operator != ComparisonOperator.EQUAL && operator != ComparisonOperator.NOT_EQUAL) {
      throw translation.error(
          comparison.at(), "entities are compared by = and <> only", "compare their attributes");
    }
    checkSameEntity(comparison.at(), left, right);
  }

  private void checkSameEntity(int at, ValueType left, ValueType right) {
    var leftEntity = left.entity();
    var rightEntity = right.entity();
    boolean sameHierarchy =
        leftEntity == rightEntity
            || (leftEntity != null
                && rightEntity != null
                && leftEntity.root() == rightEntity.root());
    if (!sameHierarchy && !left.isUnknown() && !right.isUnknown()) {
      throw translation.error(
          at,
          "cannot compare %s with %s".formatted(left.description(), right.description()),
          left.entity() == null || right.entity() == null ? "compare the id: id(…) = …" : null);
    }
  }

  private Sql between(Predicate.Between between) {
    var part = parts().between(between);
    if (part != null) {
      return part;
    }
    var values =
        expressions.alternatives(List.of(between.value(), between.low(), between.high()), null);
    var value = values.get(0);
    var low = values.get(1);
    var high = values.get(2);
    var both =
        new Condition.All(
            List.of(
                Condition.comparison(ComparisonOperator.GREATER_OR_EQUAL, value.term(), low.term()),
                Condition.comparison(ComparisonOperator.LESS_OR_EQUAL, value.term(), high.term())));
    return Sql.condition(
        "%s %sbetween %s and %s"
            .formatted(
                value.in(Sql.CONCAT),
                not(between.negated()),
                low.in(Sql.CONCAT),
                high.in(Sql.CONCAT)),
        Sql.COMPARISON,
        Condition.negated(between.negated(), both));
  }

  private static String not(boolean negated) {
    return negated ? "not " : "";
  }

  /// Whether one of several entities, whose ids have several columns, is meant; null for others.
  private @Nullable Sql inEntityRows(Predicate.InList in) {
    var keys = entityKeys();
    var entity = keys.entity(in.value());
    if (entity == null) {
      return null;
    }
    List<String> rows = new ArrayList<>();
    if (in.items().size() == 1 && in.items().getFirst() instanceof Constant.Parameter parameter) {
      rows.add(keys.rows(in.at(), parameter, entity));
    } else {
      for (var item : in.items()) {
        var row = keys.row(item, entity);
        if (row == null) {
          return null;
        }
        rows.add(row);
      }
    }
    return condition(
        "%s %sin (%s)"
            .formatted(keys.row(in.value(), entity), not(in.negated()), String.join(", ", rows)),
        Sql.COMPARISON);
  }

  private Sql inList(Predicate.InList in) {
    var rows = inEntityRows(in);
    if (rows == null) {
      rows = embeddables().inList(in);
    }
    if (rows != null) {
      return rows;
    }
    if (in.value() instanceof Operation.Row row) {
      return new RowTranslator(translation, expressions).inList(in, row);
    }
    var part = parts().inList(in);
    if (part != null) {
      return part;
    }
    if (in.items().size() == 1
        && in.items().getFirst() instanceof Constant.Parameter parameter
        && !(in.value() instanceof Constant.Parameter)) {
      var value = expressions.translate(in.value());
      String array = translation.parameters().collection(parameter, value.type());
      return Sql.condition(
          value.in(Sql.CONCAT) + (in.negated() ? " <> all(" : " = any(") + array + ")",
          Sql.COMPARISON,
          Condition.negated(in.negated(), inList(value, array)));
    }
    var all = new ArrayList<Expression>();
    all.add(in.value());
    all.addAll(in.items());
    var values = expressions.alternatives(all, null);
    values.forEach(item -> checkSameEntity(in.at(), values.getFirst().type(), item.type()));
    var items = values.stream().skip(1).map(Sql::term).toList();
    return Sql.condition(
        values.stream()
            .skip(1)
            .map(Sql::text)
            .collect(
                Collectors.joining(
                    ", ",
                    values.getFirst().in(Sql.CONCAT) + " " + not(in.negated()) + "in (",
                    ")")),
        Sql.COMPARISON,
        Condition.negated(in.negated(), Condition.in(values.getFirst().term(), items)));
  }

  /// @param array a placeholder, or more than that
  private static Condition inList(Sql value, String array) {
    return value.term() instanceof Operand operand && array.matches("\\$[0-9]+")
        ? new Condition.InList(operand, Parameters.argument(array))
        : new Condition.Unknown();
  }

  private Sql inSubquery(Predicate.InSubquery in) {
    if (in.value() instanceof Operation.Row row) {
      return new RowTranslator(translation, expressions).inSubquery(in, row);
    }
    var subquery = expressions.subquery(in.query());
    var value = expressions.translate(in.value(), subquery.type());
    checkSameEntity(in.at(), value.type(), subquery.type());
    return condition(
        value.in(Sql.CONCAT) + " " + not(in.negated()) + "in (" + subquery.sql() + ")",
        Sql.COMPARISON);
  }

  /// Without an escape clause JPQL has no escape character, while SQL would take the backslash.
  private Sql like(Predicate.Like like) {
    var part = parts().like(like);
    if (part != null) {
      return part;
    }
    var value = expressions.string(like.value());
    var pattern = expressions.argument(like.pattern(), ValueType.STRING);
    boolean plain =
        like.pattern() instanceof Constant.Literal(_, String text) && text.indexOf('\\') < 0;
    String escape;
    if (like.escape() == null) {
      escape = plain ? "" : " escape ''";
    } else {
      escape = " escape " + expressions.character(like.escape()).in(Sql.CONCAT);
    }
    return condition(
        value.in(Sql.CONCAT)
            + " "
            + not(like.negated())
            + (like.ignoresCase() ? "ilike " : "like ")
            + pattern.in(Sql.CONCAT)
            + escape,
        Sql.COMPARISON);
  }

  private Sql isNull(Predicate.IsNull isNull) {
    String test = isNull.negated() ? " is not null" : " is null";
    if (isNull.value() instanceof Constant.Parameter parameter) {
      return condition(translation.parameters().presence(parameter).text() + test, Sql.COMPARISON);
    }
    if (isNull.value() instanceof Reference reference
        && !(reference instanceof Reference.TypeOf)
        && !(reference instanceof Reference.Path path
            && expressions.paths().resolveOrNull(path) == null)
        && expressions.paths().resolve(reference)
            instanceof Resolved.ToOne(var owner, var attribute)
        && !attribute.isOwning()) {
      String found = collections().inverse(owner, attribute);
      return isNull.negated()
          ? condition("exists (" + found + ")", Sql.PRIMARY)
          : condition("not exists (" + found + ")", Sql.NOT);
    }
    var part = parts().isNull(isNull);
    if (part != null) {
      return part;
    }
    var embeddable = embeddables().isNull(isNull);
    if (embeddable != null) {
      return embeddable;
    }
    var keys = entityKeys();
    var entity = keys.entity(isNull.value());
    if (entity != null) {
      // One null is enough for a foreign key to refer to nothing.
      String present = keys.row(isNull.value(), entity) + " is not null";
      return isNull.negated()
          ? condition(present, Sql.COMPARISON)
          : condition("not (" + present + ")", Sql.NOT);
    }
    var tested = expressions.translate(isNull.value());
    String value = tested.in(Sql.CONCAT);
    String treatment = isNull.negated() ? null : treatment(isNull.value());
    Condition known =
        tested.term() instanceof Operand operand
            ? Condition.negated(isNull.negated(), new Condition.IsNull(operand))
            : new Condition.Unknown();
    return treatment == null
        ? Sql.condition(value + test, Sql.COMPARISON, known)
        : condition(treatment + " and " + value + test, Sql.AND);
  }

  /// Rows that are not of the subtype they are treated as satisfy no condition on it (specification
  /// 4.4.9). What is read of them is null, so that only a test for null asks for more.
  private @Nullable String treatment(Expression value) {
    if (!(value instanceof Reference.Navigation navigation)) {
      return null;
    }
    return switch (expressions.paths().resolve(navigation)) {
      case Resolved.Basic(var owner, _, _) -> owner.treatment();
      case Resolved.ToOne(var owner, _) -> owner.treatment();
      default -> null;
    };
  }

  private Sql memberOf(Predicate.MemberOf memberOf) {
    var part = parts().memberOf(memberOf);
    if (part != null) {
      return part;
    }
    var target = collections().targetType(memberOf.at(), memberOf.collection());
    var elements = target.entity();
    if (elements != null && !elements.id().isSimple()) {
      return memberOf(memberOf, elements);
    }
    var value = expressions.translate(memberOf.value(), target);
    checkSameEntity(memberOf.at(), value.type(), target);
    return condition(
        "%s %sin (%s)"
            .formatted(
                value.in(Sql.CONCAT),
                not(memberOf.negated()),
                collections().elements(memberOf.at(), memberOf.collection(), null)),
        Sql.COMPARISON);
  }

  /// The elements have ids of several columns.
  private Sql memberOf(Predicate.MemberOf memberOf, EntityMapping elements) {
    var value = entityKeys().row(memberOf.value(), elements);
    if (value == null) {
      throw translation.error(
          memberOf.at(),
          "member of takes a path to a %s, or a parameter".formatted(elements.entityName()),
          null);
    }
    return condition(
        "%s %sin (%s)"
            .formatted(
                value,
                not(memberOf.negated()),
                collections().elements(memberOf.at(), memberOf.collection(), null)),
        Sql.COMPARISON);
  }
}
