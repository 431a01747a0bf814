package io.tiercel.lab.bench.inside;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Measures calls of Java functions beside PL/pgSQL's and, where the server has it, PL/Python's: in
/// one session, in interleaved rounds, every result checked. Then first calls of new sessions, one
/// at a time and many at once.
public final class InsideBench {
  private static final int SESSIONS = 20;
  private static final double MICROS = 1e3;
  private static final double MILLIS = 1e6;

  private final ExtensionServer server;
  private final PrintWriter out;
  private final int rounds;
  private final int scale;
  private final List<String> languages = new ArrayList<>();
  private final Map<String, Figures> figures = new LinkedHashMap<>();
  private boolean hasMissed;

  /// Nanoseconds a call or value, of each round.
  private record Figures(List<Double> wall, List<Double> cpu) {
    double medianWall() {
      return median(wall);
    }

    double medianCpu() {
      return median(cpu);
    }
  }

  /// @param units calls or values of one execution
  private record Workload(String name, String sql, int units, String expected) {}

  private InsideBench(ExtensionServer server, PrintWriter out, int rounds, int scale) {
    this.server = server;
    this.out = out;
    this.rounds = rounds;
    this.scale = scale;
  }

  /// Runs all of it.
  ///
  /// @param isQuick fewer and smaller rounds: the order of magnitude
  /// @return whether all targets are met
  public static boolean run(PrintWriter out, int rounds, boolean isQuick)
      throws IOException, SQLException, InterruptedException {
    try (var server = ExtensionServer.start()) {
      var bench =
          new InsideBench(server, out, isQuick ? Math.min(rounds, 3) : rounds, isQuick ? 10 : 1);
      bench.measure();
      return !bench.hasMissed;
    }
  }

  private void measure() throws SQLException, IOException, InterruptedException {
    out.printf("load      %s%n", load());
    define();
    try (var connection = server.connect()) {
      out.printf("server    %s%n", scalar(connection, "select version()"));
      workloads(connection);
    }
    report();
    firstCalls();
    together();
    out.printf("load      %s%n", load());
    out.flush();
  }

  private void define() throws SQLException {
    try (var connection = server.connect()) {
      languages.add("java");
      languages.add("javau");
      for (String language : languages) {
        for (String function :
            List.of(
                "plus(int) returns int",
                "query(int) returns int",
                "each(int[]) returns int[]",
                "numbers(int) returns setof int")) {
          execute(
              connection,
              "create function %s_%s language %s as '%s.%s'"
                  .formatted(
                      language,
                      function,
                      language,
                      BenchFunctions.class.getName(),
                      function.substring(0, function.indexOf('('))));
        }
      }
      languages.add("plpgsql");
      execute(
          connection,
          "create function plpgsql_plus(i int) returns int language plpgsql as 'begin return i + 1;"
              + " end'",
          "create function plpgsql_query(i int) returns int language plpgsql as 'declare r int;"
              + " begin execute ''select $1 + 1'' into r using i; return r; end'",
          "create function plpgsql_each(a int[]) returns int[] language plpgsql as 'declare r"
              + " int[]; x int; begin foreach x in array a loop r := r || (x + 1); end loop; return"
              + " r; end'",
          "create function plpgsql_numbers(n int) returns setof int language plpgsql as 'begin for"
              + " i in 1 .. n loop return next i; end loop; end'");
      definePython(connection);
    }
  }

  private void definePython(Connection connection) throws SQLException {
    try {
      execute(connection, "create extension plpython3u");
    } catch (SQLException e) {
      out.println(
          "plpython3u is NOT MEASURED: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      return;
    }
    languages.add("plpython3u");
    execute(
        connection,
        "create function plpython3u_plus(i int) returns int language plpython3u as 'return i + 1'",
        """
        create function plpython3u_query(i int) returns int language plpython3u as $$
        if 'p' not in SD: SD['p'] = plpy.prepare('select $1 + 1 as s', ['int'])
        return plpy.execute(SD['p'], [i])[0]['s']
        $$
        """,
        "create function plpython3u_each(a int[]) returns int[] language plpython3u as 'return [x +"
            + " 1 for x in a]'",
        "create function plpython3u_numbers(n int) returns setof int language plpython3u as 'return"
            + " range(1, n + 1)'");
  }

  private List<Workload> workloadsOf(String language) {
    int calls = 20_000 / scale;
    int queries = 5_000 / scale;
    int arrays = 1_000 / scale;
    int rows = 100_000 / scale;
    return List.of(
        new Workload(
            "scalar call",
            "select sum(%s_plus(i)) from generate_series(1, %d) i".formatted(language, calls),
            calls,
            Long.toString((long) calls * (calls + 1) / 2 + calls)),
        new Workload(
            "call with one query",
            "select sum(%s_query(i)) from generate_series(1, %d) i".formatted(language, queries),
            queries,
            Long.toString((long) queries * (queries + 1) / 2 + queries)),
        new Workload(
            "100 values a message",
            ("select sum((%s_each(a))[100]) from generate_series(1, %d) i, (select array_agg(g)"
                    + " from generate_series(1, 100) g) t(a)")
                .formatted(language, arrays),
            arrays * 100,
            Integer.toString(arrays * 101)),
        new Workload(
            "rows of a set",
            "select sum(n) from %s_numbers(%d) n".formatted(language, rows),
            rows,
            Long.toString((long) rows * (rows + 1) / 2)));
  }

  private void workloads(Connection connection) throws SQLException, IOException {
    List<String> processes = new ArrayList<>();
    processes.add(scalar(connection, "select pg_backend_pid()"));
    scalar(connection, "select java_plus(1) + javau_plus(1)");
    try (var statement = connection.createStatement();
        var row =
            statement.executeQuery("select pid from pgjava.pg_stat_java where pid is not null")) {
      while (row.next()) {
        processes.add(row.getString(1));
      }
    }
    for (int round = -3; round < rounds; round++) {
      for (String language : languages) {
        for (Workload workload : workloadsOf(language)) {
          measure(connection, processes, language, workload, round >= 0);
        }
      }
    }
  }

  private void measure(
      Connection connection,
      List<String> processes,
      String language,
      Workload workload,
      boolean counts)
      throws SQLException, IOException {
    long cpuBefore = cpuNanos(processes);
    long start = System.nanoTime();
    String result = scalar(connection, workload.sql);
    double wall = (System.nanoTime() - start) / (double) workload.units;
    double cpu = (cpuNanos(processes) - cpuBefore) / (double) workload.units;
    requireEqual(workload.expected, result, language + ", " + workload.name);
    if (counts) {
      Figures all =
          figures.computeIfAbsent(
              workload.name + "/" + language,
              _ -> new Figures(new ArrayList<>(), new ArrayList<>()));
      all.wall.add(wall);
      all.cpu.add(cpu);
    }
  }

  static void requireEqual(String expected, String result, String what) {
    if (!expected.equals(result)) {
      throw new IllegalStateException(
          "%s returned %s instead of %s".formatted(what, result, expected));
    }
  }

  private void report() {
    out.printf(
        "%n%-22s %-11s %10s %19s %10s%n",
        "µs a call or value", "", "wall", "[least .. most]", "cpu");
    for (Workload workload : workloadsOf("java")) {
      for (String language : languages) {
        Figures all = figures.get(workload.name + "/" + language);
        if (all == null) {
          continue;
        }
        all.wall.sort(null);
        out.printf(
            "%-22s %-11s %10.3f [%7.3f .. %7.3f] %10.3f%n",
            workload.name,
            language,
            all.medianWall() / MICROS,
            all.wall.getFirst() / MICROS,
            all.wall.getLast() / MICROS,
            all.medianCpu() / MICROS);
      }
    }
    judge("a trivial scalar call, µs", wall("scalar call"), 8.0);
    judge("100 values a message, µs a value", wall("100 values a message"), 0.1);
  }

  private double wall(String workload) {
    Figures all = figures.get(workload + "/java");
    return all == null ? Double.NaN : all.medianWall() / MICROS;
  }

  private void judge(String what, double figure, double most) {
    boolean isMet = figure <= most;
    hasMissed |= !isMet;
    out.printf("%s: %.3f, target <= %.1f: %s%n", what, figure, most, isMet ? "met" : "MISSED");
    out.flush();
  }

  /// The first statement of new sessions.
  private void firstCalls() throws SQLException {
    Map<String, List<Double>> nanos = new LinkedHashMap<>();
    for (int i = 0; i < 10 * rounds; i++) {
      for (String language : languages) {
        try (var connection = server.connect()) {
          scalar(connection, "select 1");
          long start = System.nanoTime();
          requireEqual("2", scalar(connection, "select %s_plus(1)".formatted(language)), language);
          nanos
              .computeIfAbsent(language, _ -> new ArrayList<>())
              .add((double) (System.nanoTime() - start));
        }
      }
    }
    out.printf("%nfirst call of a session, ms%n");
    nanos.forEach(
        (language, samples) ->
            out.printf(
                "  %-11s median %7.2f  most %7.2f%n",
                language, median(samples) / MILLIS, samples.getLast() / MILLIS));
    judge(
        "first call of a session, ms",
        median(nanos.getOrDefault("java", new ArrayList<>())) / MILLIS,
        5);
  }

  private void together() throws SQLException, IOException, InterruptedException {
    out.printf("%n%d new sessions at once%n", SESSIONS);
    List<Double> last = new ArrayList<>();
    List<Double> megabytes = new ArrayList<>();
    for (String language : languages) {
      last.clear();
      megabytes.clear();
      List<Double> middle = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        together(language, middle, last, megabytes);
      }
      out.printf(
          "  %-11s median %7.1f ms, last %7.1f ms [most %.1f], %+.1f MB in all%n",
          language, median(middle), median(last), last.getLast(), median(megabytes));
      if (language.equals("java")) {
        judge("20 sessions at once, all answered, ms", median(last), 300);
        judge("20 sessions at once, MB more than plain sessions", median(megabytes), 40);
      }
    }
  }

  private void together(
      String language, List<Double> middle, List<Double> last, List<Double> megabytes)
      throws SQLException, IOException, InterruptedException {
    List<Connection> connections = new ArrayList<>();
    List<String> processes = new ArrayList<>();
    try (var executor = Executors.newFixedThreadPool(SESSIONS)) {
      for (int i = 0; i < SESSIONS; i++) {
        connections.add(server.connect());
        processes.add(scalar(connections.getLast(), "select pg_backend_pid()"));
      }
      try (var statement = connections.getFirst().createStatement();
          var row =
              statement.executeQuery("select pid from pgjava.pg_stat_java where pid is not null")) {
        while (row.next()) {
          processes.add(row.getString(1));
        }
      }
      double before = proportionalMegabytes(processes);
      var go = new CountDownLatch(1);
      long[] start = new long[1];
      List<Future<Double>> answers = new ArrayList<>();
      for (Connection connection : connections) {
        answers.add(
            executor.submit(
                () -> {
                  go.await();
                  requireEqual(
                      "2", scalar(connection, "select %s_plus(1)".formatted(language)), language);
                  return (System.nanoTime() - start[0]) / MILLIS;
                }));
      }
      start[0] = System.nanoTime();
      go.countDown();
      List<Double> millis = new ArrayList<>();
      for (Future<Double> answer : answers) {
        millis.add(answer.get());
      }
      middle.add(median(millis));
      last.add(millis.getLast());
      megabytes.add(proportionalMegabytes(processes) - before);
    } catch (ExecutionException e) {
      throw new IllegalStateException(language + ", many sessions at once", e.getCause());
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  /// Of memory that processes share, each counts its part.
  private static double proportionalMegabytes(List<String> processes) throws IOException {
    long kilobytes = 0;
    for (String process : processes) {
      kilobytes +=
          Files.readAllLines(Path.of("/proc", process, "smaps_rollup")).stream()
              .filter(line -> line.startsWith("Pss:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .sum();
    }
    return kilobytes / 1024.0;
  }

  /// What all threads of processes have run.
  private static long cpuNanos(List<String> processes) throws IOException {
    long sum = 0;
    for (String process : processes) {
      try (var tasks = Files.newDirectoryStream(Path.of("/proc", process, "task"))) {
        for (Path task : tasks) {
          try {
            sum += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
          } catch (NoSuchFileException e) {
            // a thread that has just ended
          }
        }
      }
    }
    return sum;
  }

  /// Sorts the samples.
  static double median(List<Double> samples) {
    if (samples.isEmpty()) {
      return Double.NaN;
    }
    samples.sort(null);
    return samples.get(samples.size() / 2);
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static String scalar(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      if (!row.next()) {
        throw new SQLException("no row: " + sql);
      }
      return row.getString(1);
    }
  }

  static String load() throws IOException {
    return String.join(
        " ", List.of(Files.readString(Path.of("/proc/loadavg")).split(" ", 4)).subList(0, 3));
  }
}
