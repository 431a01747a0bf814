package io.tiercel.json.advisor.workload;

import org.jspecify.annotations.Nullable;

/// A statement and how often it is run. Immutable.
///
/// @param callsPerDay how often, 0 where that is not known yet
/// @param meanMillis how long a call takes as `pg_stat_statements` has it, null where it does not
/// @param source where it was seen
public record ObservedStatement(
    String sql, double callsPerDay, @Nullable Double meanMillis, Source source) {

  /// Who saw a statement.
  public enum Source {
    /// The engine ran it.
    RECORDED("recorded by the application"),
    GIVEN("given"),
    /// Seen in `pg_stat_activity`.
    ACTIVITY("pg_stat_activity"),
    /// Only `pg_stat_statements` has it, with `$1` for each constant.
    STATISTICS("pg_stat_statements");

    private final String text;

    Source(String text) {
      this.text = text;
    }

    /// As reports write it.
    public String text() {
      return text;
    }
  }

  /// @throws IllegalArgumentException if the frequency is no number or negative
  public ObservedStatement {
    if (!(callsPerDay >= 0)) {
      throw new IllegalArgumentException("callsPerDay=" + callsPerDay);
    }
  }

  ObservedStatement times(double calls, @Nullable Double millis) {
    return new ObservedStatement(sql, calls, millis, source);
  }
}
