package io.tiercel.lab.bench.result;

import io.tiercel.lab.bench.workload.Peer;
import java.util.ArrayList;
import java.util.List;

/// Outcomes and verdicts as text for a terminal of a hundred columns.
public final class ResultTable {
  private static final String ROW = "%-16s%7s %-15s%7s %-15s%7s%7s%8s%8s%8s";
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double NANOS_PER_MILLISECOND = 1_000_000;
  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private ResultTable() {}

  /// One workload: a line a peer, times relative to Tiercel (or to the first peer without it).
  public static List<String> lines(Outcome outcome) {
    var workload = outcome.workload();
    var reference = outcome.series().getFirst().peer();
    var lines = new ArrayList<String>();
    lines.add(workload.title() + ": " + workload.description(outcome.units()));
    lines.add(
        ROW.formatted(
            "",
            workload.unit().length() > 5 ? "per s" : workload.unit() + "/s",
            "(min–max)",
            "time",
            "vs " + reference.label(),
            "client",
            "server",
            "bytes",
            "stmts",
            "trips"));
    outcome.series().forEach(series -> lines.add(line(outcome, series, reference)));
    outcome.series().stream()
        .filter(series -> !Double.isNaN(series.samples().getFirst().firstRowNanos()))
        .map(ResultTable::firstRowLine)
        .forEach(lines::add);
    outcome.series().stream()
        .filter(series -> !Double.isNaN(series.liveHeapBytes()))
        .map(ResultTable::heapLine)
        .forEach(lines::add);
    workload
        .absences()
        .forEach((peer, reason) -> lines.add("  without %s: %s".formatted(peer.label(), reason)));
    return lines;
  }

  private static String line(Outcome outcome, Series series, Peer reference) {
    var rate = series.rate();
    var time = outcome.ratio(series.peer(), reference, Sample::nanos).orElseThrow();
    return ROW.formatted(
            series.peer().label(),
            Figures.compact(rate.median()),
            Figures.range(rate),
            Figures.compact(time.median()),
            series.peer() == reference ? "" : Figures.range(time),
            Figures.compact(series.spread(Sample::clientCpuNanos).median() / NANOS_PER_MICRO),
            Figures.compact(series.spread(Sample::serverCpuNanos).median() / NANOS_PER_MICRO),
            Figures.compact(series.spread(Sample::bytes).median()),
            Figures.compact(series.statements()),
            Figures.compact(series.roundTrips()))
        .stripTrailing();
  }

  private static String firstRowLine(Series series) {
    var millis = series.spread(sample -> sample.firstRowNanos() / NANOS_PER_MILLISECOND);
    return "  first row after: %s %s ms %s"
        .formatted(series.peer().label(), Figures.compact(millis.median()), Figures.range(millis));
  }

  private static String heapLine(Series series) {
    return "  live heap halfway: %s %s MB"
        .formatted(
            series.peer().label(), Figures.compact(series.liveHeapBytes() / BYTES_PER_MEGABYTE));
  }

  /// What the columns of [#lines] mean.
  public static String legend() {
    return "Medians of the rounds. Per unit: client, server = CPU µs; bytes = allocated by the"
        + " client;\nstmts, trips = statements and round trips.";
  }

  /// One line a target.
  public static List<String> verdicts(List<Target.Verdict> verdicts) {
    return verdicts.stream().map(ResultTable::verdict).toList();
  }

  private static String verdict(Target.Verdict verdict) {
    var target = verdict.target();
    var actual =
        Double.isNaN(verdict.actual()) ? "not measured" : Figures.compact(verdict.actual());
    return "%-7s %-17s %12s  %s (target %s %s)"
        .formatted(
            verdict.isMet() ? "met" : "MISSED",
            target.workload().title(),
            actual,
            target.claim(),
            target.isAtLeast() ? "≥" : "≤",
            Figures.compact(target.bound()));
  }
}
