package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.QueryExpression.CommonTable;
import io.tiercel.jpa.query.syntax.QueryExpression.SelectQuery;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperation;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperator;
import io.tiercel.jpa.query.syntax.QueryExpression.With;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `start with … connect by …`, which the specification has not, and the recursive query that it
/// stands for:
///
/// ```
/// select c, level from Category c start with c.parent is null connect by c.parent = prior c
///
/// with recursive hierarchy as (
///   select c as node, 1 as level from Category c where c.parent is null
///   union all
///   select c as node, p.level + 1 as level from Category c, hierarchy p where c.parent = p.node)
/// select c, level from hierarchy h, h.node c, h.level level
/// ```
///
/// The names that it adds cannot be written in a query.
///
/// @param entity what the query ranges over, one entity and its present rows
/// @param start null where all rows are roots
public record Hierarchy(
    int at, Declaration entity, @Nullable Expression start, Expression connect) {
  /// The variable for how deep a row stands.
  static final String LEVEL = "level";

  private static final String TABLE = "hierarchy ";
  private static final String ROW = "prior ";
  private static final String NODE = "node ";

  /// An attribute of the row above, or that row.
  ///
  /// @param names none for the row
  public static Reference.Path prior(int at, List<String> names) {
    var path = new ArrayList<>(List.of(ROW, NODE));
    path.addAll(names);
    return new Reference.Path(at, path);
  }

  /// How deep a row stands, from 1.
  public static Reference.Path level(int at) {
    return new Reference.Path(at, List.of(LEVEL));
  }

  /// The level of the row above.
  public static Reference.Path priorLevel(int at) {
    return new Reference.Path(at, List.of(ROW, LEVEL));
  }

  private Reference.Path path(String... names) {
    return new Reference.Path(at, List.of(names));
  }

  /// The query over the rows of the hierarchy.
  ///
  /// @param query as it was written over the entity
  public With over(SelectQuery query) {
    var alone = new Declaration(at, entity.source(), entity.variable(), false, List.of());
    var first = walk(List.of(alone), start, new Constant.Literal(at, 1));
    var above = new Declaration(at, path(TABLE), new Variable(at, ROW), false, List.of());
    var next =
        new Operation.Binary(
            at, Operation.BinaryOperator.ADD, priorLevel(at), new Constant.Literal(at, 1));
    var rest = walk(List.of(alone, above), connect, next);
    var union = new SetOperation(at, SetOperator.UNION, true, first, rest, List.of());
    var table = new CommonTable(at, TABLE, null, union, true);
    return new With(at, true, List.of(table), overRows(query));
  }

  private Reference.Path variable() {
    var variable = entity.variable();
    return path(variable == null ? "this" : variable.name());
  }

  private SelectQuery walk(List<Declaration> from, @Nullable Expression where, Expression level) {
    var items = List.of(new SelectItem(at, variable(), NODE), new SelectItem(at, level, LEVEL));
    return new SelectQuery(at, false, items, from, where, List.of(), null, List.of());
  }

  private SelectQuery overRows(SelectQuery query) {
    var level = new Join(at, false, false, priorLevel(at), new Variable(at, LEVEL), null);
    var rows = new Declaration(at, path(TABLE), new Variable(at, ROW), false, List.of(level));
    var nodes =
        new Declaration(entity.at(), path(ROW, NODE), entity.variable(), false, entity.joins());
    var items =
        query.items().isEmpty()
            ? List.of(new SelectItem(query.at(), variable(), null))
            : query.items();
    return new SelectQuery(
        query.at(),
        query.distinct(),
        items,
        List.of(rows, nodes),
        query.where(),
        query.groupBy(),
        query.having(),
        query.orderBy());
  }
}
