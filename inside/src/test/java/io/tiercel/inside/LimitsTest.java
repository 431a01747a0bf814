package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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

/// How soon code ends that does not end by itself, and what becomes of values that are too large or
/// none.
class LimitsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final long TIMEOUT_MILLIS = 100;

  /// After the timeout, until the statement has failed, and until the thread has stopped.
  private static final long LATE_MILLIS = 200;

  /// The best of several counts, because the machine may have other work.
  private static final int TRIES = 8;

  private static TestDatabase database;
  private Connection connection;
  private Connection observer;

  @BeforeAll
  static void start() {
    database = InsideServer.orSkip().newDatabase();
    String function = "create function %s language javau as 'io.tiercel.inside.samples.Samples.%s'";
    database.execute(
        function.formatted("sleep() returns void", "sleep"),
        function.formatted("garbage() returns void", "garbage"),
        function.formatted("allocation() returns bigint", "allocation"),
        function.formatted("\"endlessLoop\"() returns bigint", "endlessLoop"),
        function.formatted("\"endlessRegex\"() returns boolean", "endlessRegex"),
        function.formatted("\"endlessCallbacks\"() returns void", "endlessCallbacks"),
        function.formatted("busy() returns int", "busyThreads"),
        function.formatted("worker_pid() returns int", "workerPid"),
        function.formatted("zero() returns text", "zero"),
        function.formatted("echo(text) returns text", "stripped"),
        function.formatted("long_text(int) returns text", "longText"),
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
  @ValueSource(strings = {"sleep", "garbage", "endlessLoop", "endlessRegex", "endlessCallbacks"})
  void a_timeout_ends_the_statement_and_its_thread_soon(String function) throws SQLException {
    String pid = scalar(observer, "select worker_pid()");
    execute(connection, "set statement_timeout = " + TIMEOUT_MILLIS);
    long failed = Long.MAX_VALUE;
    long stopped = Long.MAX_VALUE;
    for (int i = 0; i < TRIES && Math.max(failed, stopped) > LATE_MILLIS; i++) {
      // The connection has been given up with the call before.
      assertEquals("3", scalar(connection, "select add(1, 2)"));
      long start = System.nanoTime();
      assertFails(connection, "select \"%s\"()".formatted(function), "57014", "timeout");
      failed = Math.min(failed, lateness(start));
      awaitIdle();
      stopped = Math.min(stopped, lateness(start));
    }
    assertTrue(failed >= 0, "ended before its timeout");
    assertTrue(failed <= LATE_MILLIS, "failed %d ms after the timeout".formatted(failed));
    assertTrue(stopped <= LATE_MILLIS, "stopped %d ms after the timeout".formatted(stopped));
    assertEquals(pid, scalar(observer, "select worker_pid()"), "the worker ended with it");
  }

  private static long lateness(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos) - TIMEOUT_MILLIS;
  }

  private void awaitIdle() throws SQLException {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!scalar(observer, "select busy()").equals("0")) {
      assertTrue(System.nanoTime() < deadline, "not within " + DEADLINE);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /// Who allocates when nothing is left gets the error, which may be another session; but every
  /// call has a right result or that error, and the worker stays.
  @Test
  void a_heap_that_one_session_exhausts_is_there_for_others_again() throws Exception {
    String pid = scalar(observer, "select worker_pid()");
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> greedy =
          executor.submit(
              () -> {
                for (int i = 0; i < 3; i++) {
                  assertFails(connection, "select allocation()", "53200", "OutOfMemoryError");
                }
                return null;
              });
      while (!greedy.isDone()) {
        try {
          assertEquals("3", scalar(observer, "select add(1, 2)"));
        } catch (SQLException e) {
          assertEquals("53200", e.getSQLState(), e::toString);
        }
      }
      greedy.get();
    }
    assertEquals("3", scalar(connection, "select add(1, 2)"));
    assertEquals("3", scalar(observer, "select add(1, 2)"));
    assertEquals(pid, scalar(observer, "select worker_pid()"));
  }

  @Test
  void a_text_with_a_zero_byte_is_none() throws SQLException {
    assertFails(connection, "select zero()", "22021", "0x00");
    assertEquals("a", scalar(connection, "select echo(' a ')"));
  }

  @Test
  void values_beyond_the_limit_are_refused_both_ways() throws SQLException {
    execute(connection, "set pgjava.max_frame = '64kB'");
    assertFails(connection, "select echo(repeat('x', 70000))", "54000", "to Java at once");
    assertEquals("3", scalar(connection, "select add(1, 2)"));
    assertFails(connection, "select long_text(70000)", "54000", "from Java at once");
    assertEquals("3", scalar(connection, "select add(1, 2)"));
    assertEquals("60000", scalar(connection, "select length(long_text(60000))"));
  }
}
