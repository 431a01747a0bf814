package io.tiercel.jdbc.sql;

import java.util.List;
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
