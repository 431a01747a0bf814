package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Predicate;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.syntax.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Conditions on embeddables, which the specification has not. Two are equal when all their
/// attributes are, where one null is as another: that is what `equals` says in Java. One whose
/// attributes are all null is null, which neither equals nor differs from anything.
final class Embeddables {
  private final Translation translation;
  private final PathResolver paths;

  Embeddables(Translation translation, PathResolver paths) {
    this.translation = translation;
    this.paths = paths;
  }

  /// An embeddable in the statement.
  ///
  /// @param values SQL, in the order of the columns of its attribute
  /// @param columns those of a path, empty for a parameter
  private record Side(List<String> values, List<Column> columns) {

    boolean mayBeNull(int i) {
      return columns.isEmpty() || columns.get(i).nullable();
    }

    /// Whether all attributes are null.
    String isNull() {
      return values.size() == 1
          ? values.getFirst() + " is null"
          : values.stream().collect(Collectors.joining(", ", "(", ") is null"));
    }

    String isPresent() {
      return values.size() == 1 ? values.getFirst() + " is not null" : "not (" + isNull() + ")";
    }
  }

  private Resolved.@Nullable Embedded embedded(Expression expression) {
    Resolved resolved =
        switch (expression) {
          case Reference.Path path -> paths.resolveOrNull(path);
          case Reference.TypeOf _ -> null;
          case Reference reference -> paths.resolve(reference);
          default -> null;
        };
    return resolved instanceof Resolved.Embedded embedded ? embedded : null;
  }

  /// A comparison of embeddables, null for all others.
  @Nullable Sql comparison(Predicate.Comparison comparison) {
    var left = embedded(comparison.left());
    var known = left != null ? left : embedded(comparison.right());
    if (known == null) {
      return null;
    }
    var operator = comparison.operator();
    if (operator != ComparisonOperator.EQUAL && operator != ComparisonOperator.NOT_EQUAL) {
      throw translation.error(
          comparison.at(), "embeddables are compared by = and <> only", "compare their attributes");
    }
    var one = side(comparison.left(), known.attribute());
    var other = side(comparison.right(), known.attribute());
    return operator == ComparisonOperator.EQUAL ? equal(one, other) : notEqual(one, other);
  }

  private Side side(Expression expression, EmbeddedAttribute attribute) {
    if (expression instanceof Constant.Parameter parameter) {
      refuseAssociations(expression.at(), attribute);
      return parameter(parameter, attribute);
    }
    var embedded = embedded(expression);
    if (embedded == null) {
      throw translation.error(
          expression.at(),
          "embeddable %s is compared with a path or a parameter only"
              .formatted(attribute.javaType().getSimpleName()),
          "name its attributes one by one, as in …." + attribute.name() + ".x");
    }
    return side(expression.at(), embedded, attribute);
  }

  private Side side(int at, Resolved.Embedded embedded, EmbeddedAttribute like) {
    var attribute = embedded.attribute();
    if (attribute.javaType() != like.javaType()) {
      throw translation.error(
          at,
          "cannot compare embeddable %s with embeddable %s"
              .formatted(like.javaType().getSimpleName(), attribute.javaType().getSimpleName()),
          null);
    }
    refuseAssociations(at, attribute);
    var columns = attribute.columns();
    return new Side(columns.stream().map(embedded.owner()::column).toList(), columns);
  }

  private void refuseAssociations(int at, EmbeddedAttribute attribute) {
    if (attribute.hasAssociations()) {
      throw translation.unsupported(
          at,
          "comparing embeddable %s, which has associations,"
              .formatted(attribute.javaType().getSimpleName()),
          "compare its attributes");
    }
  }

  private Side parameter(Constant.Parameter parameter, EmbeddedAttribute attribute) {
    List<String> values = new ArrayList<>();
    var columns = attribute.columns();
    for (int i = 0; i < columns.size(); i++) {
      var part = new ArgumentPart.OfEmbeddable(attribute, i);
      values.add(translation.parameters().part(parameter, type(columns.get(i)), part, false));
    }
    return new Side(values, List.of());
  }

  private static ValueType type(Column column) {
    return ValueType.of(column, column.columnType());
  }

  /// The values of an embeddable that is assigned to another, by its columns.
  List<String> values(Expression value, EmbeddedAttribute attribute) {
    return side(value, attribute).values;
  }

  private Sql equal(Side one, Side other) {
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < one.values.size(); i++) {
      conditions.add(equal(one, other, i));
    }
    boolean mayBeNull =
        IntStream.range(0, one.values.size()).allMatch(i -> one.mayBeNull(i) && other.mayBeNull(i));
    if (mayBeNull) {
      conditions.add(one.isPresent());
    }
    return and(conditions);
  }

  private static String equal(Side one, Side other, int i) {
    String left = one.values.get(i);
    String right = other.values.get(i);
    if (!one.mayBeNull(i) || !other.mayBeNull(i)) {
      return left + " = " + right;
    }
    // An index serves this, once PostgreSQL knows whether the parameter is null, and it serves no
    // IS NOT DISTINCT FROM.
    return one.columns.isEmpty() || other.columns.isEmpty()
        ? "(%1$s = %2$s or %1$s is null and %2$s is null)".formatted(left, right)
        : left + " is not distinct from " + right;
  }

  private static Sql notEqual(Side one, Side other) {
    String differs =
        IntStream.range(0, one.values.size())
            .mapToObj(i -> one.values.get(i) + " is distinct from " + other.values.get(i))
            .collect(Collectors.joining(" or "));
    return and(List.of("(" + differs + ")", one.isPresent(), other.isPresent()));
  }

  private static Sql and(List<String> conditions) {
    return Sql.condition(String.join(" and ", conditions), Sql.AND);
  }

  /// Whether an embeddable is null, null for all other values.
  @Nullable Sql isNull(Predicate.IsNull isNull) {
    var embedded = embedded(isNull.value());
    if (embedded == null) {
      return null;
    }
    var side = side(isNull.at(), embedded, embedded.attribute());
    return isNull.negated()
        ? Sql.condition(side.isPresent(), Sql.NOT)
        : Sql.condition(side.isNull(), Sql.COMPARISON);
  }

  /// Whether an embeddable is one of several, null for all other values.
  @Nullable Sql inList(Predicate.InList in) {
    var embedded = embedded(in.value());
    if (embedded == null) {
      return null;
    }
    var attribute = embedded.attribute();
    var value = side(in.value().at(), embedded, attribute);
    if (in.items().size() == 1 && in.items().getFirst() instanceof Constant.Parameter parameter) {
      return inParameter(in, value, attribute, parameter);
    }
    var choices = in.items().stream().map(item -> side(item, attribute)).toList();
    return in.negated()
        ? Sql.condition(
            choices.stream()
                .map(choice -> notEqual(value, choice).text())
                .collect(Collectors.joining(" and ")),
            Sql.AND)
        : Sql.condition(
            choices.stream()
                .map(choice -> equal(value, choice).in(Sql.AND))
                .collect(Collectors.joining(" or ")),
            Sql.OR);
  }

  private Sql inParameter(
      Predicate.InList in, Side value, EmbeddedAttribute attribute, Constant.Parameter parameter) {
    refuseAssociations(in.at(), attribute);
    String name = attribute.javaType().getSimpleName();
    var rows = new ParameterRows(translation, in.at(), "a collection of " + name);
    String alias = translation.alias(name);
    List<String> names = new ArrayList<>();
    var columns = attribute.columns();
    for (int i = 0; i < columns.size(); i++) {
      var part = new ArgumentPart.OfEmbeddable(attribute, i);
      var type = type(columns.get(i));
      rows.add(translation.parameters().part(parameter, type, part, true), type);
      names.add("c" + i);
    }
    var element = new Side(names.stream().map(one -> alias + "." + one).toList(), columns);
    String found =
        "exists (select 1 from %s %s(%s) where %s)"
            .formatted(rows.sql(), alias, String.join(", ", names), equal(value, element).text());
    return in.negated()
        ? and(List.of("not " + found, value.isPresent()))
        : Sql.condition(found, Sql.PRIMARY);
  }
}
