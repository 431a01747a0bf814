package io.tiercel.jdbc.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// One command of an SQL text, as the server takes it. Immutable.
///
/// @param text with `$1`, `$2`, … counted from 1 in this command
/// @param firstParameter the number of placeholders before it in the whole text
/// @param parameterCount the number of its placeholders
/// @param hasReturning whether a row-changing command has a `RETURNING` clause of its own
/// @param call what it calls if it was written as `{call …}`
/// @param insert its parts if it is a single-row insert of placeholders and constants
public record SqlCommand(
    String text,
    int firstParameter,
    int parameterCount,
    CommandKind kind,
    boolean hasReturning,
    @Nullable CallShape call,
    @Nullable InsertShape insert) {

  /// The text with something else in the place of its placeholders, for people to read.
  ///
  /// @param values what stands for the placeholder of a number, counted from 1
  public String filledWith(IntFunction<String> values, boolean standardConformingStrings)
      throws SQLException {
    var lexer = new Lexer(text, standardConformingStrings);
    var filled = new StringBuilder(text.length() + 16 * parameterCount);
    int at = 0;
    while (at < text.length()) {
      boolean isPlaceholder = text.charAt(at) == '$' && Lexer.isDigit(lexer.charAt(at + 1));
      int end = isPlaceholder ? lexer.numberEnd(at + 1) : lexer.tokenEnd(at);
      if (isPlaceholder) {
        filled.append(values.apply(Integer.parseInt(text.substring(at + 1, end))));
      } else {
        filled.append(text, at, end);
      }
      at = end;
    }
    return filled.toString();
  }

  /// This command with a `RETURNING` clause, for generated keys. A command that returns rows
  /// already or cannot return any stays as it is.
  ///
  /// @param columns names quoted as they need it, or a single `*`
  public SqlCommand returning(List<String> columns) {
    if (hasReturning || !kind.isRowChange() || columns.isEmpty()) {
      return this;
    }
    // On a line of its own, because the text may end in a comment.
    String extended = text + "\nRETURNING " + String.join(", ", columns);
    return new SqlCommand(extended, firstParameter, parameterCount, kind, true, call, insert);
  }
}
