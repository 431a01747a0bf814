package io.tiercel.json.advisor.sql;

import io.tiercel.json.advisor.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Divides SQL into tokens. Comments and white space go. Never fails: what ends early ends with the
/// text. Confined to one thread.
final class SqlLexer {
  private static final String OPERATOR_SIGNS = "+-*/<>=~!@#%^&|`?";

  private final String sql;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private SqlLexer(String sql) {
    this.sql = sql;
  }

  /// The tokens, the last of kind END.
  static List<Token> tokens(String sql) {
    var lexer = new SqlLexer(sql);
    while (lexer.skipBlanks()) {
      lexer.token();
    }
    lexer.tokens.add(new Token(Kind.END, "", sql.length(), sql.length()));
    return List.copyOf(lexer.tokens);
  }

  private char peek(int ahead) {
    return at + ahead < sql.length() ? sql.charAt(at + ahead) : '\0';
  }

  private boolean skipBlanks() {
    while (at < sql.length()) {
      if (Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (sql.startsWith("--", at)) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
      } else if (sql.startsWith("/*", at)) {
        skipComment();
      } else {
        return true;
      }
    }
    return false;
  }

  private void skipComment() {
    int depth = 0;
    do {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (sql.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < sql.length());
    at = Math.min(at, sql.length());
  }

  private void token() {
    char c = sql.charAt(at);
    if (c == '\'') {
      string(at, at, false);
    } else if ((c == 'e' || c == 'E') && peek(1) == '\'') {
      string(at, at + 1, true);
    } else if ((c == 'b' || c == 'B' || c == 'x' || c == 'X' || c == 'n' || c == 'N')
        && peek(1) == '\'') {
      string(at, at + 1, false);
    } else if (c == '"') {
      quotedName();
    } else if (c == '$' && Character.isDigit(peek(1))) {
      int end = at + 1;
      while (end < sql.length() && Character.isDigit(sql.charAt(end))) {
        end++;
      }
      add(Kind.PARAMETER, sql.substring(at + 1, end), end);
    } else if (c == '$' && dollarTag() > 0) {
      dollarString();
    } else if (isNameStart(c)) {
      int end = at + 1;
      while (end < sql.length() && isNamePart(sql.charAt(end))) {
        end++;
      }
      add(Kind.WORD, sql.substring(at, end).toLowerCase(Locale.ROOT), end);
    } else if (Character.isDigit(c) || (c == '.' && Character.isDigit(peek(1)))) {
      number();
    } else if (OPERATOR_SIGNS.indexOf(c) >= 0) {
      operator();
    } else {
      int length = c == ':' && (peek(1) == ':' || peek(1) == '=') ? 2 : 1;
      add(Kind.SIGN, sql.substring(at, at + length), at + length);
    }
  }

  private void add(Kind kind, String value, int end) {
    tokens.add(new Token(kind, value, at, end));
    at = end;
  }

  private static boolean isNameStart(char c) {
    return Character.isLetter(c) || c == '_' || c >= 0x80;
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || Character.isDigit(c) || c == '$';
  }

  private void string(int start, int quote, boolean hasEscapes) {
    var value = new StringBuilder();
    int end = quote + 1;
    while (end < sql.length()) {
      char c = sql.charAt(end);
      if (c == '\'' && end + 1 < sql.length() && sql.charAt(end + 1) == '\'') {
        value.append('\'');
        end += 2;
      } else if (c == '\'') {
        break;
      } else if (hasEscapes && c == '\\' && end + 1 < sql.length()) {
        value.append(unescaped(sql.charAt(end + 1)));
        end += 2;
      } else {
        value.append(c);
        end++;
      }
    }
    at = start;
    add(Kind.STRING, value.toString(), Math.min(end + 1, sql.length()));
  }

  private static char unescaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> c;
    };
  }

  private void quotedName() {
    var value = new StringBuilder();
    int end = at + 1;
    while (end < sql.length()) {
      char c = sql.charAt(end);
      if (c == '"' && end + 1 < sql.length() && sql.charAt(end + 1) == '"') {
        end++;
      } else if (c == '"') {
        break;
      }
      value.append(c);
      end++;
    }
    add(Kind.QUOTED_NAME, value.toString(), Math.min(end + 1, sql.length()));
  }

  /// The length of `$tag$` here, 0 if there is none.
  private int dollarTag() {
    int end = at + 1;
    while (end < sql.length() && isNamePart(sql.charAt(end)) && sql.charAt(end) != '$') {
      end++;
    }
    return end < sql.length() && sql.charAt(end) == '$' ? end + 1 - at : 0;
  }

  private void dollarString() {
    String tag = sql.substring(at, at + dollarTag());
    int close = sql.indexOf(tag, at + tag.length());
    int contentEnd = close < 0 ? sql.length() : close;
    add(
        Kind.STRING,
        sql.substring(at + tag.length(), contentEnd),
        Math.min(sql.length(), contentEnd + tag.length()));
  }

  private void number() {
    int end = at;
    while (end < sql.length()
        && (Character.isLetterOrDigit(sql.charAt(end)) || ".".indexOf(sql.charAt(end)) >= 0)) {
      char c = sql.charAt(end);
      end++;
      if ((c == 'e' || c == 'E') && end < sql.length() && "+-".indexOf(sql.charAt(end)) >= 0) {
        end++;
      }
    }
    add(Kind.NUMBER, sql.substring(at, end), end);
  }

  /// As the server does: the longest run, without the beginning of a comment; a run of several ends
  /// with `+` or `-` only if it has a sign of those that the manual names.
  private void operator() {
    int end = at;
    while (end < sql.length()
        && OPERATOR_SIGNS.indexOf(sql.charAt(end)) >= 0
        && !sql.startsWith("--", end)
        && !sql.startsWith("/*", end)) {
      end++;
    }
    while (end - at > 1
        && "+-".indexOf(sql.charAt(end - 1)) >= 0
        && sql.substring(at, end).chars().noneMatch(c -> "~!@#%^&|`?".indexOf(c) >= 0)) {
      end--;
    }
    add(Kind.OPERATOR, sql.substring(at, end), end);
  }
}
