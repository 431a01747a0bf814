package io.tiercel.jpa.settings;

import io.tiercel.jpa.session.Limits;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads limits on time from properties, hints and options (Jakarta Persistence 3.2, sections
/// 3.5.4.3 and 3.11.4).
public final class TimeLimits {
  public static final String LOCK_TIMEOUT = "jakarta.persistence.lock.timeout";
  public static final String QUERY_TIMEOUT = "jakarta.persistence.query.timeout";
  private static final int SKIP_LOCKED = -2;

  private TimeLimits() {}

  /// The limits that the values name, others as they were.
  public static Limits of(Map<String, Object> values, Limits otherwise) {
    Integer statement = millis(values, QUERY_TIMEOUT, 0);
    Integer lock = millis(values, LOCK_TIMEOUT, SKIP_LOCKED);
    return statement == null && lock == null
        ? otherwise
        : new Limits(
            statement == null ? otherwise.statementMillis() : statement,
            lock == null ? otherwise.lockMillis() : lock);
  }

  private static @Nullable Integer millis(Map<String, Object> values, String name, int least) {
    Object value = values.get(name);
    if (value == null) {
      return null;
    }
    try {
      int millis =
          value instanceof Number number
              ? Math.toIntExact(number.longValue())
              : Integer.parseInt(value.toString().strip());
      if (millis >= least) {
        return millis;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      throw refused(name, value, e);
    }
    throw refused(name, value, null);
  }

  private static IllegalArgumentException refused(
      String name, Object value, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "%s must be a number of milliseconds, got \"%s\"%s"
            .formatted(
                name,
                value,
                name.equals(LOCK_TIMEOUT)
                    ? "\nHint: 0 does not wait, -1 waits without limit, -2 leaves out locked rows."
                    : ""),
        cause);
  }
}
