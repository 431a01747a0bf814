package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.sql.CommandKind;
import io.tiercel.jdbc.sql.SqlCommand;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerText;
import org.jspecify.annotations.Nullable;

/// A command with the values of its parameters. The arrays are not to be changed: executions share
/// that of the types.
///
/// @param oids the types to declare; 0 leaves one to the server
/// @param values what the client's codecs of these types take
@SuppressWarnings("ArrayRecordComponent") // compared by nobody, and made for each execution
record BoundCommand(SqlCommand command, int[] oids, @Nullable Object[] values) {
  private static final int[] NO_OIDS = {};
  private static final Object[] NO_VALUES = {};

  /// One without parameters.
  static BoundCommand of(SqlCommand command) {
    return new BoundCommand(command, NO_OIDS, NO_VALUES);
  }

  int parameterCount() {
    return values.length;
  }

  Parameter parameter(int index) {
    return new Parameter(oids[index], values[index]);
  }

  /// Whether it returns no rows and can be bound before the server has described it.
  boolean isPlainCommand() {
    return command.kind().isRowChange() && !command.hasReturning() && hasKnownParameters();
  }

  /// Whether its parameters can be bound before the server has described them: each has a type, or
  /// is NULL or a text, for which any type will do.
  boolean hasKnownParameters() {
    for (int i = 0; i < values.length; i++) {
      boolean isSpelled = values[i] == null || values[i] instanceof ServerText;
      if (oids[i] == Oids.UNSPECIFIED && !isSpelled) {
        return false;
      }
    }
    return true;
  }

  /// Whether reading its rows late changes nothing but the time.
  boolean onlyReads() {
    CommandKind kind = command.kind();
    return switch (kind) {
      case SELECT, VALUES, TABLE, WITH, SHOW, FETCH, EXPLAIN -> true;
      default -> false;
    };
  }
}
