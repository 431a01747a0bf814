package io.tiercel.lab.bench.json;

import io.tiercel.lab.bench.json.Finding.Verdict;
import io.tiercel.lab.bench.server.BenchServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// The table of claims of "JSONB, nearly free": each with its target and what was measured, against
/// the same data in plain columns, in one run. Results are checked while they are measured; what
/// cannot be measured yet is said and not made up.
public final class JsonBench {
  /// A server of its own, so that nobody else's work is in the figures of the server's CPU.
  public static final String EMBEDDED_URL =
      "jdbc:tiercel:embedded:bench-json?set.shared_buffers=1GB&set.max_connections=60"
          + "&set.autovacuum=off&set.max_wal_size=8GB&set.checkpoint_timeout=1h";

  private JsonBench() {}

  /// What to measure.
  ///
  /// @param records how many library records, at least 1,000
  /// @param rounds how many are timed, after one to warm up
  public record Settings(String url, long records, int rounds, long seed) {
    /// The fewest records that mean anything.
    public static final long LEAST_RECORDS = 1_000;

    /// @throws IllegalArgumentException with too few records or rounds
    public Settings {
      if (records < LEAST_RECORDS || rounds < 1) {
        throw new IllegalArgumentException(
            "at least %d records and a round, got %d and %d"
                .formatted(LEAST_RECORDS, records, rounds));
      }
    }
  }

  /// Fills a database, measures and prints. Blocks, for minutes.
  ///
  /// @param progress told what is being done
  /// @return whether no target is missed by more than half
  public static boolean run(PrintWriter out, Settings settings, Consumer<String> progress)
      throws Exception {
    try (var server = BenchServer.open(settings.url())) {
      out.printf("load      %s%n", load());
      out.printf("server    PostgreSQL %s%n", server.settings().get("version"));
      try (var library = Library.create(server, settings.records(), settings.seed(), progress);
          var units = Units.open(library.endpoint())) {
        out.printf(
            Locale.ROOT,
            "data      %,d library records and %,d catalogue entries, seed %d; %d rounds%n%n",
            library.records(),
            library.instanceCount(),
            library.seed(),
            settings.rounds());
        out.flush();
        List<Finding> findings = findings(server, library, units, settings, progress);
        print(findings, out);
        out.printf("%nload      %s%n", load());
        out.flush();
        return findings.stream().noneMatch(finding -> finding.verdict() == Verdict.MISSED);
      }
    }
  }

  private static List<Finding> findings(
      BenchServer server,
      Library library,
      Units units,
      Settings settings,
      Consumer<String> progress)
      throws Exception {
    var meter = new Meter(server.cpu(), settings.rounds());
    List<Finding> findings = new ArrayList<>();
    // First, because indexes are made concurrently, which waits for the transactions that others
    // leave open.
    progress.accept("row 13");
    findings.add(Advised.find(library));
    progress.accept("rows 1, 2 and 4");
    findings.addAll(new Lookups(library, meter).find(units));
    var reads = new Reads(library, meter);
    progress.accept("row 3");
    findings.add(reads.groups());
    progress.accept("row 5");
    findings.add(reads.paths(units));
    progress.accept("row 6");
    findings.add(reads.six(units));
    progress.accept("row 7");
    findings.add(reads.whole(units));
    var writes = new Writes(library, meter);
    progress.accept("row 8");
    findings.add(writes.inserts());
    progress.accept("row 9");
    findings.add(writes.updates());
    var plans = new Plans(library);
    progress.accept("rows 10 to 14");
    findings.add(plans.estimates());
    findings.add(plans.indexes());
    findings.add(plans.disk());
    findings.add(Constructs.find(library));
    findings.sort(java.util.Comparator.comparingInt(Finding::number));
    return findings;
  }

  private static void print(List<Finding> findings, PrintWriter out) {
    findings.forEach(finding -> finding.lines().forEach(out::println));
    out.println();
    for (Verdict verdict : Verdict.values()) {
      List<Integer> numbers =
          findings.stream()
              .filter(finding -> finding.verdict() == verdict)
              .map(Finding::number)
              .toList();
      if (!numbers.isEmpty()) {
        out.printf("%-14s %s%n", verdict, numbers);
      }
    }
  }

  private static String load() throws IOException {
    Path load = Path.of("/proc/loadavg");
    return Files.isReadable(load) ? Files.readString(load).strip() : "unknown";
  }
}
