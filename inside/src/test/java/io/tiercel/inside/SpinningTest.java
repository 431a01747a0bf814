package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// Backends and worker that poll for each other as long as they may: 1 ms instead of 50 µs, so that
/// what it costs could be seen.
class SpinningTest {
  private static final long WAIT_MILLIS = 400;
  private static final double FEW = 0.2;

  @Test
  void polling_ends_when_nobody_calls_and_when_it_is_interrupted() throws Exception {
    var shared = InsideServer.orSkip();
    var options =
        InsideServer.launching(TestServerOptions.defaults(), shared.libraries(), shared.classes())
            .setting("pgjava.spin_micros", "1000");
    try (var server = shared.startAnother(options).server()) {
      var database = InsideServer.withExtension(server.defaultDatabase());
      define(database);
      try (var connection = database.connect()) {
        callsAreRight(connection);
        idlenessCostsNothing(connection);
        waitingCostsNothing(connection);
        execute(connection, "set statement_timeout = '100ms'");
        for (int i = 0; i < 3; i++) {
          assertFails(connection, "select sleep()", "57014", "statement timeout");
          assertEquals("3", scalar(connection, "select add(1, 2)"));
        }
      }
    }
  }

  private static void define(TestDatabase database) {
    String function = "create function %s language javau as 'io.tiercel.inside.samples.Samples.%s'";
    database.execute(
        function.formatted("add(int, int) returns int", "add"),
        function.formatted("sleep() returns void", "sleep"),
        function.formatted("nap(bigint) returns void", "nap"),
        function.formatted("by_query(int) returns int", "plusByQuery"),
        function.formatted("worker_pid() returns int", "workerPid"));
  }

  private static void callsAreRight(Connection connection) throws SQLException {
    assertEquals(
        "2001000", scalar(connection, "select sum(add(i, 0)) from generate_series(1, 2000) i"));
    assertEquals(
        "125750", scalar(connection, "select sum(by_query(i)) from generate_series(1, 500) i"));
  }

  private static void idlenessCostsNothing(Connection connection) throws Exception {
    String[] processes = processes(connection);
    long before = cpuNanos(processes);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS));
    assertFew(cpuNanos(processes) - before, WAIT_MILLIS);
  }

  /// Each call takes longer than polling could bridge: doing it nevertheless would cost a third.
  private static void waitingCostsNothing(Connection connection) throws Exception {
    int calls = 200;
    String[] processes = processes(connection);
    scalar(connection, "select count(nap(3)) from generate_series(1, 100)");
    long before = cpuNanos(processes);
    long start = System.nanoTime();
    scalar(connection, "select count(nap(3)) from generate_series(1, " + calls + ")");
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertTrue(millis >= calls * 3L, () -> millis + " ms");
    assertFew(cpuNanos(processes) - before, millis);
  }

  private static void assertFew(long cpuNanos, long millis) {
    assertTrue(
        cpuNanos < FEW * TimeUnit.MILLISECONDS.toNanos(millis),
        () -> "%d ns of CPU in %d ms".formatted(cpuNanos, millis));
  }

  private static String[] processes(Connection connection) throws SQLException {
    return new String[] {
      scalar(connection, "select pg_backend_pid()"), scalar(connection, "select worker_pid()")
    };
  }

  /// What all threads of processes have run.
  private static long cpuNanos(String... processes) throws IOException {
    long sum = 0;
    for (String process : processes) {
      try (var tasks = Files.newDirectoryStream(Path.of("/proc", process, "task"))) {
        for (Path task : tasks) {
          sum += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
        }
      }
    }
    return sum;
  }
}
