package io.tiercel.jdbc.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/// An SQL text as an application wrote it for JDBC, and the commands that it becomes. Immutable,
/// safe for any number of threads.
public final class ParsedSql {
  private final String sql;
  private final List<SqlCommand> commands;
  private final int parameterCount;

  ParsedSql(String sql, List<SqlCommand> commands, int parameterCount) {
    this.sql = sql;
    this.commands = List.copyOf(commands);
    this.parameterCount = parameterCount;
  }

  /// Reads a text once: `?` becomes `$1`, `??` the operator `?`, each `{escape}` what PostgreSQL
  /// understands, and `;` ends a command unless it stands in a string, in parentheses or in a
  /// routine's `BEGIN ATOMIC` body. Comments, strings and quoted identifiers stay as they are.
  ///
  /// @throws SQLException with SQLSTATE 42601 if a string, comment or escape is malformed, with
  ///     0A000 if PostgreSQL cannot express an escape; the message names the position
  public static ParsedSql parse(String jdbcSql, SqlOptions options) throws SQLException {
    return new Translator(jdbcSql, options).translate();
  }

  /// The text for `Connection.nativeSQL`: escapes replaced, placeholders as they are.
  public static String nativeSql(String jdbcSql, SqlOptions options) throws SQLException {
    return parse(jdbcSql, options.withoutPlaceholders()).commands.stream()
        .map(SqlCommand::text)
        .collect(Collectors.joining(";"));
  }

  /// The text as the application wrote it.
  public String sql() {
    return sql;
  }

  /// The commands in order; those that are only white space and comments are left out.
  public List<SqlCommand> commands() {
    return commands;
  }

  /// The number of placeholders in all commands together.
  public int parameterCount() {
    return parameterCount;
  }

  @Override
  public String toString() {
    return sql;
  }
}
