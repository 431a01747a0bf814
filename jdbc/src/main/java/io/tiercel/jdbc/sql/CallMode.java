package io.tiercel.jdbc.sql;

import io.tiercel.jdbc.error.SqlExceptions;
import java.sql.SQLException;

/// What the escapes `{call …}` and `{?= call …}` become; the connection property
/// `escapeSyntaxCallMode`.
public enum CallMode {
  /// Always `SELECT * FROM f(…)`: calls functions only.
  SELECT("select"),
  /// `CALL` unless the escape has a return value: procedures by `{call}`, functions by `{?= call}`.
  CALL_IF_NO_RETURN("callIfNoReturn"),
  /// Always `CALL`: calls procedures only.
  CALL("call");

  private final String property;

  CallMode(String property) {
    this.property = property;
  }

  /// The mode of that name.
  ///
  /// @throws SQLException if there is none
  public static CallMode of(String property) throws SQLException {
    for (CallMode mode : values()) {
      if (mode.property.equalsIgnoreCase(property)) {
        return mode;
      }
    }
    throw SqlExceptions.of(
        "22023",
        "escapeSyntaxCallMode is \"%s\"\nHint: it is select, callIfNoReturn or call."
            .formatted(property),
        null);
  }

  boolean isCall(boolean returnsValue) {
    return this == CALL || (this == CALL_IF_NO_RETURN && !returnsValue);
  }
}
