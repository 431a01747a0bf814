package io.tiercel.jpa.query.syntax;

import org.jspecify.annotations.Nullable;

/// A token of the query text.
///
/// @param at the offset of its first character
/// @param text what error messages call it: the characters as written
/// @param keyword the keyword a word spells, else null
/// @param value the value of a literal, the name or position of a parameter, else null
record Token(Kind kind, int at, String text, @Nullable Keyword keyword, @Nullable Object value) {

  boolean is(Kind other) {
    return kind == other;
  }

  boolean is(Keyword other) {
    return keyword == other;
  }

  /// Whether it may name a variable or begin a path.
  boolean isName() {
    return kind == Kind.WORD && (keyword == null || !keyword.isReserved());
  }

  /// How an error message calls it.
  String description() {
    return switch (kind) {
      case END -> "the end of the query";
      case WORD ->
          keyword != null && keyword.isReserved()
              ? "keyword " + keyword.name()
              : "\"" + text + "\"";
      default -> "\"" + text + "\"";
    };
  }

  enum Kind {
    WORD("a name"),
    LITERAL("a literal"),
    NAMED_PARAMETER("a named parameter"),
    POSITIONAL_PARAMETER("a positional parameter"),
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    PLUS("+"),
    MINUS("-"),
    STAR("*"),
    SLASH("/"),
    CONCAT("||"),
    LEFT_PARENTHESIS("("),
    RIGHT_PARENTHESIS(")"),
    COMMA(","),
    DOT("."),
    END("the end of the query");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /// How an error message calls what it expected.
    String text() {
      return text;
    }
  }
}
