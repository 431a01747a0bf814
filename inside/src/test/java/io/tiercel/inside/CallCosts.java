package io.tiercel.inside;

import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// What calls cost, beside PL/pgSQL in the same session, in interleaved rounds. No test by its
/// name, because a machine that does other work would make it fail:
/// `./mvnw -pl inside -am test -Dtest=CallCosts -Dsurefire.failIfNoSpecifiedTests=false`.
class CallCosts {
  private static final int ROUNDS = 9;
  private static final int SESSIONS = 20;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;

  private static final String FUNCTION =
      "create function %s language javau as 'io.tiercel.inside.samples.Samples.%s'";

  /// @param calls that one execution makes
  private record Workload(String name, String sql, int calls) {}

  private static final List<Workload> WORKLOADS =
      List.of(
          new Workload("no function", "select sum(i) from generate_series(1, 20000) i", 20000),
          new Workload(
              "PL/pgSQL, int to int",
              "select sum(plus(i)) from generate_series(1, 20000) i",
              20000),
          new Workload(
              "Java, int to int", "select sum(jplus(i)) from generate_series(1, 20000) i", 20000),
          new Workload(
              "Java, text to text",
              "select count(jtext('some text of the usual length'||i)) from generate_series(1,"
                  + " 20000) i",
              20000),
          new Workload(
              "PL/pgSQL, one query", "select sum(pquery(i)) from generate_series(1, 5000) i", 5000),
          new Workload(
              "Java, one query", "select sum(jquery(i)) from generate_series(1, 5000) i", 5000),
          new Workload(
              "PL/pgSQL, arrays of 100",
              "select count(parray(a)) from generate_series(1, 1000) i, (select array_agg(g) from"
                  + " generate_series(1, 100) g) t(a)",
              100_000),
          new Workload(
              "Java, arrays of 100",
              "select count(jarray(a)) from generate_series(1, 1000) i, (select array_agg(g) from"
                  + " generate_series(1, 100) g) t(a)",
              100_000),
          new Workload("PL/pgSQL, rows of a set", "select count(*) from pset(100000)", 100_000),
          new Workload("Java, rows of a set", "select count(*) from jset(100000)", 100_000));

  @Test
  void measure() throws Exception {
    var server = InsideServer.orSkip();
    try (var database = server.newDatabase()) {
      define(database);
      System.out.printf("load %s%n", load());
      try (var connection = database.connect()) {
        execute(connection, "set pgjava.start_timeout = 60", "set jit = off");
        workloads(connection);
      }
      firstCalls(database);
      together(server, database);
      System.out.printf("load %s%n", load());
    }
  }

  private static void define(TestDatabase database) {
    database.execute(
        FUNCTION.formatted("jplus(int) returns int", "plusOne"),
        FUNCTION.formatted("jtext(text) returns text", "stripped"),
        FUNCTION.formatted("jquery(int) returns int", "plusByQuery"),
        FUNCTION.formatted("jarray(int[]) returns int[]", "plusEach"),
        FUNCTION.formatted("jset(int) returns setof int", "numbers"),
        "create function plus(i int) returns int language plpgsql as 'begin return i + 1; end'",
        "create function pquery(i int) returns int language plpgsql as"
            + " 'declare r int; begin execute ''select $1 + 1'' into r using i; return r; end'",
        "create function parray(a int[]) returns int[] language plpgsql as"
            + " 'declare r int[]; x int; begin foreach x in array a loop r := r || (x + 1);"
            + " end loop; return r; end'",
        "create function pset(n int) returns setof int language plpgsql as"
            + " 'begin for i in 1 .. n loop return next i; end loop; end'");
  }

  private static void workloads(Connection connection) throws SQLException, IOException {
    Map<String, List<Double>> nanos = new LinkedHashMap<>();
    Map<String, List<Double>> cpu = new LinkedHashMap<>();
    scalar(connection, "select jplus(1)");
    String backend = scalar(connection, "select pg_backend_pid()");
    String worker = scalar(connection, "select pid from pgjava.pg_stat_java");
    for (int round = -3; round < ROUNDS; round++) {
      for (Workload workload : WORKLOADS) {
        long cpuBefore = cpuNanos(backend) + cpuNanos(worker);
        long start = System.nanoTime();
        scalar(connection, workload.sql);
        double each = (System.nanoTime() - start) / (double) workload.calls;
        double cpuEach =
            (cpuNanos(backend) + cpuNanos(worker) - cpuBefore) / (double) workload.calls;
        if (round >= 0) {
          nanos.computeIfAbsent(workload.name, _ -> new ArrayList<>()).add(each);
          cpu.computeIfAbsent(workload.name, _ -> new ArrayList<>()).add(cpuEach);
        }
      }
    }
    report(nanos, NANOS_PER_MICRO, "us a call or value");
    report(cpu, NANOS_PER_MICRO, "us of CPU, backend and worker");
  }

  /// What all threads of a process have run.
  private static long cpuNanos(String pid) throws IOException {
    long sum = 0;
    try (var tasks = Files.newDirectoryStream(Path.of("/proc", pid, "task"))) {
      for (Path task : tasks) {
        try {
          sum += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
        } catch (NoSuchFileException e) {
          // a thread that has just ended
        }
      }
    }
    return sum;
  }

  /// The first statement of new sessions, each with a function that its backend has not called.
  private static void firstCalls(TestDatabase database) throws SQLException {
    Map<String, List<Double>> nanos = new LinkedHashMap<>();
    for (int i = 0; i < 40; i++) {
      for (var first :
          Map.of("first call, PL/pgSQL", "select plus(1)", "first call, Java", "select jplus(1)")
              .entrySet()) {
        try (var connection = database.connect()) {
          scalar(connection, "select 1");
          long start = System.nanoTime();
          assertEquals("2", scalar(connection, first.getValue()));
          nanos
              .computeIfAbsent(first.getKey(), _ -> new ArrayList<>())
              .add((double) (System.nanoTime() - start));
        }
      }
    }
    report(nanos, NANOS_PER_MILLI, "ms");
  }

  /// New sessions that call Java at the same moment.
  private static void together(InsideServer server, TestDatabase database) throws Exception {
    List<Connection> connections = new ArrayList<>();
    try (var executor = Executors.newFixedThreadPool(SESSIONS)) {
      for (int i = 0; i < SESSIONS; i++) {
        connections.add(database.connect());
        scalar(connections.getLast(), "select 1");
      }
      String worker = scalar(connections.getFirst(), "select pid from pgjava.pg_stat_java");
      long residentBefore = residentKilobytes(worker);
      var go = new CountDownLatch(1);
      List<Future<Double>> answers = new ArrayList<>();
      long[] start = new long[1];
      for (Connection connection : connections) {
        answers.add(
            executor.submit(
                () -> {
                  go.await();
                  scalar(connection, "select jplus(1)");
                  return (System.nanoTime() - start[0]) / NANOS_PER_MILLI;
                }));
      }
      start[0] = System.nanoTime();
      go.countDown();
      List<Double> millis = new ArrayList<>();
      for (Future<Double> answer : answers) {
        millis.add(answer.get());
      }
      millis.sort(null);
      System.out.printf(
          "%d new sessions at once: median %.1f ms, last %.1f ms; the worker grew by %d kB to %d%n",
          SESSIONS,
          millis.get(SESSIONS / 2),
          millis.getLast(),
          residentKilobytes(worker) - residentBefore,
          residentKilobytes(worker));
      assertEquals(server.server().majorVersion(), 15);
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private static void report(Map<String, List<Double>> nanos, double unit, String name) {
    nanos.forEach(
        (workload, samples) -> {
          double[] sorted = samples.stream().mapToDouble(n -> n / unit).sorted().toArray();
          System.out.printf(
              "%-26s median %8.3f  min %8.3f  max %8.3f  %s (%d)%n",
              workload,
              sorted[sorted.length / 2],
              sorted[0],
              sorted[sorted.length - 1],
              name,
              sorted.length);
        });
  }

  private static long residentKilobytes(String pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", pid, "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sum();
  }

  private static String load() throws IOException {
    return String.join(
        " ", Arrays.copyOf(Files.readString(Path.of("/proc/loadavg")).split(" ", 4), 3));
  }
}
