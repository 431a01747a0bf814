package io.tiercel.jdbc.session;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.SqlState;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How much of a result may be held at once. Immutable.
///
/// @param maxBytes of rows that are read and not taken yet, or kept to scroll back
///     (`maxResultBuffer`); [#NO_LIMIT] for any number
/// @param adaptsFetchSize whether a fetch size is only the first, and the next are as many rows as
///     fit (`adaptiveFetch`)
/// @param minRows the least that are fetched at once then; 0 for any number
/// @param maxRows the most; 0 for any number
public record ResultLimits(long maxBytes, boolean adaptsFetchSize, int minRows, int maxRows) {
  static final long NO_LIMIT = Long.MAX_VALUE;

  static final ResultLimits NONE = new ResultLimits(NO_LIMIT, false, 0, 0);

  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15})\\s*(|k|m|g|t|p|pct|percent)", Pattern.CASE_INSENSITIVE);

  /// Of connection properties by their names.
  ///
  /// @throws SQLException `22023` if a value is none
  public static ResultLimits of(Map<String, String> properties) throws SQLException {
    long maxBytes = bytes(properties.get("maxResultBuffer"));
    boolean adapts = Boolean.parseBoolean(properties.get("adaptiveFetch"));
    return new ResultLimits(
        maxBytes,
        adapts && maxBytes != NO_LIMIT,
        rows(properties, "adaptiveFetchMinimum", 0),
        rows(properties, "adaptiveFetchMaximum", -1));
  }

  /// How many rows are fetched at once when the largest so far has that size.
  public int rowsFor(int largestRowBytes) {
    long fitting = Math.max(maxBytes / Math.max(1, largestRowBytes), Math.max(1, minRows));
    return (int) Math.min(fitting, maxRows == 0 ? Integer.MAX_VALUE : maxRows);
  }

  /// A number of bytes, of thousands (k), millions (m) and so on of them, or a share of the largest
  /// heap (p, pct, percent).
  private static long bytes(@Nullable String value) throws SQLException {
    if (value == null || value.isBlank() || value.strip().equals("-1")) {
      return NO_LIMIT;
    }
    Matcher size = SIZE.matcher(value.strip());
    if (!size.matches()) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "connection property maxResultBuffer is \"%s\", expected such as 100M or 10pct"
              .formatted(value),
          null);
    }
    long number = Long.parseLong(size.group(1));
    return switch (size.group(2).toLowerCase(Locale.ROOT)) {
      case "" -> number;
      case "k" -> Math.multiplyExact(number, 1_000);
      case "m" -> Math.multiplyExact(number, 1_000_000);
      case "g" -> Math.multiplyExact(number, 1_000_000_000);
      case "t" -> Math.multiplyExact(number, 1_000_000_000_000L);
      default -> Runtime.getRuntime().maxMemory() / 100 * number;
    };
  }

  /// @param none what stands for any number besides 0
  private static int rows(Map<String, String> properties, String name, int none)
      throws SQLException {
    String value = properties.get(name);
    try {
      int rows = value == null ? 0 : Integer.parseInt(value.strip());
      if (rows == none) {
        return 0;
      }
      if (rows >= 0) {
        return rows;
      }
    } catch (NumberFormatException e) {
      throw invalid(name, value, e);
    }
    throw invalid(name, value, null);
  }

  private static SQLException invalid(
      String name, @Nullable String value, @Nullable Throwable cause) {
    return SqlExceptions.of(
        SqlState.INVALID_PARAMETER_VALUE,
        "connection property %s is \"%s\", not a number of rows".formatted(name, value),
        cause);
  }
}
