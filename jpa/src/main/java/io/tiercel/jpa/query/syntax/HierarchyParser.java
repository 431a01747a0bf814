package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.QueryExpression.CommonTable;
import io.tiercel.jpa.query.syntax.QueryExpression.SelectQuery;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperation;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperator;
import io.tiercel.jpa.query.syntax.QueryExpression.With;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parses `start with … connect by …` and makes a recursive query of what has it:
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
/// The names that it adds cannot be written in a query. One parser serves one query.
final class HierarchyParser {
  private static final String TABLE = "hierarchy ";
  private static final String ROW = "prior ";
  private static final String NODE = "node ";
  private static final String LEVEL = "level";

  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final Declaration declaration;
  private final int at;
  private @Nullable Expression start;
  private @Nullable Expression connect;

  HierarchyParser(TokenStream tokens, ExpressionParser expressions, List<Declaration> from) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.at = tokens.peek().at();
    this.declaration = from.getFirst();
    if (from.size() != 1
        || !(declaration.source() instanceof Reference.Path(_, var names))
        || names.isEmpty()
        || declaration.collectionMember()
        || declaration.asOf() != null) {
      throw tokens.error(
          at,
          "a hierarchical query ranges over one entity and its present rows",
          "join what else it needs to that entity");
    }
  }

  /// The two clauses, in any order.
  void clauses() {
    while (tokens.atHierarchy()) {
      var word = tokens.take();
      tokens.take();
      if (word.is(Keyword.START)) {
        start = once(start, word, expressions.expression());
      } else {
        connect = once(connect, word, expressions.withPrior(this::ofPriorRow));
      }
    }
    if (connect == null) {
      throw tokens.expected("CONNECT BY", null);
    }
  }

  private Expression once(@Nullable Expression known, Token word, Expression clause) {
    if (known != null) {
      throw tokens.error(word.at(), "%s stands here twice".formatted(word.text()), null);
    }
    return clause;
  }

  private Reference.Path ofPriorRow(Reference.Path path) {
    var names = new ArrayList<String>();
    names.add(ROW);
    String head = path.names().getFirst();
    if (path.names().size() == 1 && head.equalsIgnoreCase(LEVEL)) {
      names.add(LEVEL);
      return new Reference.Path(path.at(), names);
    }
    names.add(NODE);
    boolean isVariable = head.equalsIgnoreCase(variable());
    names.addAll(isVariable ? path.names().subList(1, path.names().size()) : path.names());
    return new Reference.Path(path.at(), names);
  }

  private String variable() {
    var variable = declaration.variable();
    return variable == null ? "this" : variable.name();
  }

  private Reference.Path path(String... names) {
    return new Reference.Path(at, List.of(names));
  }

  /// The query over the rows of the hierarchy.
  QueryExpression recursive(SelectQuery query) {
    var entity =
        new Declaration(at, declaration.source(), declaration.variable(), false, List.of());
    var first = walk(List.of(entity), start, new Constant.Literal(at, 1));
    var above = new Declaration(at, path(TABLE), new Variable(at, ROW), false, List.of());
    var next =
        new Operation.Binary(
            at, Operation.BinaryOperator.ADD, path(ROW, LEVEL), new Constant.Literal(at, 1));
    var rest = walk(List.of(entity, above), connect, next);
    var union = new SetOperation(at, SetOperator.UNION, true, first, rest, List.of());
    var table = new CommonTable(at, TABLE, null, union, true);
    return new With(at, true, List.of(table), overRows(query));
  }

  private SelectQuery walk(List<Declaration> from, @Nullable Expression where, Expression level) {
    var items =
        List.of(new SelectItem(at, path(variable()), NODE), new SelectItem(at, level, LEVEL));
    return new SelectQuery(at, false, items, from, where, List.of(), null, List.of());
  }

  private SelectQuery overRows(SelectQuery query) {
    var level = new Join(at, false, false, path(ROW, LEVEL), new Variable(at, LEVEL), null);
    var rows = new Declaration(at, path(TABLE), new Variable(at, ROW), false, List.of(level));
    var nodes =
        new Declaration(
            declaration.at(), path(ROW, NODE), declaration.variable(), false, declaration.joins());
    var items =
        query.items().isEmpty()
            ? List.of(new SelectItem(query.at(), path(variable()), null))
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
