package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.result.JdbcResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The results of a statement, and which of them is the current one.
final class Outcomes {
  private static final String NO_DATA = "02000";
  private static final String TOO_MANY_RESULTS = "0100E";

  private List<Outcome> outcomes = List.of();
  private int current;
  private final List<JdbcResultSet> kept = new ArrayList<>();

  void set(List<Outcome> results) {
    outcomes = results;
    current = 0;
  }

  @Nullable Outcome current() {
    return current < outcomes.size() ? outcomes.get(current) : null;
  }

  /// Moves on. The result that was current is given to the caller, to close or to keep.
  @Nullable JdbcResultSet advance() {
    Outcome before = current();
    current++;
    return before == null ? null : before.rows();
  }

  void keep(JdbcResultSet result) {
    kept.add(result);
  }

  /// The only result, which must be rows.
  JdbcResultSet singleResult() throws SQLException {
    Outcome first = current();
    JdbcResultSet rows = first == null ? null : first.rows();
    if (rows == null) {
      throw SqlExceptions.of(NO_DATA, "No results were returned by the query.", null);
    }
    if (outcomes.size() > 1) {
      throw SqlExceptions.of(
          TOO_MANY_RESULTS, "Multiple ResultSets were returned by the query.", null);
    }
    return rows;
  }

  /// The count of the first command, where none may have returned rows.
  long onlyCounts() throws SQLException {
    for (Outcome outcome : outcomes) {
      if (outcome.hasRows()) {
        throw SqlExceptions.of(
            TOO_MANY_RESULTS, "A result was returned when none was expected.", null);
      }
    }
    return outcomes.isEmpty() ? 0 : Math.max(0, outcomes.getFirst().count());
  }

  /// Whether all results that were given out are closed.
  boolean allClosed() {
    for (Outcome outcome : outcomes) {
      JdbcResultSet rows = outcome.rows();
      if (rows != null && !rows.isClosed()) {
        return false;
      }
    }
    return kept.stream().allMatch(JdbcResultSet::isClosed);
  }

  /// Closes the results; those that were kept with [#keep] too if that is wanted.
  void close(boolean alsoKept) throws SQLException {
    List<Outcome> toClose = outcomes;
    outcomes = List.of();
    for (int i = current; i < toClose.size(); i++) {
      JdbcResultSet rows = toClose.get(i).rows();
      if (rows != null) {
        rows.close();
      }
    }
    if (alsoKept) {
      closeKept();
    }
  }

  void closeKept() throws SQLException {
    for (JdbcResultSet result : kept) {
      result.close();
    }
    kept.clear();
  }
}
