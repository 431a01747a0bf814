package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.sql.SqlCommand;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.row.RowDescription;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks the server what commands take and return, without running them.
final class Describer {
  private final Session session;
  private final List<SqlCommand> commands;

  Describer(Session session, List<SqlCommand> commands) {
    this.session = session;
    this.commands = commands;
  }

  /// The columns of the first command that returns rows, null if none does. Blocks.
  ///
  /// @param values the parameters that are set already: their types may decide about the result
  @Nullable RowDescription columns(@Nullable Parameter[] values) throws SQLException {
    for (PreparedStatement statement : describe(values)) {
      RowDescription description = statement.description();
      if (description != null) {
        return description;
      }
    }
    return null;
  }

  /// The types of the parameters of all commands. Blocks.
  int[] parameterOids(@Nullable Parameter[] values) throws SQLException {
    int[] oids = new int[values.length];
    List<PreparedStatement> described = describe(values);
    for (int i = 0; i < described.size(); i++) {
      SqlCommand command = commands.get(i);
      for (int j = 0; j < command.parameterCount(); j++) {
        oids[command.firstParameter() + j] = described.get(i).parameterOid(j);
      }
    }
    return oids;
  }

  private List<PreparedStatement> describe(@Nullable Parameter[] values) throws SQLException {
    return session.exchange(
        pipeline -> {
          var described = new ArrayList<PreparedStatement>();
          for (SqlCommand command : commands) {
            described.add(session.wire().prepare(command.text(), oids(command, values)));
          }
          return described;
        });
  }

  private static int[] oids(SqlCommand command, @Nullable Parameter[] values) {
    int[] oids = new int[command.parameterCount()];
    for (int i = 0; i < oids.length; i++) {
      Parameter value = values[command.firstParameter() + i];
      oids[i] = value == null ? 0 : value.declaredOid();
    }
    return oids;
  }
}
