package io.tiercel.json.advisor;

import java.util.List;

/// From the sample to the whole table. What scans is slower by as much as the table is larger; what
/// an index finds is slower by as many more rows as it finds there; what an index brings in order
/// up
/// to a limit is not slower.
final class Prediction {
  /// Of an execution that finds nothing: snapshot, locks, the way down an index.
  private static final double FIXED_MILLIS = 0.04;

  private Prediction() {}

  /// A call on the whole table as things are, from a run on the sample.
  static double before(PlanMeasure sampled, double growth) {
    return sampled.isScan() ? sampled.millis() * growth : sampled.millis();
  }

  /// A call on the whole table with a candidate, over all values of a statement, in milliseconds.
  ///
  /// @param growth how many rows the table has for one of the sample, at least 1
  /// @param whole runs on the whole table as things are; empty where they took too long
  /// @param before runs on the sample as things are
  /// @param after runs on the sample with the candidate
  static double after(
      double growth, List<PlanMeasure> whole, List<PlanMeasure> before, List<PlanMeasure> after) {
    double perRow = millisPerRow(before, after);
    double sum = 0;
    for (int i = 0; i < after.size(); i++) {
      PlanMeasure with = after.get(i);
      PlanMeasure without = before.get(i);
      double wholeMillis = whole.isEmpty() ? before(without, growth) : whole.get(i).millis();
      if (with.isScan()) {
        sum += wholeMillis * with.millis() / Math.max(without.millis(), 0.001);
      } else if (isLimited(with, without)) {
        sum += with.millis();
      } else {
        double rows = whole.isEmpty() ? without.actualRows() * growth : whole.get(i).actualRows();
        double more = Math.max(0, rows - with.actualRows());
        // An index is not chosen where the scan is quicker.
        sum += Math.min(Math.max(wholeMillis, with.millis()), with.millis() + perRow * more);
      }
    }
    return sum / after.size();
  }

  /// Whether the statement takes fewer rows than meet its conditions.
  private static boolean isLimited(PlanMeasure with, PlanMeasure without) {
    return with.actualRows() < 0.9 * without.actualRows();
  }

  /// What a row that an index finds takes; where none was found, what a row of the scan takes.
  private static double millisPerRow(List<PlanMeasure> before, List<PlanMeasure> after) {
    double rows = after.stream().mapToDouble(PlanMeasure::actualRows).sum();
    double millis =
        after.stream().mapToDouble(plan -> Math.max(0, plan.millis() - FIXED_MILLIS)).sum();
    if (rows >= 1) {
      return millis / rows;
    }
    double scanned = before.stream().mapToDouble(PlanMeasure::millis).sum() / before.size();
    return scanned / 1_000;
  }
}
