package io.tiercel.jpa.schema;

import org.jspecify.annotations.Nullable;

/// One statement of a schema action, without its semicolon, and where it comes from.
///
/// @param origin the script it stands in; null when it is made from the mapping
/// @param line its first line in that script, from 1
public record SchemaStatement(String sql, @Nullable String origin, int line) {

  /// A statement made from the mapping.
  public static SchemaStatement ofMapping(String sql) {
    return new SchemaStatement(sql, null, 0);
  }

  /// Where an error is, for messages.
  ///
  /// @param position the character of the statement, from 1; 0 when unknown
  public String place(int position) {
    if (origin == null) {
      return "the statement made from the mapping";
    }
    long before = sql.codePoints().limit(Math.max(0, position - 1L)).filter(c -> c == '\n').count();
    return "%s, line %d".formatted(origin, line + before);
  }
}
