package io.tiercel.inside;

import org.jspecify.annotations.Nullable;

/// An error of PostgreSQL. Thrown by a statement that Java code executes, and for Java code to
/// throw: then it becomes the error of the statement that called it, with all of its parts. Of
/// other exceptions `java.sql.SQLException` keeps its SQLSTATE, and the rest has `38000`
/// (external_routine_exception).
public final class PgException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String sqlState;
  private final @Nullable String detail;
  private final @Nullable String hint;

  /// @param sqlState five digits or capital letters, not of the class `00`
  /// @param message lower case, without a full stop
  public PgException(String sqlState, String message) {
    this(sqlState, message, null, null, null);
  }

  /// @param sqlState five digits or capital letters, not of the class `00`
  /// @param message lower case, without a full stop
  /// @param detail whole sentences
  /// @param hint whole sentences
  public PgException(
      String sqlState,
      String message,
      @Nullable String detail,
      @Nullable String hint,
      @Nullable Throwable cause) {
    super(message, cause);
    this.sqlState = sqlState;
    this.detail = detail;
    this.hint = hint;
  }

  /// The five characters of the SQLSTATE.
  public String sqlState() {
    return sqlState;
  }

  /// The primary message.
  public String message() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  public @Nullable String detail() {
    return detail;
  }

  public @Nullable String hint() {
    return hint;
  }
}
