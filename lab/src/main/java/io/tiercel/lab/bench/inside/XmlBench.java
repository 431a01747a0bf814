package io.tiercel.lab.bench.inside;

import static io.tiercel.lab.bench.inside.InsideBench.execute;
import static io.tiercel.lab.bench.inside.InsideBench.load;
import static io.tiercel.lab.bench.inside.InsideBench.median;
import static io.tiercel.lab.bench.inside.InsideBench.requireEqual;
import static io.tiercel.lab.bench.inside.InsideBench.scalar;

import io.tiercel.lab.cli.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// XMLTABLE over the server's catalogs as one document, about 15 MB: the server's own, ours by
/// Saxon and ours while the document is read. Each session makes 16 calls, of which some are
/// reported; sessions of the variants take turns, the first of each with a worker that was just
/// started. Each call of a session has another document, so that no tree is used twice, but in the
/// variant that is about that.
public final class XmlBench {
  /// By which the jars are found that the functions need in the worker.
  static final List<String> LIBRARIES =
      List.of(
          "net.sf.saxon.Configuration",
          "org.xmlresolver.XMLResolver",
          "com.fasterxml.aalto.stax.InputFactoryImpl",
          "org.codehaus.stax2.XMLStreamReader2");

  private static final int MOST_CALLS = 16;
  private static final List<Integer> REPORTED = List.of(1, 2, 4, 8, 16);
  private static final double MILLIS = 1e6;

  /// Linux tells user space of 100 ticks a second.
  private static final double MILLIS_A_TICK = 10;

  private static final Duration START_TIME = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final String STARTS =
      "select coalesce(max(starts), 0) from pgjava.pg_stat_java where owner is null and state ="
          + " 'ready'";
  private static final String ROWS = "//*[string-length(.) = 6]";

  private enum Variant {
    NATIVE("native"),
    STREAM("stream"),
    /// What holds always, and the stream does not know.
    SAXON("saxon"),
    /// All calls ask the same document.
    KEPT_TREE("saxon, one tree");

    final String label;

    Variant(String label) {
      this.label = label;
    }

    String sql(int call) {
      String rows =
          switch (this) {
            case NATIVE -> "xmltable('" + ROWS + "' passing doc columns v text path '.')";
            case STREAM -> "xml_table('" + ROWS + "', doc, array['.']) as t(v)";
            case SAXON, KEPT_TREE -> "xml_table('" + ROWS + "[true()]', doc, array['.']) as t(v)";
          };
      String value = this == NATIVE ? "v" : "v[1]";
      return "select count(*) || ' ' || sum(length(%s)) from document, %s where call = %d"
          .formatted(value, rows, this == KEPT_TREE ? 1 : call);
    }
  }

  /// Milliseconds of each call; one list for each round.
  private record Figures(List<List<Double>> wall, List<List<Double>> cpu) {
    Figures() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  private final ExtensionServer server;
  private final PrintWriter out;

  /// Of each session.
  private final int calls;

  private boolean hasMissed;

  private XmlBench(ExtensionServer server, PrintWriter out, int calls) {
    this.server = server;
    this.out = out;
    this.calls = calls;
  }

  /// Runs all of it.
  ///
  /// @param isQuick one round of sessions of two calls
  /// @return whether all targets are met
  public static boolean run(PrintWriter out, int rounds, boolean isQuick)
      throws IOException, SQLException, InterruptedException {
    try (var server = ExtensionServer.start()) {
      var bench = new XmlBench(server, out, isQuick ? 2 : MOST_CALLS);
      bench.measure(isQuick ? 1 : rounds);
      return !bench.hasMissed;
    }
  }

  private void measure(int rounds) throws SQLException, IOException, InterruptedException {
    out.printf("load      %s%n", load());
    String expected = prepare();
    Map<Variant, Figures> cold = new EnumMap<>(Variant.class);
    Map<Variant, Figures> warm = new EnumMap<>(Variant.class);
    for (int round = 0; round < rounds; round++) {
      for (Variant variant : Variant.values()) {
        if (variant != Variant.NATIVE) {
          restartWorker();
        }
        session(variant, cold, expected);
      }
      // The worker has met the last of them only.
      for (Variant variant : Variant.values()) {
        session(variant, new EnumMap<>(Variant.class), expected);
      }
      for (Variant variant : Variant.values()) {
        session(variant, warm, expected);
      }
    }
    report("cold worker", cold);
    report("warm worker, new session", warm);
    judge("stream, first call of a session / native", ratio(warm, Variant.STREAM, 1), 0.3);
    for (int call : List.of(1, calls)) {
      judge("saxon, call %d / native".formatted(call), ratio(warm, Variant.SAXON, call), 1.3);
    }
    out.printf("load      %s%n", load());
    out.flush();
  }

  /// Returns what each of the queries returns.
  private String prepare() throws SQLException {
    try (var connection = server.connect()) {
      out.printf("server    %s%n", scalar(connection, "select version()"));
      execute(
          connection,
          "create function xml_table(text, xml, text[]) returns setof text[] language javau as"
              + " 'io.tiercel.inside.xml.XmlFunctions.xmltable(java.lang.String, byte[],"
              + " java.lang.String[])'",
          "create function started(int) returns int language javau as '%s.plus'"
              .formatted(BenchFunctions.class.getName()),
          ("create table document as select call, xmlparse(document '<!--' || call || '-->' ||"
                  + " text) as doc from generate_series(1, %d) call, (select"
                  + " schema_to_xml('pg_catalog', true, false, '')::text offset 0) as one(text)")
              .formatted(calls));
      out.printf(
          "document  %s bytes%n",
          scalar(connection, "select octet_length(doc::text) from document where call = 1"));
      scalar(connection, "select started(1)");
      return scalar(connection, Variant.NATIVE.sql(1));
    }
  }

  /// Returns when the new one answers.
  private void restartWorker() throws SQLException, InterruptedException {
    try (var connection = server.connect()) {
      int starts = Integer.parseInt(scalar(connection, STARTS));
      execute(connection, "select pgjava.restart_worker()");
      Instant deadline = Instant.now().plus(START_TIME);
      while (Integer.parseInt(scalar(connection, STARTS)) <= starts) {
        if (Instant.now().isAfter(deadline)) {
          throw new CommandFailure("the worker has not restarted in " + START_TIME, null);
        }
        Thread.sleep(POLL);
      }
    }
    try (var connection = server.connect()) {
      scalar(connection, "select started(1)"); // waits for it
    }
  }

  private void session(Variant variant, Map<Variant, Figures> figures, String expected)
      throws SQLException, IOException {
    List<Double> wall = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    try (var connection = server.connect()) {
      List<String> processes = processes(connection);
      for (int call = 1; call <= calls; call++) {
        double cpuBefore = cpuMillis(processes);
        long start = System.nanoTime();
        String result = scalar(connection, variant.sql(call));
        wall.add((System.nanoTime() - start) / MILLIS);
        cpu.add(cpuMillis(processes) - cpuBefore);
        requireEqual(expected, result, variant.label);
      }
    }
    Figures all = figures.computeIfAbsent(variant, _ -> new Figures());
    all.wall.add(wall);
    all.cpu.add(cpu);
  }

  /// The backend and the workers.
  private static List<String> processes(Connection connection) throws SQLException {
    List<String> processes = new ArrayList<>();
    try (var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "select pg_backend_pid() union select pid from pgjava.pg_stat_java where pid is"
                    + " not null")) {
      while (row.next()) {
        processes.add(row.getString(1));
      }
    }
    return processes;
  }

  /// What processes have run, threads that have ended included: compilers of a JVM come and go.
  private static double cpuMillis(List<String> processes) throws IOException {
    long ticks = 0;
    for (String process : processes) {
      String stat = Files.readString(Path.of("/proc", process, "stat"));
      // Behind the name, which may have spaces, are state and so on; user and system time are the
      // 14th and 15th field of all.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }
    return ticks * MILLIS_A_TICK;
  }

  private void report(String title, Map<Variant, Figures> figures) {
    out.printf("%n%-28s", title + ", ms");
    List<Integer> reported = REPORTED.stream().filter(call -> call <= calls).toList();
    reported.forEach(call -> out.printf("%16s", "call " + call));
    out.println();
    figures.forEach(
        (variant, all) -> {
          out.printf("  %-15s %-10s", variant.label, "wall, CPU");
          for (int call : reported) {
            out.printf("%9.0f %6.0f", ofCall(all.wall, call), ofCall(all.cpu, call));
          }
          out.println();
        });
    out.flush();
  }

  private static double ofCall(List<List<Double>> rounds, int call) {
    return median(new ArrayList<>(rounds.stream().map(round -> round.get(call - 1)).toList()));
  }

  /// The median of the rounds' ratios, by wall time, to the server's own in the same round.
  private static double ratio(Map<Variant, Figures> figures, Variant variant, int call) {
    List<List<Double>> ours = figures.getOrDefault(variant, new Figures()).wall;
    List<List<Double>> theirs = figures.getOrDefault(Variant.NATIVE, new Figures()).wall;
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ours.size(); round++) {
      ratios.add(ours.get(round).get(call - 1) / theirs.get(round).get(call - 1));
    }
    return median(ratios);
  }

  private void judge(String what, double figure, double most) {
    boolean isMet = figure <= most;
    hasMissed |= !isMet;
    out.printf("%s: %.2f, target <= %.1f: %s%n", what, figure, most, isMet ? "met" : "MISSED");
  }
}
