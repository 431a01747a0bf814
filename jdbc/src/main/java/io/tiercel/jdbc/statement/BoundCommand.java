package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.sql.CommandKind;
import io.tiercel.jdbc.sql.SqlCommand;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A command with the values of its parameters.
record BoundCommand(SqlCommand command, List<Parameter> parameters) {
  static BoundCommand of(SqlCommand command) {
    return new BoundCommand(command, List.of());
  }

  int[] oids() {
    int[] oids = new int[parameters.size()];
    for (int i = 0; i < oids.length; i++) {
      oids[i] = parameters.get(i).declaredOid();
    }
    return oids;
  }

  @Nullable Object[] values() {
    @Nullable Object[] values = new @Nullable Object[parameters.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = parameters.get(i).value();
    }
    return values;
  }

  /// Whether it returns no rows and can be bound before the server has described it.
  boolean isPlainCommand() {
    if (!command.kind().isRowChange() || command.hasReturning()) {
      return false;
    }
    for (Parameter parameter : parameters) {
      boolean isSpelled = parameter.value() == null || parameter.value() instanceof ServerText;
      if (parameter.declaredOid() == Oids.UNSPECIFIED && !isSpelled) {
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
