package io.tiercel.jpa.statement;

import java.util.ArrayList;
import java.util.List;

/// Rewrites `?1`, `?` and `:name` of a native query to `$1 …`, leaving quoted text, comments, casts
/// (`::`) and PostgreSQL's `??` alone.
///
/// @param uses the parameter each `$n` stands for: an Integer position or a String name
public record NativeParameters(String sql, List<Object> uses) {

  public NativeParameters {
    uses = List.copyOf(uses);
  }

  public static NativeParameters parse(String text) {
    return new Scanner(text).scan();
  }

  private static final class Scanner {
    private final String text;
    private final StringBuilder sql = new StringBuilder();
    private final List<Object> uses = new ArrayList<>();
    private int at;
    private int ordinary;

    Scanner(String text) {
      this.text = text;
    }

    NativeParameters scan() {
      while (at < text.length()) {
        char c = text.charAt(at);
        switch (c) {
          case '\'', '"' -> copyThrough(String.valueOf(c), at + 1);
          case '-' -> copyComment("--", "\n");
          case '/' -> copyComment("/*", "*/");
          case '$' -> copyDollarQuoted();
          case ':' -> named();
          case '?' -> positional();
          default -> copy(1);
        }
      }
      return new NativeParameters(sql.toString(), uses);
    }

    private void copy(int length) {
      sql.append(text, at, at + length);
      at += length;
    }

    private void copyThrough(String end, int from) {
      int found = text.indexOf(end, from);
      copy((found < 0 ? text.length() : found + end.length()) - at);
    }

    private void copyComment(String start, String end) {
      if (text.startsWith(start, at)) {
        copyThrough(end, at + start.length());
      } else {
        copy(1);
      }
    }

    private void copyDollarQuoted() {
      int tag = at + 1;
      while (tag < text.length()
          && Character.isJavaIdentifierPart(text.charAt(tag))
          && text.charAt(tag) != '$') {
        tag++;
      }
      boolean opens = tag < text.length() && text.charAt(tag) == '$';
      if (opens) {
        copyThrough(text.substring(at, tag + 1), tag + 1);
      } else {
        copy(1);
      }
    }

    private void named() {
      if (text.startsWith("::", at)) {
        copy(2);
        return;
      }
      int end = at + 1;
      while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
        end++;
      }
      if (end == at + 1) {
        copy(1);
      } else {
        use(text.substring(at + 1, end), end);
      }
    }

    private void positional() {
      if (text.startsWith("??", at)) {
        // The operator ? in the spelling that drivers use for it.
        sql.append('?');
        at += 2;
        return;
      }
      int end = at + 1;
      while (end < text.length() && Character.isDigit(text.charAt(end))) {
        end++;
      }
      use(end == at + 1 ? ++ordinary : Integer.parseInt(text, at + 1, end, 10), end);
    }

    private void use(Object key, int end) {
      int known = uses.indexOf(key);
      if (known < 0) {
        uses.add(key);
        known = uses.size() - 1;
      }
      sql.append('$').append(known + 1);
      at = end;
    }
  }
}
