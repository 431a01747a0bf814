package io.tiercel.jdbc.sql;

import java.sql.SQLException;

/// Finds where the tokens of PostgreSQL's lexical structure end (PostgreSQL manual, 4.1). Stateless
/// but for the text; every method takes the index of the token's first character and returns the
/// index behind its last.
final class Lexer {
  private final String sql;
  private final boolean standardConformingStrings;

  Lexer(String sql, boolean standardConformingStrings) {
    this.sql = sql;
    this.standardConformingStrings = standardConformingStrings;
  }

  static boolean isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  /// The character at an index, or 0 behind the end.
  char charAt(int index) {
    return index < sql.length() ? sql.charAt(index) : 0;
  }

  /// A keyword, identifier or number, with the string that it may prefix: `E'…'`, `U&"…"`, `B'…'`.
  int wordEnd(int start) throws SQLException {
    int end = start + 1;
    while (end < sql.length() && isWordPart(sql.charAt(end))) {
      end++;
    }
    if (end - start != 1) {
      return end;
    }
    char next = charAt(end);
    return switch (sql.charAt(start)) {
      case 'e', 'E' -> next == '\'' ? escapeStringEnd(end) : end;
      case 'b', 'B', 'x', 'X' -> next == '\'' ? quotedEnd(end, false) : end;
      case 'u', 'U' ->
          next == '&' && (charAt(end + 1) == '\'' || charAt(end + 1) == '"')
              ? quotedEnd(end + 1, false)
              : end;
      default -> end;
    };
  }

  private static boolean isWordPart(char c) {
    return isWordStart(c) || isDigit(c) || c == '$';
  }

  /// `1`, `1.5e-3`, `0xFF`, `1_000`; also `.5` from its point on.
  int numberEnd(int start) {
    int end = start + 1;
    while (end < sql.length() && isNumberPart(start, end)) {
      end++;
    }
    return end;
  }

  private boolean isNumberPart(int start, int at) {
    char c = sql.charAt(at);
    if (c == '+' || c == '-') {
      // The sign of an exponent; in hexadecimal, e is a digit and the sign an operator.
      char before = sql.charAt(at - 1);
      boolean isHex = charAt(start) == '0' && (charAt(start + 1) | 0x20) == 'x';
      return (before == 'e' || before == 'E') && !isHex && isDigit(charAt(at + 1));
    }
    return isDigit(c) || isWordStart(c) || (c == '.' && charAt(at + 1) != '.');
  }

  /// `'…'` without a prefix.
  int stringEnd(int start) throws SQLException {
    return standardConformingStrings ? quotedEnd(start, false) : escapeStringEnd(start);
  }

  int quotedIdentifierEnd(int start) throws SQLException {
    return quotedEnd(start, false);
  }

  /// A string with backslash escapes, and the strings that continue it on the next lines: these
  /// have no prefix of their own, yet obey the same rules.
  private int escapeStringEnd(int start) throws SQLException {
    int end = quotedEnd(start, true);
    while (true) {
      int next = continuation(end);
      if (next < 0) {
        return end;
      }
      end = quotedEnd(next, true);
    }
  }

  /// Where a continued string goes on behind white space with a line break, -1 if it does not.
  private int continuation(int from) throws SQLException {
    boolean hasNewline = false;
    int at = from;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (c == '\'') {
        return hasNewline ? at : -1;
      } else if (c == '-' && charAt(at + 1) == '-') {
        at = lineCommentEnd(at);
      } else if (isSpace(c)) {
        hasNewline |= c == '\n' || c == '\r';
        at++;
      } else {
        return -1;
      }
    }
    return -1;
  }

  private int quotedEnd(int start, boolean hasBackslashEscapes) throws SQLException {
    char quote = sql.charAt(start);
    for (int at = start + 1; at < sql.length(); at++) {
      char c = sql.charAt(at);
      if (c == '\\' && hasBackslashEscapes) {
        at++;
      } else if (c == quote) {
        if (charAt(at + 1) != quote) {
          return at + 1;
        }
        at++;
      }
    }
    throw quote == '"'
        ? SqlErrors.syntax("unterminated quoted identifier", start, "close it with \".")
        : SqlErrors.syntax(
            "unterminated string", start, "close it with ', and double each ' within it.");
  }

  /// `$$…$$`, `$tag$…$tag$`, or a `$` that begins neither, such as that of `$1`.
  int dollarEnd(int start) throws SQLException {
    int tagEnd = start + 1;
    if (isWordStart(charAt(tagEnd))) {
      while (isWordStart(charAt(tagEnd)) || isDigit(charAt(tagEnd))) {
        tagEnd++;
      }
    }
    if (charAt(tagEnd) != '$') {
      return start + 1;
    }
    String tag = sql.substring(start, tagEnd + 1);
    int close = sql.indexOf(tag, tagEnd + 1);
    if (close < 0) {
      throw SqlErrors.syntax(
          "unterminated dollar-quoted string", start, "close it with " + tag + ".");
    }
    return close + tag.length();
  }

  int lineCommentEnd(int start) {
    int at = start;
    while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
      at++;
    }
    return at;
  }

  /// `/* … */`, which nests.
  int blockCommentEnd(int start) throws SQLException {
    int depth = 0;
    for (int at = start; at < sql.length() - 1; at++) {
      char c = sql.charAt(at);
      if (c == '/' && sql.charAt(at + 1) == '*') {
        depth++;
        at++;
      } else if (c == '*' && sql.charAt(at + 1) == '/') {
        depth--;
        at++;
        if (depth == 0) {
          return at + 1;
        }
      }
    }
    throw SqlErrors.syntax("unterminated comment", start, "close it with */; comments nest.");
  }

  /// White space and comments, if any.
  int skipSpace(int start) throws SQLException {
    int at = start;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (isSpace(c)) {
        at++;
      } else if (c == '-' && charAt(at + 1) == '-') {
        at = lineCommentEnd(at);
      } else if (c == '/' && charAt(at + 1) == '*') {
        at = blockCommentEnd(at);
      } else {
        return at;
      }
    }
    return at;
  }

  /// The end of whatever token begins here; a single character if it is none of the above.
  int tokenEnd(int start) throws SQLException {
    char c = sql.charAt(start);
    return switch (c) {
      case '\'' -> stringEnd(start);
      case '"' -> quotedIdentifierEnd(start);
      case '$' -> dollarEnd(start);
      case '-' -> charAt(start + 1) == '-' ? lineCommentEnd(start) : start + 1;
      case '/' -> charAt(start + 1) == '*' ? blockCommentEnd(start) : start + 1;
      default -> {
        if (isWordStart(c)) {
          yield wordEnd(start);
        }
        yield isDigit(c) ? numberEnd(start) : start + 1;
      }
    };
  }
}
