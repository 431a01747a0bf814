package io.tiercel.wire;

import java.util.Locale;

/// The word a statement begins with, behind white space and comments.
final class LeadingWord {
  private LeadingWord() {}

  /// The word in lower case; empty if the text begins with none.
  static String of(String sql) {
    int start = skipBlanks(sql);
    int end = start;
    while (end < sql.length() && isLetter(sql.charAt(end))) {
      end++;
    }
    return sql.substring(start, end).toLowerCase(Locale.ROOT);
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static int skipBlanks(String sql) {
    int at = 0;
    while (at < sql.length()) {
      if (Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (sql.startsWith("--", at)) {
        int line = sql.indexOf('\n', at);
        at = line < 0 ? sql.length() : line + 1;
      } else if (sql.startsWith("/*", at)) {
        at = skipComment(sql, at);
      } else {
        break;
      }
    }
    return at;
  }

  /// Comments nest.
  private static int skipComment(String sql, int start) {
    int depth = 0;
    int at = start;
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
    return Math.min(at, sql.length());
  }
}
