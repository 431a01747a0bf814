package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Cuts a query text into tokens (specification 4.4.1 and 4.6.1). One lexer reads one text once.
final class Lexer {

  private final QueryText query;
  private final String text;
  private final List<Token> tokens;
  private int at;

  private Lexer(QueryText query) {
    this.query = query;
    this.text = query.text();
    this.tokens = new ArrayList<>(text.length() / 4 + 2);
  }

  /// All tokens of the text; the last one is of kind [Kind#END].
  static List<Token> tokens(QueryText query) {
    return new Lexer(query).read();
  }

  private List<Token> read() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else {
        token(c);
      }
    }
    add(Kind.END, at, at, null);
    return tokens;
  }

  private void token(char c) {
    if (Character.isJavaIdentifierStart(text.codePointAt(at))) {
      word();
    } else if (isDigit(c) || (c == '.' && isDigit(charAt(at + 1)))) {
      number();
    } else {
      switch (c) {
        case '\'' -> literal(at, string());
        case '{' -> temporal();
        case ':' -> namedParameter();
        case '?' -> positionalParameter();
        default -> symbol(c);
      }
    }
  }

  private void word() {
    int start = at;
    String word = identifier();
    tokens.add(new Token(Kind.WORD, start, word, Keyword.of(word), null));
  }

  /// Reads identifier characters from here; the result is empty when there are none.
  private String identifier() {
    int start = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return text.substring(start, at);
  }

  private void number() {
    int start = at;
    at = NumericLiteral.end(text, at);
    Number value = NumericLiteral.parse(text.substring(start, at));
    if (value == null) {
      throw error(start, "malformed number \"" + text.substring(start, at) + "\"", null);
    }
    literal(start, value);
  }

  /// Reads a string in single quotes from here; two quotes in it stand for one.
  private String string() {
    int start = at;
    var value = new StringBuilder();
    while (true) {
      int quote = text.indexOf('\'', at + 1);
      if (quote < 0) {
        throw error(
            start,
            "the string that begins here has no end",
            "a single quote inside a string is written twice: 'it''s'");
      }
      value.append(text, at + 1, quote);
      if (charAt(quote + 1) != '\'') {
        at = quote + 1;
        return value.toString();
      }
      value.append('\'');
      at = quote + 1;
    }
  }

  private void temporal() {
    int start = at++;
    skipWhitespace();
    String escape = identifier();
    skipWhitespace();
    if (charAt(at) != '\'') {
      throw TemporalLiteral.malformed(query, start);
    }
    String value = string();
    skipWhitespace();
    if (charAt(at) != '}') {
      throw TemporalLiteral.malformed(query, start);
    }
    at++;
    literal(start, TemporalLiteral.parse(query, start, escape, value));
  }

  private void namedParameter() {
    int start = at++;
    if (at == text.length() || !Character.isJavaIdentifierStart(text.codePointAt(at))) {
      throw error(start, "expected the name of a parameter after \":\"", null);
    }
    String name = identifier();
    add(Kind.NAMED_PARAMETER, start, at, name);
  }

  private void positionalParameter() {
    int start = at++;
    while (isDigit(charAt(at))) {
      at++;
    }
    add(Kind.POSITIONAL_PARAMETER, start, at, position(start));
  }

  private Integer position(int start) {
    try {
      int position = Integer.parseInt(text, start + 1, at, 10);
      if (position > 0) {
        return position;
      }
    } catch (NumberFormatException e) {
      // No digit at all or too many: the error below says what is expected.
    }
    throw error(
        start,
        "expected the position of a parameter, from 1, after \"?\"",
        "number the parameters of the query: ?1, ?2");
  }

  private void symbol(char c) {
    switch (c) {
      case '=' -> symbol(Kind.EQUAL, 1);
      case '+' -> symbol(Kind.PLUS, 1);
      case '-' -> symbol(Kind.MINUS, 1);
      case '*' -> symbol(Kind.STAR, 1);
      case '/' -> symbol(Kind.SLASH, 1);
      case '(' -> symbol(Kind.LEFT_PARENTHESIS, 1);
      case ')' -> symbol(Kind.RIGHT_PARENTHESIS, 1);
      case ',' -> symbol(Kind.COMMA, 1);
      case '.' -> symbol(Kind.DOT, 1);
      default -> longSymbol(c, charAt(at + 1));
    }
  }

  private void longSymbol(char c, char next) {
    if (c == '<') {
      switch (next) {
        case '=' -> symbol(Kind.LESS_OR_EQUAL, 2);
        case '>' -> symbol(Kind.NOT_EQUAL, 2);
        default -> symbol(Kind.LESS, 1);
      }
    } else if (c == '>') {
      if (next == '=') {
        symbol(Kind.GREATER_OR_EQUAL, 2);
      } else {
        symbol(Kind.GREATER, 1);
      }
    } else if (c == '|' && next == '|') {
      symbol(Kind.CONCAT, 2);
    } else if (c == '!' && next == '=') {
      // Not in the specification, but everywhere in queries that other providers accept.
      symbol(Kind.NOT_EQUAL, 2);
    } else {
      throw error(
          at, "unexpected character \"" + Character.toString(text.codePointAt(at)) + "\"", hint(c));
    }
  }

  private static @Nullable String hint(char c) {
    return switch (c) {
      case '"', '`' -> "strings are written in single quotes, names without quotes";
      case '%' -> "the remainder of a division is written mod(a, b)";
      case ';' -> "a query is one statement without a semicolon";
      case '#' -> "parameters are written :name or ?1";
      default -> null;
    };
  }

  private void symbol(Kind kind, int length) {
    tokens.add(new Token(kind, at, kind.text(), null, null));
    at += length;
  }

  private void literal(int start, Object value) {
    add(Kind.LITERAL, start, at, value);
  }

  private void add(Kind kind, int start, int end, @Nullable Object value) {
    tokens.add(new Token(kind, start, text.substring(start, end), null, value));
  }

  private void skipWhitespace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  /// The character at an offset; NUL beyond the end, which no token begins with.
  private char charAt(int offset) {
    return offset < text.length() ? text.charAt(offset) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private JpqlSyntaxException error(int offset, String problem, @Nullable String hint) {
    return new JpqlSyntaxException(query, offset, problem, hint);
  }
}
