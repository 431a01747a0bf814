package io.tiercel.json.advisor;

import java.util.List;

/// What a candidate gains and costs. Immutable.
///
/// @param gains for each statement that it makes quicker or slower
/// @param writes with it
/// @param writesBefore without it
/// @param writeMillisPerDay more for the writes of a day, in milliseconds; less than 0 for a drop
/// @param bytes on disk of the whole table, less than 0 if there are fewer
/// @param buildSeconds for the whole table, from the time for the sample
/// @param estimateErrorBefore the worst of the statements on its expression
/// @param isChosen whether it is advised
/// @param reason why it is, or is not
public record CandidateAdvice(
    Candidate candidate,
    List<Gain> gains,
    WriteCost writesBefore,
    WriteCost writes,
    double writeMillisPerDay,
    long bytes,
    double buildSeconds,
    double estimateErrorBefore,
    double estimateErrorAfter,
    boolean isChosen,
    String reason) {
  public CandidateAdvice {
    gains = List.copyOf(gains);
  }

  /// A statement with and without.
  ///
  /// @param beforeMillis of a call on the whole table
  /// @param afterMillis of a call on the whole table, predicted
  public record Gain(String sql, double callsPerDay, double beforeMillis, double afterMillis) {
    /// What a day gains, in milliseconds.
    public double millisPerDay() {
      return callsPerDay * (beforeMillis - afterMillis);
    }
  }

  /// What the reads of a day gain, in milliseconds.
  public double gainMillisPerDay() {
    return gains.stream().mapToDouble(Gain::millisPerDay).sum();
  }

  /// What a day gains on the whole, in milliseconds.
  public double netMillisPerDay() {
    return gainMillisPerDay() - writeMillisPerDay;
  }

  CandidateAdvice decided(boolean chosen, String because) {
    return new CandidateAdvice(
        candidate,
        gains,
        writesBefore,
        writes,
        writeMillisPerDay,
        bytes,
        buildSeconds,
        estimateErrorBefore,
        estimateErrorAfter,
        chosen,
        because);
  }
}
