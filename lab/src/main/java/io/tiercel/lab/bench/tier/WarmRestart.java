package io.tiercel.lab.bench.tier;

import io.tiercel.lab.bench.workload.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// How long after its start a node serves again what the run before it has left in its tier. Each
/// run is a JVM of its own.
public final class WarmRestart {
  private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

  private WarmRestart() {}

  /// What was measured.
  ///
  /// @param text for people
  /// @param firstSeconds from the start of the program to the first verified hit
  public record Result(String text, double firstSeconds) {
    @Override
    public String toString() {
      return text;
    }
  }

  /// Fills a tier with so many rows, ends, and starts again.
  ///
  /// @param endpoint of a database of the benchmarks
  public static Result measure(Endpoint endpoint, int rows)
      throws IOException, SQLException, InterruptedException {
    StoredOrders.fill(endpoint, rows);
    Path directory = Files.createTempDirectory("tiercel-bench-tier");
    try {
      var settings = new NodeSettings(endpoint, "64m", directory, rows);
      var filled = NodeProcess.run(RestartNode.class, FLAGS, settings, RestartNode.FILL);
      long bytes = Directories.bytes(directory);
      var restarted = NodeProcess.run(RestartNode.class, FLAGS, settings, RestartNode.RESTART);
      return new Result(
          describe(rows, filled, bytes, restarted),
          Objects.requireNonNull(restarted.get("first seconds")));
    } finally {
      Directories.delete(directory);
    }
  }

  private static String describe(
      int rows, Map<String, Double> filled, long bytes, Map<String, Double> restarted) {
    return """
    restart with %,d rows in the tier: follows after %.2f s, first row a verified hit after %.2f s, all after %.2f s
      found %,.0f, verified %,.0f, of %,.0f rows asked for %,.0f were hits; CPU until then %.2f s, with the JVM's start (%.2f s)
      before: %.1f s to read and store them, %.1f s until a restart would find them; %.0f bytes a row on disk, %.0f off the heap\
    """
        .formatted(
            rows,
            restarted.get("follows seconds"),
            restarted.get("first seconds"),
            restarted.get("all seconds"),
            restarted.get("found"),
            restarted.get("verified"),
            restarted.get("sampled"),
            restarted.get("hits"),
            restarted.get("cpu seconds"),
            restarted.get("jvm seconds"),
            filled.get("fill seconds"),
            filled.get("stamped seconds"),
            (double) bytes / rows,
            Objects.requireNonNull(filled.get("index bytes")) / rows);
  }
}
