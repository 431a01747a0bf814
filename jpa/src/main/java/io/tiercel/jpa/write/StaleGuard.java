package io.tiercel.jpa.write;

import io.tiercel.wire.error.ServerError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Lets COMMIT travel together with writes whose outcome matters: a statement that reaches fewer
/// rows than it was given raises an error at the server, which then passes over the COMMIT.
///
/// SQL alone cannot raise an error of its own, and nothing may have to be installed. So a text that
/// is no number is cast to one, and the error's message carries that text, in every language of the
/// server: how many rows were missed, and the place of the first one. The text tells it from all
/// other errors of the same SQLSTATE, such as those of triggers.
final class StaleGuard {
  private static final String INVALID_TEXT_REPRESENTATION = "22P02";
  private static final Pattern REPORT =
      Pattern.compile("tiercel: ([0-9]+) stale rows, the first is number ([0-9]+)");

  private StaleGuard() {}

  /// How many rows were missed, and the place of the first one, counted from 0.
  record Report(int missed, int first) {}

  /// The statement, raising.
  ///
  /// @param statement returns the places of the rows it reached, counted from 1
  /// @param given how many it should reach, as SQL
  static String over(String statement, String given) {
    return """
        with reached(n) as (%s)
        select case when count(*) = %s then 0 else (
          select format('tiercel: %%s stale rows, the first is number %%s', count(*), min(g.n))
          from generate_series(1, %s) as g(n)
          where g.n not in (select n from reached))::int end
        from reached"""
        .formatted(statement, given, given);
  }

  /// What the guard said; null when the error is another one.
  static @Nullable Report report(ServerError error) {
    if (!error.sqlState().equals(INVALID_TEXT_REPRESENTATION)) {
      return null;
    }
    Matcher report = REPORT.matcher(error.message());
    return report.find()
        ? new Report(Integer.parseInt(report.group(1)), Integer.parseInt(report.group(2)) - 1)
        : null;
  }
}
