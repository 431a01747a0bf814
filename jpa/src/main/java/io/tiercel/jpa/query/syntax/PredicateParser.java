package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parses conditions about a value: comparisons, `in`, `like`, `between`, `is …`, `member of`
/// (specification 4.6).
final class PredicateParser {

  private final TokenStream tokens;
  private final ExpressionParser expressions;

  PredicateParser(TokenStream tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /// A value, and the condition that follows it if any.
  Expression predicate() {
    var value = expressions.value();
    var operator = comparisonOperator();
    if (operator != null) {
      int at = tokens.take().at();
      return new Predicate.Comparison(at, operator, value, comparand());
    }
    if (tokens.at(Keyword.IS)) {
      return is(value);
    }
    if (tokens.accept(Keyword.NOT)) {
      if (!atInfix()) {
        throw tokens.expected("BETWEEN, IN, LIKE or MEMBER after NOT", null);
      }
      return infix(value, true);
    }
    return atInfix() ? infix(value, false) : value;
  }

  private @Nullable ComparisonOperator comparisonOperator() {
    return switch (tokens.peek().kind()) {
      case EQUAL -> ComparisonOperator.EQUAL;
      case NOT_EQUAL -> ComparisonOperator.NOT_EQUAL;
      case LESS -> ComparisonOperator.LESS;
      case LESS_OR_EQUAL -> ComparisonOperator.LESS_OR_EQUAL;
      case GREATER -> ComparisonOperator.GREATER;
      case GREATER_OR_EQUAL -> ComparisonOperator.GREATER_OR_EQUAL;
      default -> null;
    };
  }

  private Expression comparand() {
    boolean all = tokens.at(Keyword.ALL);
    if (!all && !tokens.at(Keyword.ANY) && !tokens.at(Keyword.SOME)) {
      return expressions.value();
    }
    int at = tokens.take().at();
    return new Operation.Quantified(at, all, subquery());
  }

  Predicate.Exists exists() {
    int at = tokens.take().at();
    return new Predicate.Exists(at, subquery());
  }

  private QueryExpression subquery() {
    tokens.expect(Kind.LEFT_PARENTHESIS);
    if (!expressions.queries().atQuery()) {
      throw tokens.expected("a subquery", null);
    }
    var query = expressions.queries().query();
    tokens.expect(Kind.RIGHT_PARENTHESIS);
    return query;
  }

  private Predicate is(Expression value) {
    int at = tokens.take().at();
    boolean negated = tokens.accept(Keyword.NOT);
    if (tokens.accept(Keyword.NULL)) {
      return new Predicate.IsNull(at, negated, value);
    }
    if (tokens.accept(Keyword.EMPTY)) {
      return new Predicate.IsEmpty(at, negated, collection(value));
    }
    throw tokens.expected(negated ? "NULL or EMPTY" : "NULL, EMPTY or NOT", null);
  }

  private Expression collection(Expression value) {
    if (value instanceof Reference) {
      return value;
    }
    throw tokens.error(value.at(), "expected a path to a collection before IS EMPTY", null);
  }

  private boolean atInfix() {
    return switch (tokens.peek().keyword()) {
      case BETWEEN, IN, LIKE, MEMBER -> true;
      // Elsewhere the word is a name.
      case ILIKE -> atValue(tokens.peek(1));
      case null, default -> false;
    };
  }

  private static boolean atValue(Token token) {
    return switch (token.kind()) {
      case LITERAL, NAMED_PARAMETER, POSITIONAL_PARAMETER, LEFT_PARENTHESIS -> true;
      case WORD -> token.isName();
      default -> false;
    };
  }

  private Predicate infix(Expression value, boolean negated) {
    var operator = tokens.take();
    int at = operator.at();
    return switch (operator.keyword()) {
      case BETWEEN -> between(at, negated, value);
      case LIKE -> like(at, negated, value, false);
      case ILIKE -> like(at, negated, value, true);
      case MEMBER -> memberOf(at, negated, value);
      case null, default -> in(at, negated, value);
    };
  }

  private Predicate between(int at, boolean negated, Expression value) {
    var low = expressions.value();
    tokens.expect(Keyword.AND);
    return new Predicate.Between(at, negated, value, low, expressions.value());
  }

  private Predicate like(int at, boolean negated, Expression value, boolean ignoresCase) {
    var pattern = expressions.value();
    var escape = tokens.accept(Keyword.ESCAPE) ? expressions.value() : null;
    return new Predicate.Like(at, negated, value, pattern, escape, ignoresCase);
  }

  private Predicate memberOf(int at, boolean negated, Expression value) {
    tokens.accept(Keyword.OF);
    return new Predicate.MemberOf(at, negated, value, expressions.paths().operand());
  }

  private Predicate in(int at, boolean negated, Expression value) {
    if (tokens.at(Kind.NAMED_PARAMETER) || tokens.at(Kind.POSITIONAL_PARAMETER)) {
      return new Predicate.InList(at, negated, value, List.of(expressions.parameter()));
    }
    if (!tokens.accept(Kind.LEFT_PARENTHESIS)) {
      throw tokens.expected("( or a parameter after IN", null);
    }
    var in =
        expressions.queries().atSelect()
            ? new Predicate.InSubquery(at, negated, value, expressions.queries().query())
            : inList(at, negated, value);
    tokens.expect(Kind.RIGHT_PARENTHESIS);
    return in;
  }

  private Predicate inList(int at, boolean negated, Expression value) {
    var first = expressions.expression();
    // Parentheses may have been around the first operand of a set operator: in ((select …) union
    // …).
    if (first instanceof Operation.Subquery(_, var query)
        && expressions.queries().atSetOperator()) {
      return new Predicate.InSubquery(at, negated, value, expressions.queries().continued(query));
    }
    var items = new ArrayList<Expression>();
    items.add(first);
    while (tokens.accept(Kind.COMMA)) {
      items.add(expressions.expression());
    }
    return new Predicate.InList(at, negated, value, items);
  }
}
