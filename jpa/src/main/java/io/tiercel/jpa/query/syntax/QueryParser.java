package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.OrderItem.Nulls;
import io.tiercel.jpa.query.syntax.QueryExpression.SelectQuery;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperation;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperator;
import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parses select queries, set operators between them, and subqueries.
final class QueryParser {

  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final FromParser from;

  QueryParser(TokenStream tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.from = new FromParser(tokens, expressions);
  }

  /// Whether a query begins here, parentheses aside.
  boolean atQuery() {
    int ahead = 0;
    while (tokens.peek(ahead).is(Kind.LEFT_PARENTHESIS)) {
      ahead++;
    }
    return atSelect(ahead);
  }

  /// Whether a query without parentheses around it begins here.
  boolean atSelect() {
    return atSelect(0);
  }

  private boolean atSelect(int ahead) {
    var word = tokens.peek(ahead);
    // Elsewhere WITH is a name.
    return word.is(Keyword.SELECT)
        || word.is(Keyword.FROM)
        || (word.is(Keyword.WITH)
            && tokens.peek(ahead + 1).is(Kind.WORD)
            && (tokens.peek(ahead + 2).is(Keyword.AS)
                || tokens.peek(ahead + 1).is(Keyword.RECURSIVE)));
  }

  boolean atSetOperator() {
    return tokens.at(Keyword.UNION) || tokens.at(Keyword.INTERSECT) || tokens.at(Keyword.EXCEPT);
  }

  /// A query with its set operators and its order.
  QueryExpression query() {
    tokens.enter();
    var query = continued(operand());
    tokens.leave();
    return query;
  }

  /// The rest of a query whose first operand has been parsed: set operators, then the order of the
  /// whole.
  QueryExpression continued(QueryExpression first) {
    var query = union(intersection(first));
    return limited(query.orderBy().isEmpty() ? withOrder(query, orderBy()) : query);
  }

  private QueryExpression limited(QueryExpression query) {
    int at = tokens.peek().at();
    Constant limit = tokens.atLimit(Keyword.LIMIT) ? count() : null;
    Constant offset = tokens.atLimit(Keyword.OFFSET) ? count() : null;
    if (limit == null && offset != null && tokens.atLimit(Keyword.LIMIT)) {
      limit = count();
    }
    return limit == null && offset == null
        ? query
        : new QueryExpression.Limited(at, query, limit, offset);
  }

  /// A number of rows after its keyword.
  private Constant count() {
    tokens.take();
    return tokens.at(Kind.LITERAL) ? number(tokens.take()) : expressions.parameter();
  }

  private Constant number(Token token) {
    if (token.value() instanceof Integer rows) {
      return new Constant.Literal(token.at(), rows);
    }
    throw tokens.error(token.at(), "expected a number of rows, found " + token.description(), null);
  }

  private QueryExpression union(QueryExpression first) {
    var left = first;
    while (tokens.at(Keyword.UNION) || tokens.at(Keyword.EXCEPT)) {
      var operator = tokens.at(Keyword.UNION) ? SetOperator.UNION : SetOperator.EXCEPT;
      int at = takeOperator();
      boolean all = tokens.accept(Keyword.ALL);
      left = new SetOperation(at, operator, all, left, intersection(operand()), List.of());
    }
    return left;
  }

  private QueryExpression intersection(QueryExpression first) {
    var left = first;
    while (tokens.at(Keyword.INTERSECT)) {
      int at = takeOperator();
      boolean all = tokens.accept(Keyword.ALL);
      left = new SetOperation(at, SetOperator.INTERSECT, all, left, operand(), List.of());
    }
    return left;
  }

  private int takeOperator() {
    int at = tokens.take().at();
    tokens.countOperator(at);
    return at;
  }

  private QueryExpression operand() {
    if (tokens.accept(Kind.LEFT_PARENTHESIS)) {
      var query = query();
      tokens.expect(Kind.RIGHT_PARENTHESIS);
      return query;
    }
    return tokens.at(Keyword.WITH) ? with() : selectQuery();
  }

  private QueryExpression with() {
    int at = tokens.take().at();
    boolean recursive =
        tokens.at(Keyword.RECURSIVE)
            && tokens.peek(1).is(Kind.WORD)
            && !tokens.peek(1).is(Keyword.AS);
    if (recursive) {
      tokens.take();
    }
    var tables = new ArrayList<QueryExpression.CommonTable>();
    do {
      tables.add(commonTable());
    } while (tokens.accept(Kind.COMMA));
    return switch (query()) {
      // The rows that the statement asks for are known outermost.
      case QueryExpression.Limited(var limitedAt, var all, var limit, var offset) ->
          new QueryExpression.Limited(
              limitedAt, new QueryExpression.With(at, recursive, tables, all), limit, offset);
      case QueryExpression query -> new QueryExpression.With(at, recursive, tables, query);
    };
  }

  private QueryExpression.CommonTable commonTable() {
    var name = tokens.expectName("a name for a query");
    tokens.expect(Keyword.AS);
    Boolean materialized = null;
    if (tokens.accept(Keyword.NOT)) {
      tokens.expect(Keyword.MATERIALIZED);
      materialized = false;
    } else if (tokens.accept(Keyword.MATERIALIZED)) {
      materialized = true;
    }
    tokens.expect(Kind.LEFT_PARENTHESIS);
    var query = query();
    tokens.expect(Kind.RIGHT_PARENTHESIS);
    return new QueryExpression.CommonTable(name.at(), name.text(), materialized, query, false);
  }

  private QueryExpression withOrder(QueryExpression query, List<OrderItem> orderBy) {
    if (orderBy.isEmpty()) {
      return query;
    }
    return switch (query) {
      case SelectQuery(
              var at,
              var distinct,
              var items,
              var from,
              var where,
              var groupBy,
              var having,
              _) ->
          new SelectQuery(at, distinct, items, from, where, groupBy, having, orderBy);
      case SetOperation(var at, var operator, var all, var left, var right, _) ->
          new SetOperation(at, operator, all, left, right, orderBy);
      case QueryExpression.With(var at, var recursive, var tables, var inner) ->
          new QueryExpression.With(at, recursive, tables, withOrder(inner, orderBy));
      case QueryExpression.Limited limited ->
          throw tokens.error(
              orderBy.getFirst().at(),
              "ORDER BY follows the LIMIT of its query",
              "sort first: order by … limit …");
    };
  }

  private QueryExpression selectQuery() {
    int at = tokens.peek().at();
    boolean distinct = false;
    List<SelectItem> items = List.of();
    if (tokens.accept(Keyword.SELECT)) {
      distinct = tokens.accept(Keyword.DISTINCT);
      items = selectItems();
    }
    tokens.expect(Keyword.FROM);
    var declarations = from.declarations();
    var where = condition(Keyword.WHERE);
    var hierarchy =
        tokens.atHierarchy() ? new HierarchyParser(tokens, expressions, declarations) : null;
    if (hierarchy != null) {
      hierarchy.clauses();
    }
    var groupBy = groupBy();
    var having = condition(Keyword.HAVING);
    var query =
        new SelectQuery(at, distinct, items, declarations, where, groupBy, having, List.of());
    return hierarchy == null ? query : hierarchy.recursive(query);
  }

  /// The items of a select clause or of a constructor expression.
  List<SelectItem> selectItems() {
    var items = new ArrayList<SelectItem>();
    do {
      int at = tokens.peek().at();
      var expression = tokens.at(Keyword.NEW) ? constructor() : expressions.expression();
      items.add(new SelectItem(at, expression, alias()));
    } while (tokens.accept(Kind.COMMA));
    return items;
  }

  private @Nullable String alias() {
    if (tokens.accept(Keyword.AS)) {
      return tokens.expectName("a result variable").text();
    }
    return tokens.peek().isName() ? tokens.take().text() : null;
  }

  private Operation.Constructor constructor() {
    tokens.enter();
    int at = tokens.take().at();
    String className = qualifiedName("a class name");
    tokens.expect(Kind.LEFT_PARENTHESIS);
    var items = selectItems();
    tokens.expect(Kind.RIGHT_PARENTHESIS);
    tokens.leave();
    return new Operation.Constructor(at, className, items);
  }

  private @Nullable Expression condition(Keyword clause) {
    return tokens.accept(clause) ? expressions.expression() : null;
  }

  private List<Expression> groupBy() {
    if (!tokens.accept(Keyword.GROUP)) {
      return List.of();
    }
    tokens.expect(Keyword.BY);
    return expressions.list();
  }

  /// `order by …`; empty when none follows.
  List<OrderItem> orderBy() {
    if (!tokens.accept(Keyword.ORDER)) {
      return List.of();
    }
    tokens.expect(Keyword.BY);
    var items = new ArrayList<OrderItem>();
    do {
      items.add(orderItem());
    } while (tokens.accept(Kind.COMMA));
    return items;
  }

  private OrderItem orderItem() {
    int at = tokens.peek().at();
    var expression = expressions.expression();
    boolean descending = tokens.accept(Keyword.DESC);
    if (!descending) {
      tokens.accept(Keyword.ASC);
    }
    return new OrderItem(at, expression, descending, nulls());
  }

  private @Nullable Nulls nulls() {
    if (!tokens.accept(Keyword.NULLS)) {
      return null;
    }
    if (tokens.accept(Keyword.FIRST)) {
      return Nulls.FIRST;
    }
    if (tokens.accept(Keyword.LAST)) {
      return Nulls.LAST;
    }
    throw tokens.expected("FIRST or LAST", null);
  }

  /// A dotted name of an entity or a class, where every word is a name.
  String qualifiedName(String expected) {
    return expressions.paths().path(expected).text();
  }

  /// `[as] v`, or null when no variable follows.
  @Nullable Variable variable() {
    return from.variable();
  }
}
