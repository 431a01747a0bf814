package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullUnmarked;

/// Timeouts, cancelling, and several threads on one connection.
@NullUnmarked
class CancelContractTest {

  @EveryDriver
  void a_query_timeout_cancels_the_statement_and_no_other(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertEquals(1, statement.getQueryTimeout());
      long start = System.nanoTime();
      var thrown = assertThrows(SQLException.class, () -> statement.execute("select pg_sleep(30)"));
      assertEquals("57014", thrown.getSQLState());
      assertTrue(System.nanoTime() - start >= Duration.ofSeconds(1).toNanos());
      if (driver.isTiercel()) {
        assertInstanceOf(SQLTimeoutException.class, thrown);
      }
      assertTrue(statement.execute("select 1"));
      statement.setQueryTimeout(0);
      assertTrue(statement.execute("select pg_sleep(1.2)"));
    }
  }

  private static void awaitSleeping(Connection observer) throws SQLException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    try (var statement = observer.createStatement()) {
      while (System.nanoTime() < end) {
        String count =
            StatementContractTest.text(
                statement.executeQuery(
                    "select count(*) from pg_stat_activity where wait_event = 'PgSleep'"
                        + " and datname = current_database()"));
        if (!count.equals("0")) {
          return;
        }
      }
    }
    throw new AssertionError("nobody sleeps");
  }

  @EveryDriver
  void another_thread_can_cancel(DriverUnderTest driver) throws Exception {
    try (var connection = driver.connect();
        var observer = driver.connect();
        Statement statement = connection.createStatement();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Boolean> sleep = () -> statement.execute("select pg_sleep(30)");
      Future<Boolean> sleeping = threads.submit(sleep);
      awaitSleeping(observer);
      statement.cancel();
      var thrown = assertThrows(java.util.concurrent.ExecutionException.class, sleeping::get);
      assertEquals("57014", ((SQLException) thrown.getCause()).getSQLState());
      statement.cancel();
      assertTrue(statement.execute("select 1"));
    }
  }

  @EveryDriver
  void closing_the_connection_ends_what_another_thread_waits_for(DriverUnderTest driver)
      throws Exception {
    var connection = driver.connect();
    try (var observer = driver.connect();
        Statement statement = connection.createStatement();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Boolean> sleep = () -> statement.execute("select pg_sleep(30)");
      Future<Boolean> sleeping = threads.submit(sleep);
      awaitSleeping(observer);
      connection.abort(Runnable::run);
      var thrown = assertThrows(java.util.concurrent.ExecutionException.class, sleeping::get);
      assertInstanceOf(SQLException.class, thrown.getCause());
      assertTrue(connection.isClosed());
    }
  }

  @EveryDriver
  void many_threads_share_a_connection(DriverUnderTest driver) throws Exception {
    try (var connection = driver.connect();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks = new ArrayList<Future<Integer>>();
      for (int t = 0; t < 20; t++) {
        int from = t * 1000;
        tasks.add(threads.submit(() -> sum(connection, from)));
      }
      for (int t = 0; t < 20; t++) {
        int expected = 20 * (t * 1000) + 190;
        assertEquals(expected, tasks.get(t).get());
      }
    }
  }

  private static int sum(Connection connection, int from) throws SQLException {
    int sum = 0;
    for (int i = 0; i < 20; i++) {
      try (var select =
          connection.prepareStatement(
              "select ?::int + ?, repeat('x', 100) from generate_series(1, 3000)")) {
        select.setInt(1, from);
        select.setInt(2, i);
        try (var result = select.executeQuery()) {
          int rows = 0;
          int value = 0;
          while (result.next()) {
            value = result.getInt(1);
            rows++;
          }
          assertEquals(3000, rows);
          sum += value;
        }
      }
    }
    return sum;
  }
}
