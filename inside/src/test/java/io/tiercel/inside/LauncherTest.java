package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.inside.host.Worker;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Who starts the worker, and what becomes of it.
class LauncherTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final String WORKER_PID =
      "create function worker_pid() returns int language javau as"
          + " 'io.tiercel.inside.samples.Samples.workerPid'";

  @Test
  void a_server_that_is_killed_takes_its_worker_with_it() throws Exception {
    var shared = InsideServer.orSkip();
    var options =
        InsideServer.launching(TestServerOptions.defaults(), shared.libraries(), shared.classes());
    try (var server = shared.server().startAnother(options)) {
      var database = InsideServer.withExtension(server.defaultDatabase());
      database.execute(WORKER_PID);
      ProcessHandle worker;
      try (var connection = database.connect()) {
        worker = worker(connection);
      }
      server.kill();
      worker.onExit().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  @Test
  void the_launcher_tells_its_worker_how_many_cores_it_may_use() throws Exception {
    try (var database = InsideServer.orSkip().newDatabase();
        var connection = database.connect()) {
      execute(
          connection,
          WORKER_PID,
          "create function confined_pid() returns int language java as"
              + " 'io.tiercel.inside.samples.Climber.pid'");
      for (String function : new String[] {"worker_pid", "confined_pid"}) {
        String pid = scalar(connection, "select " + function + "()");
        var command = List.of(Files.readString(Path.of("/proc", pid, "cmdline")).split("\0", -1));
        // Both read the control groups; the JVM rounds parts of a core up.
        int cores = Integer.parseInt(command.get(command.indexOf("--cores") + 1));
        int all = Runtime.getRuntime().availableProcessors();
        assertTrue(cores == all || cores == Math.max(all - 1, 1), command::toString);
      }
    }
  }

  private static ProcessHandle worker(Connection connection) throws Exception {
    return ProcessHandle.of(Long.parseLong(scalar(connection, "select worker_pid()")))
        .orElseThrow();
  }

  @Test
  void a_worker_that_somebody_else_started_serves_as_well() throws Exception {
    var shared = InsideServer.orSkip();
    try (var server = OtherWorker.server(shared, 1)) {
      var database = InsideServer.withExtension(server.defaultDatabase());
      Path socket = OtherWorker.socket(server);
      try (var connection = database.connect()) {
        assertFails(connection, WORKER_PID, "57P03", "could not reach the Java worker");
        assertEquals("0", scalar(connection, "select count(*) from pgjava.pg_stat_java"));
        assertFails(
            connection,
            "select pgjava.restart_worker()",
            "55000",
            "does not start its Java worker");
        Process worker = start(shared, socket, OtherWorker.serverUser(server));
        try {
          awaitFunction(connection);
          assertEquals(Long.toString(worker.pid()), scalar(connection, "select worker_pid()"));
        } finally {
          worker.destroy();
          worker.waitFor();
        }
        assertFails(connection, "select worker_pid()", "57P03", "could not reach the Java worker");
      }
    }
  }

  private static Process start(InsideServer shared, Path socket, String serverUser)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(List.of("-Xmx64m", "-cp", shared.classes().toString(), Worker.class.getName()));
    command.addAll(List.of("--socket", socket.toString(), "--server-user", serverUser));
    return new ProcessBuilder(command).inheritIO().start();
  }

  /// The worker says nothing when it listens, unless the launcher asks.
  private static void awaitFunction(Connection connection) throws Exception {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (true) {
      try {
        execute(connection, WORKER_PID);
        return;
      } catch (SQLException e) {
        assertEquals("57P03", e.getSQLState(), e::toString);
        assertTrue(System.nanoTime() < deadline, e::toString);
        Thread.sleep(20);
      }
    }
  }

  @Test
  void a_database_in_another_encoding_is_refused() throws Exception {
    var shared = InsideServer.orSkip();
    shared
        .server()
        .execute(
            "create database in_latin1 encoding latin1 lc_collate 'C' lc_ctype 'C' template"
                + " template0");
    try (var database =
        new TestDatabase(
            shared.server().host(),
            shared.server().port(),
            "in_latin1",
            shared.server().user(),
            shared.server().password())) {
      InsideServer.withExtension(database);
      try (var connection = database.connect()) {
        assertFails(
            connection, WORKER_PID, "0A000", "need a database in UTF8, this one is in LATIN1");
      }
    }
  }
}
