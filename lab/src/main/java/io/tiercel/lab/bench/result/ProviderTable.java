package io.tiercel.lab.bench.result;

import io.tiercel.lab.bench.workload.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// Workloads of persistence providers in one table, a line each, for a terminal of 132 columns.
public final class ProviderTable {
  private static final String ROW = "%-17s%9s%8s%8s %-13s%8s %-13s%8s%8s%9s%8s%8s%7s%7s%7s";
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double NANOS_PER_MILLI = 1_000_000;
  private static final List<Peer> PROVIDERS =
      List.of(Peer.TIERCEL, Peer.HIBERNATE, Peer.ECLIPSELINK);

  private ProviderTable() {}

  /// What the columns mean, and their names.
  public static List<String> head() {
    return List.of(
        "Medians of the rounds. time = of Tiercel, a unit; Hibern., EclipseL. = how many times as"
            + " long each takes (min–max);",
        "best = times as fast as the faster of them; bytes = allocated by Tiercel, a unit, then how"
            + " many times as much each allocates;",
        "trips = round trips a unit. Targets: at least.",
        "",
        ROW.formatted(
                "case",
                "time",
                "unit",
                "Hibern.",
                "",
                "EclipseL.",
                "",
                "best",
                "target",
                "bytes",
                "Hibern.",
                "Eclip.",
                "trips",
                "Hib.",
                "Ecl.")
            .stripTrailing());
  }

  /// The line of a workload. Whoever took no part leaves a blank.
  public static String line(Outcome outcome) {
    var workload = outcome.workload();
    var cells = new ArrayList<String>();
    cells.add(workload.title());
    cells.add(time(figure(outcome, Sample::nanos)));
    cells.add(workload.unit().substring(0, Math.min(7, workload.unit().length())));
    for (var peer : PROVIDERS.subList(1, PROVIDERS.size())) {
      var ratio = outcome.ratio(peer, Peer.TIERCEL, Sample::nanos);
      cells.add(ratio.map(spread -> Figures.compact(spread.median())).orElse(""));
      cells.add(ratio.map(Figures::range).orElse(""));
    }
    var verdict = Target.ofProviders(workload).map(target -> target.judge(outcome));
    cells.add(
        verdict
            .map(judged -> Figures.compact(judged.actual()) + (judged.isMet() ? "" : " !"))
            .orElse(""));
    cells.add(verdict.map(judged -> Figures.compact(judged.target().bound())).orElse(""));
    cells.add(Figures.compact(figure(outcome, Sample::bytes)));
    for (var peer : PROVIDERS.subList(1, PROVIDERS.size())) {
      var ratio = outcome.ratio(peer, Peer.TIERCEL, Sample::bytes);
      cells.add(ratio.map(spread -> Figures.compact(spread.median())).orElse(""));
    }
    for (var peer : PROVIDERS) {
      cells.add(outcome.of(peer).map(series -> Figures.compact(series.roundTrips())).orElse(""));
    }
    return ROW.formatted(cells.toArray()).stripTrailing();
  }

  private static double figure(Outcome outcome, ToDoubleFunction<Sample> figure) {
    return outcome
        .of(Peer.TIERCEL)
        .map(series -> OptionalDouble.of(series.spread(figure).median()))
        .orElse(OptionalDouble.empty())
        .orElse(Double.NaN);
  }

  private static String time(double nanos) {
    if (Double.isNaN(nanos)) {
      return "";
    }
    return nanos < NANOS_PER_MILLI
        ? Figures.compact(nanos / NANOS_PER_MICRO) + " µs"
        : Figures.compact(nanos / NANOS_PER_MILLI) + " ms";
  }
}
