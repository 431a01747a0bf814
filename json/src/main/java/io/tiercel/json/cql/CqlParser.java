package io.tiercel.json.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Parses by recursive descent, one method for a rule of the grammar (CQL 1.2, BNF):
///
/// ```text
/// sortedQuery  ::= prefixAssignment* scopedClause [ 'sortby' singleSpec+ ]
/// scopedClause ::= searchClause ( boolean modifier* searchClause )*
/// searchClause ::= '(' prefixAssignment* scopedClause ')' | [ index relation ] term
/// relation     ::= ( symbol | name ) modifier*
/// modifier     ::= '/' name [ symbol value ]
/// singleSpec   ::= index modifier*
/// ```
///
/// Reserved words are booleans between clauses and strings everywhere else.
final class CqlParser {
  static final int MAX_CHARACTERS = 100_000;
  static final int MAX_BOOLEANS = 1_000;
  static final int MAX_DEPTH = 100;

  private final CqlLexer lexer;
  private int booleans;
  private int depth;

  CqlParser(String query) {
    if (query.length() > MAX_CHARACTERS) {
      throw new CqlException(
          DiagnosticType.TOO_MANY_CHARACTERS, String.valueOf(MAX_CHARACTERS), MAX_CHARACTERS);
    }
    lexer = new CqlLexer(query);
  }

  CqlQuery parse() {
    List<PrefixAssignment> prefixes = prefixAssignments();
    CqlNode root = scopedClause();
    List<SortKey> sortKeys = new ArrayList<>();
    if (lexer.isWord("sortby")) {
      lexer.advance();
      do {
        CqlString index = string("an index to sort by");
        sortKeys.add(new SortKey(index, modifiers()));
      } while (isString());
    }
    switch (lexer.kind()) {
      case END -> {}
      case CLOSE ->
          throw new CqlException(
              DiagnosticType.PARENTHESES, String.valueOf(lexer.position()), lexer.position());
      default -> throw expected(sortKeys.isEmpty() ? "a boolean or sortby" : "a sort key");
    }
    return new CqlQuery(prefixes, root, sortKeys);
  }

  private List<PrefixAssignment> prefixAssignments() {
    List<PrefixAssignment> prefixes = new ArrayList<>();
    while (lexer.comparison() == Comparison.GREATER) {
      lexer.advance();
      CqlString first = string("a prefix or a URI");
      if (lexer.comparison() == Comparison.EQUAL) {
        lexer.advance();
        prefixes.add(new PrefixAssignment(first, string("a URI")));
      } else {
        prefixes.add(new PrefixAssignment(null, first));
      }
    }
    return prefixes;
  }

  private CqlNode scopedClause() {
    CqlNode node = searchClause();
    for (var operator = operator(); operator != null; operator = operator()) {
      int position = lexer.position();
      if (++booleans > MAX_BOOLEANS) {
        throw new CqlException(
            DiagnosticType.TOO_MANY_BOOLEANS, String.valueOf(MAX_BOOLEANS), position);
      }
      lexer.advance();
      List<Modifier> modifiers = modifiers();
      node = new CqlNode.BooleanClause(node, operator, modifiers, searchClause(), position);
    }
    return node;
  }

  /// The boolean that the token is; null if it is none.
  private @Nullable BooleanOperator operator() {
    for (BooleanOperator operator : BooleanOperator.values()) {
      if (lexer.isWord(operator.keyword())) {
        return operator;
      }
    }
    return null;
  }

  private CqlNode searchClause() {
    if (lexer.kind() == CqlLexer.Kind.OPEN) {
      return inParentheses();
    }
    CqlString first = string("a term, an index or (");
    Relation relation = relation();
    return relation == null
        ? new CqlNode.SearchClause(null, null, first)
        : new CqlNode.SearchClause(first, relation, string("a term"));
  }

  private CqlNode inParentheses() {
    int open = lexer.position();
    if (++depth > MAX_DEPTH) {
      throw new CqlException(DiagnosticType.PARENTHESES, String.valueOf(open), open);
    }
    lexer.advance();
    List<PrefixAssignment> prefixes = prefixAssignments();
    CqlNode node = scopedClause();
    if (lexer.kind() == CqlLexer.Kind.END) {
      throw new CqlException(DiagnosticType.PARENTHESES, String.valueOf(open), open);
    }
    if (lexer.kind() != CqlLexer.Kind.CLOSE) {
      throw expected("a boolean or )");
    }
    lexer.advance();
    depth--;
    return prefixes.isEmpty() ? node : new CqlNode.Scope(prefixes, node);
  }

  /// The relation, if the clause goes on with one.
  private @Nullable Relation relation() {
    if (lexer.kind() == CqlLexer.Kind.COMPARISON) {
      int position = lexer.position();
      Comparison comparison = Objects.requireNonNull(lexer.comparison());
      lexer.advance();
      return new Relation.Symbol(comparison, modifiers(), position);
    }
    boolean reserved =
        lexer.kind() == CqlLexer.Kind.WORD
            && CqlString.RESERVED.contains(lexer.string().raw().toLowerCase(Locale.ROOT));
    if (!isString() || reserved) {
      return null;
    }
    CqlString name = lexer.string();
    lexer.advance();
    return new Relation.Named(name, modifiers());
  }

  private List<Modifier> modifiers() {
    List<Modifier> modifiers = new ArrayList<>();
    while (lexer.kind() == CqlLexer.Kind.SLASH) {
      lexer.advance();
      CqlString name = string("the name of a modifier");
      Comparison comparison = lexer.comparison();
      if (comparison == null) {
        modifiers.add(new Modifier(name, null, null));
      } else {
        lexer.advance();
        modifiers.add(new Modifier(name, comparison, string("the value of a modifier")));
      }
    }
    return modifiers;
  }

  private boolean isString() {
    return lexer.kind() == CqlLexer.Kind.WORD || lexer.kind() == CqlLexer.Kind.QUOTED;
  }

  private CqlString string(String what) {
    if (!isString()) {
      throw expected(what);
    }
    CqlString string = lexer.string();
    lexer.advance();
    return string;
  }

  private CqlException expected(String what) {
    return new CqlException(
        DiagnosticType.SYNTAX_ERROR,
        "expected %s, got %s".formatted(what, lexer.shown()),
        lexer.position());
  }
}
