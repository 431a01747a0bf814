package io.tiercel.lab.bench;

import io.tiercel.lab.bench.inside.InsideBench;
import io.tiercel.lab.bench.inside.XmlBench;
import io.tiercel.lab.bench.json.JsonBench;
import io.tiercel.lab.bench.result.Outcome;
import io.tiercel.lab.bench.result.ProviderTable;
import io.tiercel.lab.bench.result.ResultTable;
import io.tiercel.lab.bench.result.Target;
import io.tiercel.lab.bench.result.Target.Verdict;
import io.tiercel.lab.bench.serial.GraphFormats;
import io.tiercel.lab.bench.server.BenchServer;
import io.tiercel.lab.bench.workload.Workload;
import io.tiercel.lab.bench.workload.Workload.Group;
import io.tiercel.lab.proxy.DelayProxy;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `tiercel bench`: runs comparisons and prints their tables. Exit code 1 when a result is wrong,
/// and with `--gate` also when a target is missed.
@Command(
    name = "bench",
    description =
        "Measure Tiercel beside Hibernate, EclipseLink, other drivers and the raw limits.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(write | read | driver | jpa | cache | serial | inside | json)")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
public final class BenchCommand {
  private static final int EXIT_MISSED = 1;
  private static final int PROXY_SAMPLES = 300;

  @Spec private CommandSpec spec;

  @Command(
      name = "write",
      mixinStandardHelpOptions = true,
      description = {
        "Persist, update, and an order with its lines.",
        "Workloads: persist-sequence, persist-identity, persist-joined, update, order-async,"
            + " order-sync, order-delayed."
      })
  int write(@Mixin BenchOptions options) throws IOException, SQLException {
    return compare(options, Group.WRITE);
  }

  @Command(
      name = "read",
      mixinStandardHelpOptions = true,
      description = {
        "Read entities and records, find by id, query, and the driver alone.",
        "Workloads: read-entities, read-records, find, find-graph, find-shared, query-name,"
            + " customer-orders, customer-lines, wire."
      })
  int read(@Mixin BenchOptions options) throws IOException, SQLException {
    return compare(options, Group.READ);
  }

  @Command(
      name = "driver",
      mixinStandardHelpOptions = true,
      description = {
        "The JDBC driver beside pgjdbc, at its defaults and tuned for the case, Vert.x's client"
            + " and r2dbc-postgresql.",
        "Workloads: numbers, decode, batch-1024, batch-128, batch-keys, batch-keys-delayed, select,"
            + " select-shared, mixed-delayed, pipelined-delayed, copy-records, connect."
      })
  int driver(@Mixin BenchOptions options) throws IOException, SQLException {
    return compare(options, Group.DRIVER);
  }

  @Command(
      name = "jpa",
      mixinStandardHelpOptions = true,
      description = {
        "The persistence providers beside each other in one table, and bulk persists beside the raw"
            + " COPY of the same rows.",
        "Workloads: those of write and read that providers do, start-up-5, start-up-100."
      })
  int jpa(@Mixin BenchOptions options) throws IOException, SQLException {
    return compare(options, Group.JPA);
  }

  @Command(
      name = "cache",
      mixinStandardHelpOptions = true,
      description = {
        "The persistence providers with their shared caches; how far ours lags behind writers that"
            + " it does not know, what a hit costs at each level, how soon it serves again after a"
            + " restart, how fast the tier on disk takes records beside Berkeley DB JE, and the"
            + " collector's pauses with many rows.",
        "Workloads: cache-graph, cache-read-only, cache-find, cache-find-2, cache-find-4,"
            + " cache-find-8, cache-find-200, cache-unique, cache-query, lag, levels, restart,"
            + " inserts, pauses."
      })
  int cache(@Mixin BenchOptions options) throws IOException, SQLException, InterruptedException {
    int code = compare(options, Group.CACHE);
    boolean isKept = new CacheCases(options, spec.commandLine().getOut()).run();
    return options.isGate() && !isKept ? EXIT_MISSED : code;
  }

  @Command(
      name = "serial",
      mixinStandardHelpOptions = true,
      description =
          "The formats of object graphs in a column: bytes, time and allocation of an order with 1"
              + " and with 100 lines.")
  int serial(
      @Option(names = "--quick", description = "Fewer rounds: shows the order of magnitude.")
          boolean isQuick) {
    var out = spec.commandLine().getOut();
    out.println("%-9s %s".formatted("machine", Environment.describe().get("machine")));
    out.println("%-9s %s".formatted("jvm", Runtime.version()));
    List<String> table =
        isQuick ? GraphFormats.measure(2, 3, 20_000) : GraphFormats.measure(5, 7, 100_000);
    print(table, out);
    return 0;
  }

  /// Named as the command line has them.
  @SuppressWarnings("MemberName")
  enum InsideSubject {
    calls,
    xml
  }

  @Command(
      name = "inside",
      mixinStandardHelpOptions = true,
      description = {
        "Calls of Java functions in PostgreSQL, beside PL/pgSQL and PL/Python: scalar, with one"
            + " query, 100 values a message, rows of a set, the first of a session, 20 sessions at"
            + " once with their memory.",
        "With --only xml: XMLTABLE over a document of 15 MB instead, beside the server's own.",
        "Compiles the extension and starts a PostgreSQL 15 of its own."
      })
  int inside(
      @Option(
              names = "--only",
              paramLabel = "calls|xml",
              defaultValue = "calls",
              description = "What is measured (default: ${DEFAULT-VALUE}).")
          InsideSubject subject,
      @Option(names = "--quick", description = "Smaller runs: shows the order of magnitude.")
          boolean isQuick,
      @Option(
              names = "--rounds",
              paramLabel = "N",
              defaultValue = "9",
              description = "Timed rounds (default: ${DEFAULT-VALUE}), after 3 to warm up.")
          int rounds,
      @Option(names = "--gate", description = "Exit code 1 when a target is missed.")
          boolean isGate)
      throws IOException, SQLException, InterruptedException {
    var out = spec.commandLine().getOut();
    out.println("%-9s %s".formatted("machine", Environment.describe().get("machine")));
    boolean isMet =
        switch (subject) {
          case calls -> InsideBench.run(out, rounds, isQuick);
          case xml -> XmlBench.run(out, rounds, isQuick);
        };
    return isGate && !isMet ? EXIT_MISSED : 0;
  }

  @Command(
      name = "json",
      mixinStandardHelpOptions = true,
      description = {
        "Documents in jsonb beside the same data in plain columns, pgjdbc with Jackson by hand and"
            + " Hibernate's JSON mapping: each claim of \"nearly free\" with its target and what"
            + " was measured.",
        "A million records take 3 GB of disk and most of an hour."
      })
  int json(
      @Option(
              names = "--records",
              paramLabel = "N",
              defaultValue = "50000",
              description = "Library records (default: ${DEFAULT-VALUE}).")
          long records,
      @Option(
              names = "--rounds",
              paramLabel = "N",
              defaultValue = "5",
              description = "Timed rounds (default: ${DEFAULT-VALUE}), after 1 to warm up.")
          int rounds,
      @Option(
              names = "--seed",
              paramLabel = "N",
              defaultValue = "1",
              description = "Of the data and the questions (default: ${DEFAULT-VALUE}).")
          long seed,
      @Option(
              names = "--url",
              paramLabel = "URL",
              defaultValue = JsonBench.EMBEDDED_URL,
              description =
                  "Measure on this server instead of an embedded one; the database"
                      + " tiercel_bench_json is made there and dropped.")
          String url,
      @Option(names = "--gate", description = "Exit code 1 when a target is missed.")
          boolean isGate)
      throws Exception {
    JsonBench.Settings settings;
    try {
      settings = new JsonBench.Settings(url, records, rounds, seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    var out = spec.commandLine().getOut();
    out.println("%-9s %s".formatted("machine", Environment.describe().get("machine")));
    out.println("%-9s %s".formatted("jvm", Runtime.version()));
    try (var progress = new Progress(spec.commandLine().getErr())) {
      boolean isMet = JsonBench.run(out, settings, progress);
      return isGate && !isMet ? EXIT_MISSED : 0;
    }
  }

  private int compare(BenchOptions options, Group group) throws IOException, SQLException {
    var all = Arrays.stream(Workload.values()).filter(workload -> workload.isIn(group)).toList();
    var workloads = options.workloads(all, group == Group.CACHE ? CacheCases.NAMES : List.of());
    if (workloads.isEmpty()) {
      return 0;
    }
    var rounds = options.rounds();
    var out = spec.commandLine().getOut();
    try (var progress = new Progress(spec.commandLine().getErr());
        var server = BenchServer.open(options.url());
        var workers = new Workers()) {
      var environment = environment(server, rounds, group);
      environment.forEach((name, value) -> out.println("%-9s %s".formatted(name, value)));
      boolean isOneTable = group == Group.JPA;
      print(isOneTable ? ProviderTable.head() : List.of(ResultTable.legend()), out);
      var comparison = new Comparison(server, workers, rounds, progress);
      var outcomes = new ArrayList<Outcome>();
      for (var workload : workloads) {
        var outcome = comparison.run(workload, options.peers(workload, group));
        outcomes.add(outcome);
        progress.clear();
        if (isOneTable) {
          out.println(ProviderTable.line(outcome));
          out.flush();
        } else {
          out.println();
          print(ResultTable.lines(outcome), out);
        }
      }
      return conclude(options, environment, outcomes, out);
    }
  }

  private static int conclude(
      BenchOptions options,
      Map<String, String> environment,
      List<Outcome> outcomes,
      PrintWriter out)
      throws IOException {
    var verdicts = new ArrayList<Verdict>();
    for (var outcome : outcomes) {
      Target.of(outcome.workload()).forEach(target -> verdicts.add(target.judge(outcome)));
    }
    out.println();
    print(ResultTable.verdicts(verdicts), out);
    var json = options.json();
    if (json != null) {
      JsonReport.write(json, environment, outcomes, verdicts);
    }
    boolean isMissed = verdicts.stream().anyMatch(verdict -> !verdict.isMet());
    return options.isGate() && isMissed ? EXIT_MISSED : 0;
  }

  private static void print(List<String> lines, PrintWriter out) {
    lines.forEach(out::println);
    out.flush();
  }

  private static Map<String, String> environment(
      BenchServer server, Comparison.Rounds rounds, Group group) throws IOException, SQLException {
    var environment = new LinkedHashMap<>(Environment.describe());
    var settings = new LinkedHashMap<>(server.settings());
    environment.put("server", "PostgreSQL " + settings.remove("version") + ", jit off");
    var named = new ArrayList<String>();
    settings.forEach((name, value) -> named.add(name + " " + value));
    environment.put("settings", String.join(", ", named));
    environment.put(
        "rounds", "%d timed after %d to warm up".formatted(rounds.timed(), rounds.warmUp()));
    if (group != Group.READ) {
      var added = DelayProxy.addedRoundTrip(Comparison.DELAY, PROXY_SAMPLES);
      environment.put(
          "proxy",
          "%d ms each way, and %d µs a round trip of its own"
              .formatted(Comparison.DELAY.toMillis(), added.toNanos() / 1_000));
    }
    return environment;
  }
}
