package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parser's place in the tokens, its limits and its errors. Confined to one parse.
final class TokenStream {

  /// How deep expressions and subqueries may nest. A level costs the parser about ten stack frames,
  /// so that this many fit into half a megabyte of stack even before the code is compiled; people
  /// write fewer than ten.
  static final int MAX_NESTING = 60;

  /// How many binary and set operators a statement may have: each makes the tree one deeper on its
  /// left.
  static final int MAX_OPERATORS = 1_000;

  private final QueryText query;
  private final List<Token> tokens;
  private int next;
  private int nesting;
  private int operators;

  TokenStream(QueryText query) {
    this.query = query;
    this.tokens = Lexer.tokens(query);
  }

  Token peek() {
    return tokens.get(next);
  }

  /// The token some places ahead; the end of the query beyond it.
  Token peek(int ahead) {
    return tokens.get(Math.min(next + ahead, tokens.size() - 1));
  }

  /// Takes the next token; the end of the query can be taken any number of times.
  Token take() {
    var token = peek();
    if (!token.is(Kind.END)) {
      next++;
    }
    return token;
  }

  boolean at(Kind kind) {
    return peek().is(kind);
  }

  boolean at(Keyword keyword) {
    return peek().is(keyword);
  }

  /// Whether LIMIT or OFFSET with a number of rows is next; both words are names elsewhere.
  boolean atLimit(Keyword keyword) {
    return at(keyword)
        && switch (peek(1).kind()) {
          case LITERAL, NAMED_PARAMETER, POSITIONAL_PARAMETER -> true;
          default -> false;
        };
  }

  /// Whether the conflict clause of an insert statement is next.
  boolean atConflict() {
    return at(Keyword.ON)
        && peek(1).is(Keyword.CONFLICT)
        && (peek(2).is(Kind.LEFT_PARENTHESIS) || peek(2).is(Keyword.DO));
  }

  /// Whether a clause of a hierarchical query is next; its words are names elsewhere.
  boolean atHierarchy() {
    return (at(Keyword.START) && peek(1).is(Keyword.WITH))
        || (at(Keyword.CONNECT) && peek(1).is(Keyword.BY));
  }

  boolean accept(Kind kind) {
    boolean found = at(kind);
    if (found) {
      take();
    }
    return found;
  }

  boolean accept(Keyword keyword) {
    boolean found = at(keyword);
    if (found) {
      take();
    }
    return found;
  }

  Token expect(Kind kind) {
    return at(kind) ? take() : fail(kind.text());
  }

  Token expect(Keyword keyword) {
    return at(keyword) ? take() : fail(keyword.name());
  }

  /// Takes any word, keyword or not: where only a name can stand.
  Token expectWord(String expected) {
    return at(Kind.WORD) ? take() : fail(expected);
  }

  /// Takes a word that may name a variable.
  Token expectName(String expected) {
    return peek().isName() ? take() : fail(expected);
  }

  /// Enters a level of nesting; [#leave()] must follow unless the parse fails.
  void enter() {
    if (++nesting > MAX_NESTING) {
      throw error(
          peek().at(),
          "expressions nest deeper than " + MAX_NESTING + " levels",
          "join the conditions with one AND or OR, or pass a collection as a parameter");
    }
  }

  void leave() {
    nesting--;
  }

  /// Counts an operator that makes the tree deeper.
  void countOperator(int at) {
    if (++operators > MAX_OPERATORS) {
      throw error(
          at, "more than " + MAX_OPERATORS + " operators in a query", "compute in Java instead");
    }
  }

  private Token fail(String expected) {
    throw expected(expected, null);
  }

  /// The error that something else was expected here.
  JpqlSyntaxException expected(String expected, @Nullable String hint) {
    var found = peek();
    return error(found.at(), "expected " + expected + ", found " + found.description(), hint);
  }

  JpqlSyntaxException error(int at, String problem, @Nullable String hint) {
    return new JpqlSyntaxException(query, at, problem, hint);
  }
}
