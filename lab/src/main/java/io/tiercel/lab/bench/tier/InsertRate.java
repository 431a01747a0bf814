package io.tiercel.lab.bench.tier;

import io.tiercel.lab.bench.result.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// How fast the tier takes records while somebody reads, beside Berkeley DB Java Edition. Each run
/// is a JVM of its own, both in each round, by turns the first.
public final class InsertRate {
  private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");
  private static final List<String> KINDS = List.of(InsertNode.TIER, InsertNode.BERKELEY);

  private final int rows;
  private final List<Map<String, Double>> tier = new ArrayList<>();
  private final List<Map<String, Double>> berkeley = new ArrayList<>();

  private InsertRate(int rows) {
    this.rows = rows;
  }

  /// What was measured.
  ///
  /// @param lines for people
  /// @param ratio inserts a second of the tier to those of the other in the same round, the median
  /// @param fullCollections of the whole heap in the tier's runs
  public record Result(List<String> lines, double ratio, int fullCollections) {}

  /// Measures.
  ///
  /// @param rows that each run inserts
  public static Result measure(int rows, int rounds) throws IOException, InterruptedException {
    var rate = new InsertRate(rows);
    for (int round = 0; round < rounds; round++) {
      for (String kind : round % 2 == 0 ? KINDS : KINDS.reversed()) {
        rate.run(kind);
      }
    }
    return rate.result();
  }

  private void run(String kind) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("tiercel-bench-inserts");
    try {
      var figures =
          NodeProcess.run(
              InsertNode.class,
              FLAGS,
              Map.of(),
              List.of(kind, directory.toString(), String.valueOf(rows)));
      (kind.equals(InsertNode.TIER) ? tier : berkeley).add(figures);
    } finally {
      Directories.delete(directory);
    }
  }

  private Result result() {
    var ratios = new ArrayList<Double>();
    for (int round = 0; round < tier.size(); round++) {
      ratios.add(figure(tier.get(round), "inserts") / figure(berkeley.get(round), "inserts"));
    }
    var ratio = Spread.of(ratios.stream().mapToDouble(Double::doubleValue));
    var lines =
        List.of(
            line("tier", tier),
            line("Berkeley DB JE", berkeley),
            "  the tier inserts %.1f times as fast (%.1f–%.1f); all %,d values were read back from both, and were right"
                .formatted(ratio.median(), ratio.min(), ratio.max(), rows));
    int full = (int) spread(tier, "full collections").max();
    return new Result(lines, ratio.median(), full);
  }

  private String line(String name, List<Map<String, Double>> runs) {
    var inserts = spread(runs, "inserts");
    return "  %-15s %,9.0f inserts/s (%,.0f–%,.0f), %.2f µs of CPU each, %,10.0f reads/s; pauses p50 %.1f ms, longest %.1f ms, %.0f full; %.0f bytes a record"
        .formatted(
            name,
            inserts.median(),
            inserts.min(),
            inserts.max(),
            spread(runs, "cpu").median(),
            spread(runs, "reads").median(),
            spread(runs, "pause p50").median(),
            spread(runs, "pause longest").max(),
            spread(runs, "full collections").max(),
            spread(runs, "disk").median() / rows);
  }

  private static Spread spread(List<Map<String, Double>> runs, String name) {
    return Spread.of(runs.stream().mapToDouble(figures -> figure(figures, name)));
  }

  private static double figure(Map<String, Double> figures, String name) {
    return Objects.requireNonNull(figures.get(name), name);
  }
}
