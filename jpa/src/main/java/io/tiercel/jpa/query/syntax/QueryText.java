package io.tiercel.jpa.query.syntax;

/// A query as written, and places in it for error messages. Immutable and safe for any thread.
public record QueryText(String text) {

  private static final int MAX_EXCERPT_CHARS = 120;

  /// The line of an offset, from 1.
  public int line(int at) {
    int line = 1;
    for (int i = 0; i < at && i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        line++;
      }
    }
    return line;
  }

  /// The column of an offset within its line, from 1.
  public int column(int at) {
    return at - lineStart(at) + 1;
  }

  /// The line of an offset and below it a caret under the offset; a long line is cut around it.
  public String excerpt(int at) {
    int start = lineStart(at);
    int end = text.indexOf('\n', at);
    if (end < 0) {
      end = text.length();
    }
    int from = Math.max(start, at - MAX_EXCERPT_CHARS / 2);
    int to = Math.min(end, from + MAX_EXCERPT_CHARS);
    String before = from > start ? "…" : "";
    String after = to < end ? "…" : "";
    // A tab or another control character would move the caret away from what it points at.
    String line = text.substring(from, to).replaceAll("\\p{Cntrl}", " ");
    int indent = before.length() + at - from;
    return "  " + before + line + after + "\n  " + " ".repeat(indent) + "^";
  }

  private int lineStart(int at) {
    return at == 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  }
}
