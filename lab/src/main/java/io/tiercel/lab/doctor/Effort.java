package io.tiercel.lab.doctor;

import io.tiercel.json.advisor.AdvisorOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/// What is looked at, and how long.
final class Effort {
  @Option(
      names = "--workload",
      paramLabel = "FILE",
      description = {
        "Statements with semicolons (before one: -- calls: 5000 for so many a day), or lines of"
            + " JSON of a WorkloadRecorder. Several are allowed."
      })
  List<Path> workload = List.of();

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "Look into pg_stat_activity for so long: pg_stat_statements does not tell the paths"
              + " (default: once).")
  int watchSeconds;

  @Option(
      names = "--sample",
      paramLabel = "ROWS",
      defaultValue = "10000",
      description = "Rows of a table that are tried with (default: ${DEFAULT-VALUE}).")
  private int sampleRows = 10_000;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Of each statement on the whole table (default: ${DEFAULT-VALUE}).")
  private int timeoutSeconds = 30;

  @Option(
      names = "--disk",
      paramLabel = "PERCENT",
      defaultValue = "15",
      description = "May be added to a table (default: ${DEFAULT-VALUE}).")
  private double diskPercent = 15;

  @Option(
      names = "--rewrites",
      description = "Advise also what takes statements that are written otherwise.")
  private boolean allowsRewrites;

  AdvisorOptions options() {
    if (sampleRows < 100 || timeoutSeconds < 1 || diskPercent < 0) {
      throw new IllegalArgumentException(
          "a sample has at least 100 rows, a timeout 1 second, disk 0 percent; got %d, %d, %s"
              .formatted(sampleRows, timeoutSeconds, diskPercent));
    }
    return AdvisorOptions.defaults()
        .withSampleRows(sampleRows)
        .withStatementTimeout(Duration.ofSeconds(timeoutSeconds))
        .allowing(allowsRewrites, diskPercent / 100);
  }
}
