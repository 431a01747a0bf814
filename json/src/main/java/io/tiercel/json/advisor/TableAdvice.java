package io.tiercel.json.advisor;

import java.util.List;

/// What is advised for one table. Immutable.
///
/// @param sampleRows how many rows the trial had
/// @param paths the values of the expressions that statements use
/// @param statements as things are: the row of those who do nothing
/// @param candidates the chosen ones first, in the order in which they were chosen: each is
/// measured
///     with those before it
/// @param notes what could not be done
public record TableAdvice(
    TableFacts facts,
    long sampleRows,
    List<PathFacts> paths,
    List<StatementAdvice> statements,
    List<CandidateAdvice> candidates,
    List<String> notes) {
  public TableAdvice {
    paths = List.copyOf(paths);
    statements = List.copyOf(statements);
    candidates = List.copyOf(candidates);
    notes = List.copyOf(notes);
  }

  /// The advised candidates in their order.
  public List<CandidateAdvice> chosen() {
    return candidates.stream().filter(CandidateAdvice::isChosen).toList();
  }

  /// What the statements of a day take as things are, in milliseconds.
  public double millisPerDay() {
    return statements.stream().mapToDouble(StatementAdvice::millisPerDay).sum();
  }

  /// What the statements of a day take when the advice is followed, in milliseconds.
  public double millisPerDayAdvised() {
    return millisPerDay() - chosen().stream().mapToDouble(CandidateAdvice::gainMillisPerDay).sum();
  }
}
