package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.QueryExpression.SelectQuery;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Translates select queries and set operations. In a subquery an entity is its id; in the query
/// itself it is all its columns.
final class SelectTranslator {

  private final Translation translation;
  private final @Nullable Scope around;
  private final Derivation derivation;

  /// @param sql the statement
  /// @param selections what the columns of a row mean
  /// @param items the types of the select items
  /// @param columns how many columns a row has
  /// @param lockable the aliases of the tables whose rows a lock is taken on
  /// @param locksWhole whether such a lock is on all rows of the selected entities
  /// @param derived the items of a table of the statement, empty for other queries
  record Result(
      String sql,
      List<Selection> selections,
      List<ValueType> items,
      int columns,
      List<String> lockable,
      boolean locksWhole,
      List<DerivedItem> derived) {

    Result withSql(String other) {
      return new Result(other, selections, items, columns, lockable, locksWhole, derived);
    }

    /// What the operands of a set operation must have in common.
    private List<Object> shapes() {
      return derived.isEmpty()
          ? SelectTranslator.shapes(selections)
          : derived.stream().map(DerivedItem::shape).toList();
    }
  }

  SelectTranslator(Translation translation, @Nullable Scope around) {
    this(translation, around, Derivation.NONE);
  }

  SelectTranslator(Translation translation, @Nullable Scope around, Derivation derivation) {
    this.translation = translation;
    this.around = around;
    this.derivation = derivation;
  }

  Result translate(QueryExpression query) {
    return switch (query) {
      case SelectQuery select -> select(select);
      case SetOperation operation -> setOperation(operation);
      case QueryExpression.Limited limited -> limited(limited);
      case QueryExpression.With with ->
          new WithTranslator(translation, around).translate(with, () -> translate(with.query()));
    };
  }

  private Result limited(QueryExpression.Limited limited) {
    var all = translate(limited.query());
    String sql =
        all.sql()
            + clause(" limit ", rows(limited.limit()))
            + clause(" offset ", rows(limited.offset()));
    return all.withSql(sql);
  }

  private static String clause(String keyword, @Nullable String rows) {
    return rows == null ? "" : keyword + rows;
  }

  /// A number of rows as SQL.
  @Nullable String rows(@Nullable Constant count) {
    return count == null
        ? null
        : new ExpressionTranslator(new Scope(translation, around))
            .argument(count, ValueType.LONG)
            .text();
  }

  private Result select(SelectQuery query) {
    var scope = new Scope(translation, around, derivation.isTable());
    var expressions = new ExpressionTranslator(scope);
    new FromTranslator(scope, expressions).translate(query.from());
    var items = new SelectItems(scope, expressions, derivation);
    boolean isGrouped = !query.groupBy().isEmpty() || query.having() != null;
    expressions.setGrouped(isGrouped);
    items.translate(query);
    expressions.setGrouped(false);
    var where = query.where() == null ? null : expressions.condition(query.where());
    var groupBy = new GroupTranslator(scope, expressions, items).translate(query.groupBy());
    expressions.setGrouped(isGrouped);
    var having = query.having() == null ? null : expressions.condition(query.having());
    boolean isDistinct = query.distinct() && !items.isDistinctAnyway();
    boolean isOfRows = !isDistinct && !isGrouped;
    var order = new OrderTranslator(translation, expressions, items, isOfRows);
    var orderBy = order.translate(query.orderBy());
    scope.fetches().checkOwnersSelected();
    if (isOfRows) {
      items.readTogether();
    }

    if (isDistinct || !groupBy.isEmpty() || having != null) {
      translation.watch().setCoarse();
    }
    var sql = new StringBuilder();
    sql.append(" from ").append(scope.tables().sql());
    sql.append(where(scope.conditions(), where));
    if (!groupBy.isEmpty()) {
      sql.append(" group by ").append(String.join(", ", groupBy));
    }
    if (having != null) {
      sql.append(" having ").append(having.text());
    }
    sql.append(orderBy(orderBy));
    if (around == null && !derivation.isTable()) {
      translation.watch().top(scope, items, where, query.orderBy(), order.values(), sql.toString());
    }
    sql.insert(0, String.join(", ", items.columns()));
    sql.insert(0, isDistinct ? "select distinct " : "select ");
    return new Result(
        sql.toString(),
        items.selections(),
        items.types(),
        items.columns().size(),
        items.lockable(),
        items.locksWhole(),
        items.derived());
  }

  /// The where clause of conditions that the from clause adds and the query's own; empty without
  /// any.
  static String where(List<String> conditions, @Nullable Sql condition) {
    var all = new ArrayList<>(conditions);
    if (condition != null) {
      all.add(all.isEmpty() ? condition.text() : condition.in(Sql.AND));
    }
    return all.isEmpty() ? "" : " where " + String.join(" and ", all);
  }

  private static String orderBy(List<String> terms) {
    return terms.isEmpty() ? "" : " order by " + String.join(", ", terms);
  }

  private Result setOperation(SetOperation operation) {
    var left = translate(operation.left());
    var right = translate(operation.right());
    translation.watch().setCoarse();
    if (!left.shapes().equals(right.shapes())) {
      throw translation.error(
          operation.at(),
          "the queries of %s select different items".formatted(operation.operator()),
          "select as many items of the same kind in both");
    }
    String operator =
        operation.operator().name().toLowerCase(Locale.ROOT) + (operation.all() ? " all" : "");
    String sql =
        operand(left.sql(), operation.left())
            + " "
            + operator
            + " "
            + operand(right.sql(), operation.right())
            + orderBy(OrderTranslator.bySetColumns(translation, operation, left.selections()));
    return new Result(
        sql, left.selections(), left.items(), left.columns(), List.of(), false, left.derived());
  }

  private static String operand(String sql, QueryExpression query) {
    boolean plain = query instanceof SelectQuery && query.orderBy().isEmpty();
    return plain ? sql : "(" + sql + ")";
  }

  /// What the operands of a set operation must have in common.
  private static List<Object> shapes(List<Selection> selections) {
    return selections.stream().map(SelectTranslator::shape).collect(Collectors.toList());
  }

  private static Object shape(Selection selection) {
    return switch (selection) {
      case EntitySelection entity -> entity.mapping();
      case Selection.Scattered entity -> entity.mapping();
      case Selection.Scalar _ -> "a value";
      case Selection.Embedded embedded -> embedded.attribute().javaType();
      case Selection.Constructed(var type, var arguments, _) -> List.of(type, shapes(arguments));
    };
  }

  /// The condition of a bulk statement or a query, translated.
  static @Nullable Sql condition(ExpressionTranslator expressions, @Nullable Expression where) {
    return where == null ? null : expressions.condition(where);
  }
}
