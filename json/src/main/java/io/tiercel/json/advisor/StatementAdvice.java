package io.tiercel.json.advisor;

import io.tiercel.json.advisor.workload.Workload;
import java.util.List;

/// A statement and what it takes as things are. Immutable.
///
/// @param runs the statement with the values that it was tried with; empty if it was not
/// @param advisedRuns the same, written with the columns that are advised
/// @param millis a call on the whole table
/// @param advisedMillis a call on the whole table when the advice is followed, predicted
/// @param isMeasured whether that was measured on the whole table; otherwise it is computed from
/// the
///     sample
/// @param buffers that a call touches
/// @param estimateError by what factor the planner's estimate of the rows is wrong
/// @param note why it could not be tried, empty if it was
public record StatementAdvice(
    Workload.Entry entry,
    List<String> runs,
    List<String> advisedRuns,
    double millis,
    double advisedMillis,
    boolean isMeasured,
    long buffers,
    double estimateError,
    String note) {
  public StatementAdvice {
    runs = List.copyOf(runs);
    advisedRuns = List.copyOf(advisedRuns);
  }

  StatementAdvice advised(List<String> rewritten, double predicted) {
    return new StatementAdvice(
        entry, runs, rewritten, millis, predicted, isMeasured, buffers, estimateError, note);
  }

  /// What its calls of a day take, in milliseconds.
  public double millisPerDay() {
    return millis * entry.statement().callsPerDay();
  }
}
