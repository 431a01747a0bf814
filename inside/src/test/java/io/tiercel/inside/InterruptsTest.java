package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

class InterruptsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  /// None of the functions ends by itself, so this only has to tell a timeout from a hang.
  private static final long LATE_MILLIS = 10_000;

  private static InsideServer server;
  private static TestDatabase database;
  private Connection connection;
  private Connection observer;

  private interface Condition {
    boolean holds() throws SQLException;
  }

  @BeforeAll
  static void start() {
    server = InsideServer.orSkip();
    database = server.newDatabase();
    String function = "create function %s language javau as 'io.tiercel.inside.samples.Samples.%s'";
    for (String name : new String[] {"sleep", "stubborn", "endlessCallbacks"}) {
      database.execute(function.formatted(name + "() returns void", name));
    }
    database.execute(
        function.formatted("endlessLoop() returns bigint", "endlessLoop"),
        function.formatted("endlessRegex() returns boolean", "endlessRegex"),
        function.formatted("busy() returns int", "busyThreads"),
        function.formatted("worker_pid() returns int", "workerPid"),
        function.formatted("numbers(int) returns setof int", "numbers"),
        function.formatted("add(int, int) returns int", "add"));
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = database.connect();
    observer = database.connect();
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
    observer.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"endlessLoop", "endlessRegex", "sleep", "endlessCallbacks"})
  void a_timeout_ends_the_statement_and_its_thread(String function) throws Exception {
    String pid = scalar(observer, "select worker_pid()");
    scalar(connection, "select add(1, 2)");
    execute(connection, "set statement_timeout = '300ms'");
    long start = System.nanoTime();
    assertFails(connection, "select " + function + "()", "57014", "statement timeout");
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertTrue(millis >= 300 && millis < 300 + LATE_MILLIS, () -> millis + " ms");
    assertEquals("3", scalar(connection, "select add(1, 2)"));
    await(() -> scalar(observer, "select busy()").equals("0"));
    assertEquals(pid, scalar(observer, "select worker_pid()"), "the worker ended with it");
  }

  @Test
  void a_cancel_and_a_termination_end_the_thread() throws Exception {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      String pid = scalar(connection, "select pg_backend_pid()");
      Future<String> running = executor.submit(() -> scalar(connection, "select endlessLoop()"));
      await(() -> scalar(observer, "select busy()").equals("1"));
      scalar(observer, "select pg_cancel_backend(" + pid + ")");
      assertEquals("57014", failure(running).getSQLState());
      await(() -> scalar(observer, "select busy()").equals("0"));

      Future<String> again = executor.submit(() -> scalar(connection, "select endlessLoop()"));
      await(() -> scalar(observer, "select busy()").equals("1"));
      scalar(observer, "select pg_terminate_backend(" + pid + ")");
      assertEquals("57P01", failure(again).getSQLState());
      await(() -> scalar(observer, "select busy()").equals("0"));
    }
  }

  @Test
  void a_killed_worker_is_an_error_of_one_statement() throws Exception {
    connection.setAutoCommit(false);
    execute(connection, "create temp table kept (v int)", "insert into kept values (1)");
    String pid = scalar(connection, "select worker_pid()");
    String postmaster = scalar(connection, "select pg_postmaster_start_time()");
    var savepoint = connection.setSavepoint();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> running = executor.submit(() -> scalar(connection, "select endlessLoop()"));
      await(() -> scalar(observer, "select busy()").equals("1"));
      kill(pid);
      PSQLException error = failure(running);
      assertEquals("58000", error.getSQLState());
      assertTrue(
          String.valueOf(error.getMessage()).contains("the Java worker ended during the call"));
    }
    connection.rollback(savepoint);
    assertEquals("1", scalar(connection, "select count(*) from kept"));
    // The next call waits until the launcher has another one ready.
    assertNotEquals(pid, scalar(connection, "select worker_pid()"));
    assertEquals("5", scalar(observer, "select add(2, 3)"), "an idle session connects anew");
    assertEquals(postmaster, scalar(connection, "select pg_postmaster_start_time()"));
    connection.rollback();
  }

  /// Of the last resort: such code cannot be stopped, so its worker is.
  @Test
  void code_that_catches_everything_ends_its_worker() throws Exception {
    String pid = scalar(observer, "select worker_pid()");
    execute(connection, "set statement_timeout = '200ms'");
    assertFails(connection, "select stubborn()", "57014", "statement timeout");
    execute(connection, "reset statement_timeout");
    await(() -> !scalar(observer, "select coalesce(pid, 0) from pgjava.pg_stat_java").equals(pid));
    assertNotEquals(pid, scalar(connection, "select worker_pid()"));
    assertTrue(server.server().log().contains("ended with exit code 70"));
  }

  @Test
  void a_set_can_be_cancelled_between_batches() throws SQLException {
    execute(connection, "set statement_timeout = '300ms'");
    assertFails(
        connection, "select count(*) from numbers(2000000000)", "57014", "statement timeout");
    execute(connection, "reset statement_timeout");
    assertEquals("2", scalar(connection, "select count(*) from numbers(2)"));
  }

  @Test
  void a_restart_is_another_worker() throws Exception {
    String pid = scalar(observer, "select worker_pid()");
    scalar(observer, "select pgjava.restart_worker()");
    await(
        () ->
            scalar(
                    connection,
                    // pid is null while there is none
                    "select state = 'ready' and pid is distinct from %s from pgjava.pg_stat_java"
                        .formatted(pid))
                .equals("t"));
    assertNotEquals(pid, scalar(observer, "select worker_pid()"));
  }

  private static void kill(String pid) throws Exception {
    // The worker belongs to another user than the tests, where those run as root.
    int code = new ProcessBuilder("kill", "-9", pid).start().waitFor();
    assertEquals(0, code);
  }

  private static PSQLException failure(Future<String> running) throws Exception {
    try {
      throw new AssertionError("returned " + running.get(DEADLINE.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      return (PSQLException) Objects.requireNonNull(e.getCause());
    }
  }

  private static void await(Condition condition) throws SQLException {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < deadline, "not within " + DEADLINE);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }
}
