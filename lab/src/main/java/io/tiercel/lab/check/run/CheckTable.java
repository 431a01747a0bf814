package io.tiercel.lab.check.run;

import io.tiercel.lab.check.history.Anomaly;
import io.tiercel.lab.check.history.Level;
import io.tiercel.lab.check.node.CachedNode.Hits;
import io.tiercel.lab.check.node.InvalidatedMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Results as text.
final class CheckTable {
  private static final String ROW = "%-22s%7s%7s%13s%11s%11s%10s%11s%11s%9s  %s";

  private CheckTable() {}

  /// One line about a protocol that must fail.
  static String seen(InvalidatedMap.Rule rule, RoundResult result) {
    long wrong = result.findings().count(Anomaly.WRONG_FOR_GOOD);
    return "%-9s %,d transactions, %,d reads, %,d hits: %s"
        .formatted(
            rule.name().toLowerCase(Locale.ROOT),
            result.transactions(),
            result.reads(),
            result.hits(),
            wrong == 0
                ? "NOT SEEN TO FAIL, so this run proves nothing"
                : "%,d of %,d stored rows wrong for good, as it must be"
                    .formatted(wrong, result.compared()));
  }

  /// A fault failed nobody who did not lose a connection by it.
  static boolean isClean(RoundResult result) {
    return result.findings().total() == 0
        && (result.fault() != Fault.NONE || result.failures() == 0);
  }

  /// A line a fault, a sum, and what was found.
  static List<String> lines(List<Level> levels, List<RoundResult> results) {
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add(
        "Lags: for how long eventual reads lacked a foreign write after its answer; failed:"
            + " calls that ended in an error.");
    lines.add(
        ROW.formatted(
            "fault",
            "rounds",
            "times",
            "transactions",
            "reads",
            "hits",
            "compared",
            "lag p50 ms",
            "lag p99 ms",
            "failed",
            "anomalies"));
    var sum = new RoundResult(Fault.NONE);
    for (var result : results) {
      lines.add(line(result.fault().title(), result));
      sum.add(result);
    }
    lines.add(line("all", sum));
    for (var level : levels) {
      lines.add(hits(level.name().toLowerCase(Locale.ROOT), sum.hits(level)));
    }
    sum.findings().examples().forEach(lines::add);
    results.stream()
        .filter(result -> result.fault() == Fault.NONE)
        .flatMap(result -> result.firstFailures().stream())
        .forEach(failure -> lines.add("failed without a fault: " + failure));
    lines.add(
        results.stream().allMatch(CheckTable::isClean)
            ? "Nothing was wrong."
            : "SOMETHING WAS WRONG.");
    return lines;
  }

  private static String hits(String level, Hits hits) {
    var line =
        "hits of %-9s %,d rows, %,d collections, %,d results"
            .formatted(level, hits.rows(), hits.collections(), hits.results());
    return hits.tier() == 0 ? line : "%s, %,d rows from disk".formatted(line, hits.tier());
  }

  private static String line(String name, RoundResult result) {
    return ROW.formatted(
            name,
            result.rounds(),
            result.happened(),
            "%,d".formatted(result.transactions()),
            "%,d".formatted(result.reads()),
            "%,d".formatted(result.hits()),
            "%,d".formatted(result.compared()),
            millis(result.lags().millis(0.5)),
            millis(result.lags().millis(0.99)),
            result.failures(),
            result.findings())
        .stripTrailing();
  }

  private static String millis(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.2f", value);
  }
}
