package io.tiercel.jpa.sql;

import java.util.function.IntFunction;

/// The tokens of SQL as far as cutting it into statements needs them: words, quoted text as a
/// whole, and single characters; white space and comments are passed over (manual, chapter 4.1).
/// Confined to one thread.
public final class SqlTokens {
  private final String text;
  private final IntFunction<RuntimeException> unclosed;
  private int start;
  private int at;

  /// Before the first token of the text.
  ///
  /// @param unclosed what to throw for a quote or comment that begins there and does not end
  public SqlTokens(String text, IntFunction<RuntimeException> unclosed) {
    this.text = text;
    this.unclosed = unclosed;
  }

  /// Where the token begins.
  public int start() {
    return start;
  }

  /// The token as it is written.
  public String token() {
    return text.substring(start, at);
  }

  /// Goes to the next token; false at the end.
  public boolean next() {
    skipBlanks();
    start = at;
    if (at >= text.length()) {
      return false;
    }
    char c = text.charAt(at);
    switch (c) {
      case '\'', '"' -> quoted(c);
      case '$' -> dollar();
      case 'e', 'E' -> escapedOrWord();
      default -> plain(c);
    }
    return true;
  }

  private void plain(char c) {
    if (isWordStart(c)) {
      word();
    } else if (Character.isDigit(c)) {
      number();
    } else {
      at++;
    }
  }

  private void skipBlanks() {
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.startsWith("--", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end + 1;
      } else if (text.startsWith("/*", at)) {
        comment();
      } else {
        return;
      }
    }
  }

  /// Comments between `/*` and the matching end contain others.
  private void comment() {
    int begin = at;
    int depth = 0;
    do {
      if (at >= text.length()) {
        throw unclosed.apply(begin);
      } else if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0);
  }

  /// A doubled quote within is two quoted texts side by side, which cuts just as well.
  private void quoted(char quote) {
    int end = text.indexOf(quote, at + 1);
    if (end < 0) {
      throw unclosed.apply(at);
    }
    at = end + 1;
  }

  private void escapedOrWord() {
    if (!text.startsWith("'", at + 1)) {
      word();
      return;
    }
    at++;
    do {
      at++; // the opening quote, or the second one of a pair, behind which the escapes go on
      while (at < text.length() && text.charAt(at) != '\'') {
        at += text.charAt(at) == '\\' ? 2 : 1;
      }
      if (at >= text.length()) {
        throw unclosed.apply(start);
      }
      at++;
    } while (text.startsWith("'", at));
  }

  /// `$tag$ … $tag$`, or the number of a parameter.
  private void dollar() {
    int tag = at + 1;
    if (tag < text.length() && isWordStart(text.charAt(tag))) {
      while (tag < text.length() && isWordPart(text.charAt(tag)) && text.charAt(tag) != '$') {
        tag++;
      }
    }
    if (!text.startsWith("$", tag)) {
      at++;
      return;
    }
    String mark = text.substring(at, tag + 1);
    int end = text.indexOf(mark, tag + 1);
    if (end < 0) {
      throw unclosed.apply(at);
    }
    at = end + mark.length();
  }

  private void word() {
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
  }

  private void number() {
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isWordStart(char c) {
    return Character.isLetter(c) || c == '_' || c >= 0x80;
  }

  private static boolean isWordPart(char c) {
    return isWordStart(c) || Character.isDigit(c) || c == '$';
  }
}
