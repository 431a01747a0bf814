package io.tiercel.lab.bench.tier;

import io.tiercel.lab.bench.workload.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// For how long the collector stops a node that has many rows stored, in the heap or in its tier,
/// beside one that has few. Each is a JVM of its own.
public final class CollectorPauses {
  private static final int FEW = 10_000;
  private static final String SMALL_HEAP = "512m";
  private static final String LITTLE_CACHE = "64m";

  /// Rows in the heap take about that many bytes, and the collector as many again.
  private static final long HEAP_ROW_BYTES = 900;

  private static final long LEAST_HEAP_BYTES = 512L << 20;
  private static final double MEGABYTE = 1 << 20;

  private final Endpoint endpoint;
  private final Duration duration;

  private CollectorPauses(Endpoint endpoint, Duration duration) {
    this.endpoint = endpoint;
    this.duration = duration;
  }

  /// What was measured.
  ///
  /// @param lines for people
  /// @param ratio of the half of the pauses that is the shorter with rows in the tier to that with
  ///     few rows, the greatest of all numbers of rows
  /// @param fullCollections with rows in the tier
  public record Result(List<String> lines, double ratio, int fullCollections) {}

  /// Measures.
  ///
  /// @param endpoint of a database of the benchmarks
  /// @param rows how many are stored, one case each
  /// @param duration of each case
  public static Result measure(Endpoint endpoint, List<Integer> rows, Duration duration)
      throws IOException, SQLException, InterruptedException {
    StoredOrders.fill(endpoint, rows.stream().mapToInt(Integer::intValue).max().orElseThrow());
    var pauses = new CollectorPauses(endpoint, duration);
    var lines = new ArrayList<String>();
    var without = pauses.run(FEW, SMALL_HEAP, LITTLE_CACHE, null);
    lines.add(line(FEW, "heap", SMALL_HEAP, without));
    double ratio = 0;
    int full = 0;
    for (int count : rows) {
      String heap = heap(count);
      lines.add(line(count, "heap", heap, pauses.run(count, heap, heap, null)));
      var inTier = pauses.overTier(count);
      lines.add(line(count, "tier", SMALL_HEAP, inTier));
      ratio = Math.max(ratio, figure(inTier, "pause p50") / figure(without, "pause p50"));
      full += (int) figure(inTier, "full collections");
    }
    return new Result(lines, ratio, full);
  }

  private static String heap(int rows) {
    return "%.0fm".formatted(Math.max(LEAST_HEAP_BYTES, rows * HEAP_ROW_BYTES) / MEGABYTE);
  }

  private Map<String, Double> overTier(int rows) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("tiercel-bench-pauses");
    try {
      return run(rows, SMALL_HEAP, LITTLE_CACHE, directory);
    } finally {
      Directories.delete(directory);
    }
  }

  private Map<String, Double> run(int rows, String heap, String cache, @Nullable Path directory)
      throws IOException, InterruptedException {
    return NodeProcess.run(
        PauseNode.class,
        List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC"),
        new NodeSettings(endpoint, cache, directory, rows),
        String.valueOf(duration.toSeconds()));
  }

  private static String line(int rows, String where, String heap, Map<String, Double> figures) {
    return "  %,9d in the %s, heap %5s: %4.0f pauses, p50 %6.2f ms, longest %6.1f ms, together %5.0f ms, %.0f full; %,9.0f units/s beside %,9.0f finds/s; bytes a row: %s"
        .formatted(
            rows,
            where,
            heap,
            figure(figures, "pauses"),
            figure(figures, "pause p50"),
            figure(figures, "pause longest"),
            figure(figures, "paused"),
            figure(figures, "full collections"),
            figure(figures, "units"),
            figure(figures, "finds"),
            bytes(rows, where, figures));
  }

  private static String bytes(int rows, String where, Map<String, Double> figures) {
    return where.equals("heap")
        ? "%.0f".formatted(figure(figures, "heap bytes") / rows)
        : "%.0f off the heap, %.0f on disk"
            .formatted(figure(figures, "index bytes") / rows, figure(figures, "file bytes") / rows);
  }

  private static double figure(Map<String, Double> figures, String name) {
    return Objects.requireNonNull(figures.get(name), name);
  }
}
