package io.tiercel.json.cql;

import org.jspecify.annotations.Nullable;

/// Cuts a query into words, quoted strings and symbols; one is looked at at a time.
final class CqlLexer {
  /// What a token is.
  enum Kind {
    WORD,
    QUOTED,
    COMPARISON,
    SLASH,
    OPEN,
    CLOSE,
    END
  }

  private final String query;
  private int at;
  private Kind kind = Kind.END;
  private int position;
  private String raw = "";
  private @Nullable Comparison comparison;

  CqlLexer(String query) {
    this.query = query;
    advance();
  }

  Kind kind() {
    return kind;
  }

  int position() {
    return position;
  }

  /// The word or string.
  CqlString string() {
    return new CqlString(raw, position);
  }

  /// The symbol; null if the token is none.
  @Nullable Comparison comparison() {
    return comparison;
  }

  /// Whether the token is this reserved word, without quotes.
  boolean isWord(String word) {
    return kind == Kind.WORD && raw.equalsIgnoreCase(word);
  }

  /// As a person sees it in a message.
  String shown() {
    return kind == Kind.END ? "the end of the query" : "\"" + query.substring(position, at) + "\"";
  }

  void advance() {
    while (at < query.length() && Character.isWhitespace(query.charAt(at))) {
      at++;
    }
    position = at;
    comparison = null;
    raw = "";
    if (at == query.length()) {
      kind = Kind.END;
      return;
    }
    switch (query.charAt(at)) {
      case '(' -> single(Kind.OPEN);
      case ')' -> single(Kind.CLOSE);
      case '/' -> single(Kind.SLASH);
      case '=', '<', '>' -> symbol();
      case '"' -> quoted();
      default -> word();
    }
  }

  private void single(Kind of) {
    kind = of;
    at++;
  }

  private void symbol() {
    kind = Kind.COMPARISON;
    // The longest that fits: the two of two characters come before those of one.
    for (Comparison candidate : Comparison.values()) {
      if (query.startsWith(candidate.symbol(), at)
          && (comparison == null || candidate.symbol().length() > comparison.symbol().length())) {
        comparison = candidate;
      }
    }
    at += comparison == null ? 1 : comparison.symbol().length();
  }

  private void quoted() {
    kind = Kind.QUOTED;
    at++;
    int start = at;
    while (at < query.length() && query.charAt(at) != '"') {
      at += query.charAt(at) == '\\' ? 2 : 1;
    }
    if (at >= query.length()) {
      at = query.length();
      throw new CqlException(
          DiagnosticType.QUOTES, "no quote ends the one at " + position, position);
    }
    raw = query.substring(start, at);
    at++;
  }

  private void word() {
    kind = Kind.WORD;
    while (at < query.length() && !endsWord(query.charAt(at))) {
      at++;
    }
    raw = query.substring(position, at);
    int backslashes = 0;
    while (backslashes < raw.length() && raw.charAt(raw.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    if (backslashes % 2 == 1) {
      // Nothing follows that it could escape: it is one itself.
      raw += '\\';
    }
  }

  static boolean endsWord(char c) {
    return Character.isWhitespace(c)
        || c == '('
        || c == ')'
        || c == '='
        || c == '<'
        || c == '>'
        || c == '"'
        || c == '/';
  }
}
