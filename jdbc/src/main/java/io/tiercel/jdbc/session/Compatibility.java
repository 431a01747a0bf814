package io.tiercel.jdbc.session;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.SqlState;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;

/// What applications of pgjdbc may have set, and means the same here. Immutable.
///
/// @param queryTimeoutSeconds of statements that do not say otherwise; 0 for none
/// @param readOnlyMode what the server is told of a connection that is read-only
/// @param quotesKeys whether names of generated keys are quoted (`quoteReturningIdentifiers`)
/// @param autosaves whether a failed statement leaves its transaction usable (`autosave=always`)
/// @param unknownLength the precision of types without a limit
/// @param showsErrorDetail whether messages of exceptions have the server's detail, hint and
///     context, and the statement (`logServerErrorDetail`)
/// @param hidesUnprivileged whether metadata leave out what the user may do nothing with
///     (`hideUnprivilegedObjects`)
/// @param logsUnclosed whether connections that were dropped without being closed are reported,
///     with where they were opened (`logUnclosedConnections`)
public record Compatibility(
    int queryTimeoutSeconds,
    ReadOnlyMode readOnlyMode,
    boolean quotesKeys,
    boolean autosaves,
    int unknownLength,
    boolean showsErrorDetail,
    boolean hidesUnprivileged,
    boolean logsUnclosed) {
  static final Compatibility DEFAULTS =
      new Compatibility(
          0, ReadOnlyMode.TRANSACTION, true, false, Integer.MAX_VALUE, true, false, false);

  /// `readOnlyMode`.
  public enum ReadOnlyMode {
    /// The server is told nothing.
    IGNORE,
    /// Transactions begin as read-only.
    TRANSACTION,
    /// As that, and in autocommit the session is read-only too.
    ALWAYS
  }

  /// Of connection properties by their names.
  ///
  /// @throws SQLException `22023` if a value is none
  public static Compatibility of(Map<String, String> properties) throws SQLException {
    return new Compatibility(
        number(properties, "queryTimeout", 0),
        readOnlyMode(properties.getOrDefault("readOnlyMode", "transaction")),
        Boolean.parseBoolean(properties.getOrDefault("quoteReturningIdentifiers", "true")),
        autosaves(properties.getOrDefault("autosave", "never")),
        number(properties, "unknownLength", Integer.MAX_VALUE),
        Boolean.parseBoolean(properties.getOrDefault("logServerErrorDetail", "true")),
        Boolean.parseBoolean(properties.get("hideUnprivilegedObjects")),
        Boolean.parseBoolean(properties.get("logUnclosedConnections")));
  }

  private static int number(Map<String, String> properties, String name, int otherwise)
      throws SQLException {
    String value = properties.get(name);
    if (value == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(value.strip());
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw invalid(name, value, "a whole number", e);
    }
    throw invalid(name, value, "0 or more", null);
  }

  private static ReadOnlyMode readOnlyMode(String value) throws SQLException {
    try {
      return ReadOnlyMode.valueOf(value.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw invalid("readOnlyMode", value, "ignore, transaction or always", e);
    }
  }

  /// `conservative` asks for no more than what is done without a savepoint: a statement that went
  /// stale is parsed anew.
  private static boolean autosaves(String value) throws SQLException {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "always" -> true;
      case "never", "conservative" -> false;
      default -> throw invalid("autosave", value, "never, conservative or always", null);
    };
  }

  private static SQLException invalid(
      String name,
      String value,
      String expected,
      @org.jspecify.annotations.Nullable Throwable cause) {
    return SqlExceptions.of(
        SqlState.INVALID_PARAMETER_VALUE,
        "connection property %s is \"%s\", expected %s".formatted(name, value, expected),
        cause);
  }
}
