package io.tiercel.wire.error;

import org.jspecify.annotations.Nullable;

/// The server refused a statement. Holds every field of its ErrorResponse and the SQL it was about.
/// The connection remains usable unless the error was FATAL.
public final class ServerException extends WireException {
  private static final long serialVersionUID = 1;
  private static final int MAX_SQL_IN_MESSAGE = 500;

  // Not part of the serialized form: a deserialized copy keeps message and SQLSTATE.
  private final transient ServerError error;
  private final @Nullable String sql;

  /// @param sql the statement the error is about, or null when it is about none (start-up)
  public ServerException(ServerError error, @Nullable String sql) {
    this(error, sql, message(error, sql));
  }

  private ServerException(ServerError error, @Nullable String sql, String message) {
    super(error.sqlState(), message, null);
    this.error = error;
    this.sql = sql;
  }

  /// The same failure with the server's primary message only, for logs that must not show values:
  /// detail, hint, context and statement may. [#error()] and [#sql()] still have them.
  public ServerException withoutDetail() {
    var terse =
        new ServerException(error, sql, error.message() + "\nSQLState: " + error.sqlState());
    terse.setStackTrace(getStackTrace());
    for (Throwable suppressed : getSuppressed()) {
      terse.addSuppressed(suppressed);
    }
    return terse;
  }

  public ServerError error() {
    return error;
  }

  /// The SQL of the failed statement.
  public @Nullable String sql() {
    return sql;
  }

  @Override
  public boolean isConnectionUsable() {
    return !error.isFatal();
  }

  @Override
  public boolean wasSent() {
    return true;
  }

  private static String message(ServerError error, @Nullable String sql) {
    var message = new StringBuilder(error.message());
    append(message, "Detail", error.detail());
    append(message, "Hint", error.hint());
    append(message, "Where", error.where());
    if (sql != null) {
      append(message, "Statement", abbreviated(sql));
      if (error.position() > 0) {
        append(message, "Position", Integer.toString(error.position()));
      }
    }
    return message.append("\nSQLState: ").append(error.sqlState()).toString();
  }

  private static void append(StringBuilder message, String name, @Nullable String value) {
    if (value != null) {
      message.append('\n').append(name).append(": ").append(value);
    }
  }

  private static String abbreviated(String sql) {
    return sql.length() <= MAX_SQL_IN_MESSAGE
        ? sql
        : sql.substring(0, MAX_SQL_IN_MESSAGE) + "… (" + sql.length() + " characters)";
  }
}
