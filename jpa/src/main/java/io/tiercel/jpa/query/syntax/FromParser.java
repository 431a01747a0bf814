package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parses from clauses: declarations and joins (specification 4.4).
final class FromParser {

  private static final String NO_SUCH_JOIN = "JPQL has inner and left joins only";

  private final TokenStream tokens;
  private final ExpressionParser expressions;

  FromParser(TokenStream tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  List<Declaration> declarations() {
    var declarations = new ArrayList<Declaration>();
    do {
      declarations.add(declaration());
    } while (tokens.accept(Kind.COMMA));
    return declarations;
  }

  private Declaration declaration() {
    int at = tokens.peek().at();
    if (tokens.accept(Keyword.IN)) {
      return collectionMember(at);
    }
    var source = source("an entity name or a path");
    var variable = variable();
    var asOf = asOf();
    return new Declaration(at, source, variable, false, joins(), asOf);
  }

  /// `as of moment`, or null.
  private @Nullable Expression asOf() {
    if (!tokens.at(Keyword.AS) || !tokens.peek(1).is(Keyword.OF)) {
      return null;
    }
    tokens.take();
    tokens.take();
    return expressions.value();
  }

  /// `in (path) v`; in a subquery the specification also writes it `in path v`.
  private Declaration collectionMember(int at) {
    boolean parenthesis = tokens.accept(Kind.LEFT_PARENTHESIS);
    var source = source("a collection");
    if (parenthesis) {
      tokens.expect(Kind.RIGHT_PARENTHESIS);
    }
    return new Declaration(at, source, variable(), true, joins());
  }

  private Expression source(String expected) {
    if (tokens.at(Keyword.TREAT) && tokens.peek(1).is(Kind.LEFT_PARENTHESIS)) {
      return expressions.paths().reference();
    }
    var head = tokens.peek();
    boolean mapPart =
        (head.is(Keyword.KEY) || head.is(Keyword.VALUE))
            && tokens.peek(1).is(Kind.LEFT_PARENTHESIS);
    return mapPart ? expressions.paths().reference() : expressions.paths().path(expected);
  }

  private List<Join> joins() {
    var joins = new ArrayList<Join>();
    while (atJoin()) {
      joins.add(join());
    }
    return joins;
  }

  private boolean atJoin() {
    return switch (tokens.peek().keyword()) {
      case JOIN, INNER, LEFT -> true;
      case RIGHT, FULL, CROSS -> throw tokens.expected("a join or a clause", NO_SUCH_JOIN);
      case null, default -> false;
    };
  }

  private Join join() {
    int at = tokens.peek().at();
    boolean outer = tokens.accept(Keyword.LEFT);
    if (outer) {
      tokens.accept(Keyword.OUTER);
    } else {
      tokens.accept(Keyword.INNER);
    }
    tokens.expect(Keyword.JOIN);
    boolean fetch = tokens.accept(Keyword.FETCH);
    var source = source("an association or an entity name");
    var variable = variable();
    // The clause of an insert statement may follow its last join.
    boolean hasCondition = !tokens.atConflict() && tokens.accept(Keyword.ON);
    var on = hasCondition ? expressions.expression() : null;
    return new Join(at, outer, fetch, source, variable, on);
  }

  /// `[as] v`, or null when no variable follows.
  @Nullable Variable variable() {
    if (tokens.at(Keyword.AS) && tokens.peek(1).is(Keyword.OF)) {
      return null;
    }
    if (tokens.accept(Keyword.AS)) {
      return variable(tokens.expectName("an identification variable"));
    }
    boolean limit = tokens.atLimit(Keyword.LIMIT) || tokens.atLimit(Keyword.OFFSET);
    return tokens.peek().isName() && !limit && !tokens.atHierarchy()
        ? variable(tokens.take())
        : null;
  }

  private static Variable variable(Token name) {
    return new Variable(name.at(), name.text());
  }
}
