package io.tiercel.json.advisor;

import java.time.Duration;

/// How the advisor goes about it.
///
/// @param sampleRows so many rows of a table are tried with
/// @param valuesPerStatement so many sets of values for the parameters of each statement
/// @param maxStatements the most frequent statements of a table that are tried
/// @param maxCandidates candidates of a table that are tried
/// @param statementTimeout of a statement on the whole table; one that takes longer is computed
/// from
///     the sample
/// @param diskShare so much of a table's bytes may be added by what is advised
/// @param minGain a candidate gains at least this share of the table's time
/// @param allowsRewrites whether what takes a change of statements is advised
public record AdvisorOptions(
    int sampleRows,
    int valuesPerStatement,
    int maxStatements,
    int maxCandidates,
    Duration statementTimeout,
    double diskShare,
    double minGain,
    boolean allowsRewrites) {

  /// 10,000 rows, 3 sets of values, 30 statements, 30 candidates, 30 seconds, 15 % of disk, 1 % of
  /// gain, statements as they are.
  public static AdvisorOptions defaults() {
    return new AdvisorOptions(10_000, 3, 30, 30, Duration.ofSeconds(30), 0.15, 0.01, false);
  }

  /// Another size of samples.
  public AdvisorOptions withSampleRows(int rows) {
    return new AdvisorOptions(
        rows,
        valuesPerStatement,
        maxStatements,
        maxCandidates,
        statementTimeout,
        diskShare,
        minGain,
        allowsRewrites);
  }

  /// Another limit on the whole table.
  public AdvisorOptions withStatementTimeout(Duration timeout) {
    return new AdvisorOptions(
        sampleRows,
        valuesPerStatement,
        maxStatements,
        maxCandidates,
        timeout,
        diskShare,
        minGain,
        allowsRewrites);
  }

  /// Whether statements may be rewritten, and how much disk may be added.
  public AdvisorOptions allowing(boolean rewrites, double share) {
    return new AdvisorOptions(
        sampleRows,
        valuesPerStatement,
        maxStatements,
        maxCandidates,
        statementTimeout,
        share,
        minGain,
        rewrites);
  }
}
