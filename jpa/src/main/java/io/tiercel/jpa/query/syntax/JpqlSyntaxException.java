package io.tiercel.jpa.query.syntax;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// A text that is no query of the language. An [IllegalArgumentException], as
/// `EntityManager.createQuery` promises. The message names the place, what was found and what was
/// expected, and shows the query with a caret below.
public final class JpqlSyntaxException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1L;

  private final String query;
  private final int offset;
  private final int line;
  private final int column;

  JpqlSyntaxException(QueryText query, int offset, String problem, @Nullable String hint) {
    super(message(query, offset, problem, hint));
    this.query = query.text();
    this.offset = offset;
    this.line = query.line(offset);
    this.column = query.column(offset);
  }

  private static String message(
      QueryText query, int offset, String problem, @Nullable String hint) {
    return "cannot parse query at line %d, column %d: %s\n%s%s"
        .formatted(
            query.line(offset),
            query.column(offset),
            problem,
            query.excerpt(offset),
            hint == null ? "" : "\nHint: " + hint);
  }

  /// The message with its place and its excerpt; never null.
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /// The whole query text.
  public String query() {
    return query;
  }

  /// The offset of the offending character or word, from 0; the length of the text when it ends too
  /// early.
  public int offset() {
    return offset;
  }

  /// The line of the offset, from 1.
  public int line() {
    return line;
  }

  /// The column of the offset, from 1.
  public int column() {
    return column;
  }
}
