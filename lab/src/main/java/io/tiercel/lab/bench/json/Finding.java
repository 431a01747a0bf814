package io.tiercel.lab.bench.json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A row of the table: what is claimed, what was measured, and the figures behind it. Immutable.
///
/// @param criteria all that the claim asks for; empty where nothing could be measured
/// @param absent what has to be there first; null where all is
/// @param details figures of all contenders, a line each
record Finding(
    int number,
    String claim,
    List<Criterion> criteria,
    @Nullable String absent,
    List<String> details) {
  Finding {
    criteria = List.copyOf(criteria);
    details = List.copyOf(details);
  }

  /// How a claim came out, the best first.
  enum Verdict {
    MET("met"),
    NEAR("within 1.5x"),
    UNKNOWN("not measured"),
    MISSED("MISSED"),
    ABSENT("not there yet");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /// One thing that a claim asks for.
  ///
  /// @param actual NaN where this machine cannot measure it
  record Criterion(String what, boolean isAtMost, double bound, double actual) {
    private static final double NEAR = 1.5;

    static Criterion atMost(String what, double bound, double actual) {
      return new Criterion(what, true, bound, actual);
    }

    static Criterion atLeast(String what, double bound, double actual) {
      return new Criterion(what, false, bound, actual);
    }

    Verdict verdict() {
      if (Double.isNaN(actual)) {
        return Verdict.UNKNOWN;
      }
      if (isAtMost ? actual <= bound : actual >= bound) {
        return Verdict.MET;
      }
      boolean isNear = isAtMost ? actual <= bound * NEAR : actual * NEAR >= bound;
      return isNear ? Verdict.NEAR : Verdict.MISSED;
    }

    private String line() {
      return "    %-62s target %s %-8s measured %-9s %s"
          .formatted(what, isAtMost ? "≤" : "≥", figure(bound), figure(actual), verdict());
    }
  }

  /// The worst of all criteria, or that something has to be there first.
  Verdict verdict() {
    return absent != null
        ? Verdict.ABSENT
        : criteria.stream()
            .map(Criterion::verdict)
            .max(Comparator.naturalOrder())
            .orElse(Verdict.UNKNOWN);
  }

  List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add("%3d  %s: %s".formatted(number, claim, verdict()));
    criteria.forEach(criterion -> lines.add(criterion.line()));
    if (absent != null) {
      lines.add("    not there yet: " + absent);
    }
    details.forEach(detail -> lines.add("      " + detail));
    return lines;
  }

  /// With three digits that count.
  static String figure(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    double size = Math.abs(value);
    if (size >= 1_000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(
        Locale.ROOT,
        size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f",
        value);
  }
}
