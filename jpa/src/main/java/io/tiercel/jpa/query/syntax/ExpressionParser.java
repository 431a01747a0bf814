package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Operation.Binary;
import io.tiercel.jpa.query.syntax.Operation.BinaryOperator;
import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Parses expressions by precedence (specification 4.6.6), from `or` down to what stands alone.
final class ExpressionParser {

  private final TokenStream tokens;
  private final PathParser paths;
  private final FunctionParser functions;
  private final PredicateParser predicates;
  private final QueryParser queries;

  /// What a path after `prior` means, null outside of CONNECT BY.
  private @Nullable UnaryOperator<Reference.Path> prior;

  ExpressionParser(TokenStream tokens) {
    this.tokens = tokens;
    this.paths = new PathParser(tokens);
    this.functions = new FunctionParser(tokens, this);
    this.predicates = new PredicateParser(tokens, this);
    this.queries = new QueryParser(tokens, this);
  }

  PathParser paths() {
    return paths;
  }

  QueryParser queries() {
    return queries;
  }

  Expression expression() {
    tokens.enter();
    var expression = disjunction();
    tokens.leave();
    return expression;
  }

  /// One or more expressions between commas.
  List<Expression> list() {
    var list = new ArrayList<Expression>();
    do {
      list.add(expression());
    } while (tokens.accept(Kind.COMMA));
    return list;
  }

  private Expression disjunction() {
    var first = conjunction();
    if (!tokens.at(Keyword.OR)) {
      return first;
    }
    var operands = new ArrayList<Expression>();
    operands.add(first);
    while (tokens.accept(Keyword.OR)) {
      operands.add(conjunction());
    }
    return new Predicate.Or(first.at(), operands);
  }

  private Expression conjunction() {
    var first = negation();
    if (!tokens.at(Keyword.AND)) {
      return first;
    }
    var operands = new ArrayList<Expression>();
    operands.add(first);
    while (tokens.accept(Keyword.AND)) {
      operands.add(negation());
    }
    return new Predicate.And(first.at(), operands);
  }

  private Expression negation() {
    if (!tokens.at(Keyword.NOT)) {
      return predicates.predicate();
    }
    tokens.enter();
    int at = tokens.take().at();
    var operand = negation();
    tokens.leave();
    return new Predicate.Not(at, operand);
  }

  /// A value as an operand of a condition: concatenations and what binds closer.
  Expression value() {
    var left = sum();
    while (tokens.at(Kind.CONCAT)) {
      left = new Binary(takeOperator(), BinaryOperator.CONCAT, left, sum());
    }
    return left;
  }

  private Expression sum() {
    var left = product();
    while (tokens.at(Kind.PLUS) || tokens.at(Kind.MINUS)) {
      var operator = tokens.at(Kind.PLUS) ? BinaryOperator.ADD : BinaryOperator.SUBTRACT;
      left = new Binary(takeOperator(), operator, left, product());
    }
    return left;
  }

  private Expression product() {
    var left = signed();
    while (tokens.at(Kind.STAR) || tokens.at(Kind.SLASH)) {
      var operator = tokens.at(Kind.STAR) ? BinaryOperator.MULTIPLY : BinaryOperator.DIVIDE;
      left = new Binary(takeOperator(), operator, left, signed());
    }
    return left;
  }

  private int takeOperator() {
    int at = tokens.take().at();
    tokens.countOperator(at);
    return at;
  }

  private Expression signed() {
    if (!tokens.at(Kind.PLUS) && !tokens.at(Kind.MINUS)) {
      return primary();
    }
    tokens.enter();
    boolean negative = tokens.at(Kind.MINUS);
    int at = tokens.take().at();
    var operand = signed();
    tokens.leave();
    return new Operation.Signed(at, negative, operand);
  }

  private Expression primary() {
    return switch (tokens.peek().kind()) {
      case LEFT_PARENTHESIS -> parenthesized();
      case WORD -> word();
      case LITERAL -> literal();
      case NAMED_PARAMETER, POSITIONAL_PARAMETER -> parameter();
      default -> throw tokens.expected("an expression", null);
    };
  }

  private Constant.Literal literal() {
    var token = tokens.take();
    return new Constant.Literal(token.at(), valueOf(token));
  }

  Constant.Parameter parameter() {
    var token = tokens.take();
    return switch (token.value()) {
      case Integer position -> new Constant.PositionalParameter(token.at(), position);
      case null, default -> new Constant.NamedParameter(token.at(), (String) valueOf(token));
    };
  }

  private static Object valueOf(Token token) {
    if (token.value() == null) {
      throw new IllegalStateException("token without a value: " + token);
    }
    return token.value();
  }

  private Expression parenthesized() {
    int at = tokens.take().at();
    Expression inner;
    if (queries.atSelect()) {
      inner = new Operation.Subquery(at, queries.query());
    } else {
      inner = expression();
      if (tokens.at(Kind.COMMA)) {
        inner = row(at, inner);
      }
      // Only now it shows that the parentheses before were around an operand of a set operator.
      if (inner instanceof Operation.Subquery first && queries.atSetOperator()) {
        inner = new Operation.Subquery(at, queries.continued(first.query()));
      }
    }
    tokens.expect(Kind.RIGHT_PARENTHESIS);
    return inner;
  }

  private Operation.Row row(int at, Expression first) {
    var items = new ArrayList<Expression>();
    items.add(first);
    while (tokens.accept(Kind.COMMA)) {
      items.add(expression());
    }
    return new Operation.Row(at, items);
  }

  private Expression word() {
    var word = tokens.peek();
    return switch (word.keyword()) {
      case TRUE, FALSE -> new Constant.Literal(tokens.take().at(), word.is(Keyword.TRUE));
      case NULL -> new Constant.Null(tokens.take().at());
      case CASE -> functions.caseExpression();
      case EXISTS -> predicates.exists();
      case ALL, ANY, SOME ->
          throw tokens.error(
              word.at(), word.text() + " may only stand at the right of a comparison", null);
      case NEW ->
          throw tokens.error(
              word.at(), "a constructor expression may only stand in a select clause", null);
      case null, default -> functionOrPath(word);
    };
  }

  /// Reads paths after `prior` until the end of the action.
  Expression withPrior(UnaryOperator<Reference.Path> meaning) {
    var outer = prior;
    prior = meaning;
    var expression = expression();
    prior = outer;
    return expression;
  }

  private Expression prior() {
    int at = tokens.take().at();
    if (prior == null) {
      throw tokens.error(at, "PRIOR stands in CONNECT BY only", null);
    }
    return prior.apply(paths.path("a path"));
  }

  private Expression functionOrPath(Token word) {
    if (word.is(Keyword.PRIOR) && tokens.peek(1).is(Kind.WORD)) {
      return prior();
    }
    if (paths.atHead()) {
      return paths.reference();
    }
    if (tokens.peek(1).is(Kind.LEFT_PARENTHESIS) || functions.atBareFunction()) {
      return functions.function();
    }
    if (!word.isName()) {
      throw tokens.expected(
          "an expression",
          word.keyword() == null
              ? null
              : "an attribute of that name is written after its variable: this." + word.text());
    }
    return paths.path("an expression");
  }
}
