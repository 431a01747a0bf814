package io.tiercel.wire.error;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An ErrorResponse or NoticeResponse with every field that the server sent, keyed by the field
/// codes of the manual's chapter "Error and Notice Message Fields". Immutable.
public record ServerError(Map<Character, String> fields) {
  private static final int SQLSTATE_LENGTH = 5;

  public ServerError {
    fields = Collections.unmodifiableMap(new TreeMap<>(fields));
  }

  /// `ERROR`, `FATAL`, `PANIC`, `WARNING`, `NOTICE`, … never translated where the server says so.
  public String severity() {
    String untranslated = fields.get('V');
    return untranslated != null ? untranslated : fields.getOrDefault('S', "ERROR");
  }

  /// The SQLSTATE; `XX000` should the server have sent none, or none that has five characters.
  public String sqlState() {
    String code = fields.get('C');
    return code != null && code.length() == SQLSTATE_LENGTH ? code : "XX000";
  }

  /// The primary message.
  public String message() {
    return fields.getOrDefault('M', "(no message)");
  }

  public @Nullable String detail() {
    return fields.get('D');
  }

  public @Nullable String hint() {
    return fields.get('H');
  }

  /// Where in the statement, counted in characters from 1; 0 when unknown.
  public int position() {
    return number('P');
  }

  /// Where in [#internalQuery()], counted in characters from 1; 0 when unknown.
  public int internalPosition() {
    return number('p');
  }

  public @Nullable String internalQuery() {
    return fields.get('q');
  }

  /// The call stack of functions, innermost first.
  public @Nullable String where() {
    return fields.get('W');
  }

  public @Nullable String schema() {
    return fields.get('s');
  }

  public @Nullable String table() {
    return fields.get('t');
  }

  public @Nullable String column() {
    return fields.get('c');
  }

  public @Nullable String dataType() {
    return fields.get('d');
  }

  public @Nullable String constraint() {
    return fields.get('n');
  }

  public @Nullable String file() {
    return fields.get('F');
  }

  public int line() {
    return number('L');
  }

  public @Nullable String routine() {
    return fields.get('R');
  }

  /// Whether it refuses a prepared statement that can never work again as it was prepared: the
  /// server does not know it, or it would return other columns by now.
  public boolean isStalePlan() {
    return sqlState().equals(SqlState.INVALID_SQL_STATEMENT_NAME)
        || (sqlState().equals(SqlState.FEATURE_NOT_SUPPORTED)
            && "RevalidateCachedQuery".equals(routine()));
  }

  /// Whether the server ends the session after this error.
  public boolean isFatal() {
    return severity().equals("FATAL") || severity().equals("PANIC");
  }

  private int number(char code) {
    String text = fields.get(code);
    if (text == null) {
      return 0;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
