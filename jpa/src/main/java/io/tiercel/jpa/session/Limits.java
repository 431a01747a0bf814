package io.tiercel.jpa.session;

import io.tiercel.wire.Connection;
import org.jspecify.annotations.Nullable;

/// How long statements may take and wait for locks. Immutable.
///
/// @param statementMillis at most this long for a statement, null for what the connection says
/// @param lockMillis at most this long for a lock: 0 not at all, -1 without limit, -2 to leave out
///     locked rows; null for what the connection says
public record Limits(@Nullable Integer statementMillis, @Nullable Integer lockMillis) {
  /// What the connection says.
  public static final Limits NONE = new Limits(null, null);

  /// Ends a locking clause that passes over rows which others hold.
  public static final String SKIP_LOCKED_SUFFIX = " skip locked";

  private static final int NO_WAIT = 0;
  private static final int FOREVER = -1;
  private static final int SKIP_LOCKED = -2;

  /// Settings are changed for the statements in between and put back afterwards, all in one
  /// exchange. When a statement fails, the transaction does, and takes its settings with it.
  private static final String SET =
      """
      select set_config('tiercel.%1$s', current_setting('%1$s'), true), \
      set_config('%1$s', $1, true)\
      """;

  private static final String PUT_BACK =
      "select set_config('%1$s', current_setting('tiercel.%1$s'), true)";

  /// What follows a locking clause.
  public String lockSuffix() {
    if (lockMillis == null) {
      return "";
    }
    return switch (lockMillis) {
      case NO_WAIT -> " nowait";
      case SKIP_LOCKED -> SKIP_LOCKED_SUFFIX;
      default -> "";
    };
  }

  /// These limits, with no more time for a statement than that.
  Limits atMost(int millis) {
    return statementMillis != null && statementMillis != 0 && statementMillis <= millis
        ? this
        : new Limits(millis, lockMillis);
  }

  /// Whether a statement may fail because of these limits.
  boolean canRunOut() {
    return (statementMillis != null && statementMillis > 0)
        || (lockMillis != null && lockMillis >= NO_WAIT);
  }

  /// Whether they change anything for a statement, besides how its locking clause ends.
  public boolean areSet() {
    return statementMillis != null || lockTimeout() != null || canRunOut();
  }

  /// Sets them for the rest of the transaction block that the connection is in.
  public void setLocal(Connection connection) {
    setLocal(connection, "statement_timeout", statementMillis);
    setLocal(connection, "lock_timeout", lockTimeout());
  }

  private static void setLocal(Connection connection, String setting, @Nullable Integer millis) {
    if (millis != null) {
      connection.execute("select set_config($1, $2, true)", setting, millis.toString());
    }
  }

  /// Adds the flight with its limits.
  void addTo(Flight limited, Flight flight) {
    Integer lockTimeout = lockTimeout();
    set(limited, "statement_timeout", statementMillis);
    set(limited, "lock_timeout", lockTimeout);
    if (!limited.isEmpty()) {
      limited.steps.add(Flight.LimitsInForce.HERE);
    }
    limited.steps.addAll(flight.steps);
    putBack(limited, "lock_timeout", lockTimeout);
    putBack(limited, "statement_timeout", statementMillis);
  }

  private @Nullable Integer lockTimeout() {
    if (lockMillis == null || lockMillis == NO_WAIT || lockMillis == SKIP_LOCKED) {
      return null;
    }
    // To the server zero is no limit.
    return lockMillis == FOREVER ? Integer.valueOf(0) : lockMillis;
  }

  private static void set(Flight flight, String setting, @Nullable Integer millis) {
    if (millis != null) {
      flight.query(SET.formatted(setting), row -> {}, millis.toString());
    }
  }

  private static void putBack(Flight flight, String setting, @Nullable Integer millis) {
    if (millis != null) {
      flight.query(PUT_BACK.formatted(setting), row -> {});
    }
  }
}
