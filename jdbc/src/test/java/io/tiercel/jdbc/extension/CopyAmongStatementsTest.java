package io.tiercel.jdbc.extension;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/// COPY where a statement is expected, and COPY that is cancelled.
@Timeout(60)
class CopyAmongStatementsTest {
  private static TiercelConnection connect(TestDatabase database) throws SQLException {
    return Objects.requireNonNull(new TiercelDriver().connect(database.jdbcUrl(), null))
        .unwrap(TiercelConnection.class);
  }

  private static TestDatabase database(TestServer server) {
    TestDatabase database = server.newDatabase();
    database.execute("create table item (id int)");
    return database;
  }

  private static long count(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from item")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @EveryPostgres
  void copy_in_a_text_of_several_commands_is_refused_and_nothing_of_the_text_is_stored(
      TestServer server) throws SQLException {
    List<String> texts =
        List.of(
            "copy item from stdin",
            "insert into item values (1); copy item from stdin; insert into item values (2)",
            "insert into item values (1); /* load */ copy item (id) from stdin",
            "copy item from stdin; select 1");
    try (var database = database(server);
        var connection = connect(database);
        var statement = connection.createStatement()) {
      for (String text : texts) {
        var failure =
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.execute(text));
        assertEquals("0A000", failure.getSQLState());
        assertTrue(String.valueOf(failure.getMessage()).contains("COPY FROM STDIN"));
        assertFalse(connection.isClosed());
        assertEquals(0, count(connection));
      }
    }
  }

  @EveryPostgres
  void data_of_a_copy_that_nobody_takes_are_thrown_away(TestServer server) throws SQLException {
    try (var database = database(server);
        var connection = connect(database);
        var statement = connection.createStatement()) {
      statement.execute("insert into item select generate_series(1, 100000)");
      for (String text :
          List.of("copy item to stdout", "select 1; copy item to stdout; select 2")) {
        var failure =
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.execute(text));
        assertTrue(String.valueOf(failure.getMessage()).contains("COPY TO STDOUT"));
        assertEquals(100_000, count(connection));
      }
    }
  }

  @EveryPostgres
  void copy_out_in_a_text_of_several_commands_is_refused_and_nothing_of_the_text_is_stored(
      TestServer server) throws SQLException {
    List<String> texts =
        List.of(
            "insert into item values (1); copy item to stdout; insert into item values (2)",
            "insert into item values (1); copy (select 1) to stdout",
            "copy (insert into item values (1) returning id) to stdout");
    try (var database = database(server);
        var connection = connect(database);
        var statement = connection.createStatement()) {
      for (String text : texts) {
        assertThrows(SQLFeatureNotSupportedException.class, () -> statement.execute(text));
        assertEquals(0, count(connection));
        statement.addBatch("insert into item values (1)");
        statement.addBatch(text);
        var failure = assertThrows(SQLException.class, statement::executeBatch);
        assertEquals("0A000", failure.getSQLState());
        assertEquals(0, count(connection));
        connection.setAutoCommit(false);
        statement.execute("insert into item values (1)");
        assertThrows(SQLFeatureNotSupportedException.class, () -> statement.execute(text));
        failure = assertThrows(SQLException.class, () -> statement.execute("select 1"));
        assertEquals("25P02", failure.getSQLState());
        connection.rollback();
        connection.setAutoCommit(true);
        assertEquals(0, count(connection));
      }
    }
  }

  @EveryPostgres
  void with_autosave_a_refused_copy_takes_nothing_else_back(TestServer server) throws SQLException {
    try (var database = database(server);
        var connection =
            Objects.requireNonNull(
                new TiercelDriver().connect(database.jdbcUrl() + "&autosave=always", null));
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("insert into item values (1)");
      for (String text :
          List.of(
              "copy item to stdout",
              "copy item from stdin",
              "insert into item values (2); copy item to stdout",
              "copy (insert into item values (3) returning id) to stdout")) {
        var failure =
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.execute(text));
        assertEquals("0A000", failure.getSQLState());
        assertEquals(1, count(connection), text);
      }
      statement.execute("insert into item values (4)");
      connection.commit();
      assertEquals(2, count(connection));
    }
  }

  @EveryPostgres
  void copy_in_a_batch_or_a_prepared_statement_is_refused(TestServer server) throws SQLException {
    try (var database = database(server);
        var connection = connect(database)) {
      try (var batch = connection.createStatement()) {
        batch.addBatch("insert into item values (1)");
        batch.addBatch("copy item from stdin");
        batch.addBatch("insert into item values (2)");
        var failure = assertThrows(SQLException.class, batch::executeBatch);
        assertEquals("0A000", failure.getSQLState());
      }
      try (var prepared = connection.prepareStatement("copy item from stdin")) {
        for (int i = 0; i < 7; i++) {
          assertThrows(SQLFeatureNotSupportedException.class, prepared::execute);
        }
      }
      assertEquals(0, count(connection));
    }
  }

  @EveryPostgres
  void a_copy_of_a_file_runs_among_other_commands(TestServer server) throws SQLException {
    try (var database = database(server);
        var connection = connect(database);
        var statement = connection.createStatement()) {
      statement.execute(
          "insert into item values (1); copy item from '/dev/null'; insert into item values (2)");
      assertEquals(2, count(connection));
    }
  }

  @EveryPostgres
  void a_refused_copy_fails_the_transaction_and_a_rollback_mends_it(TestServer server)
      throws SQLException {
    try (var database = database(server);
        var connection = connect(database);
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("insert into item values (1)");
      assertThrows(SQLException.class, () -> statement.execute("copy item from stdin; select 1"));
      var failure = assertThrows(SQLException.class, () -> statement.execute("select 1"));
      assertEquals("25P02", failure.getSQLState());
      connection.rollback();
      assertEquals(0, count(connection));
    }
  }

  @EveryPostgres
  void a_copy_in_can_be_cancelled_while_it_runs(TestServer server) throws Exception {
    try (var database = database(server);
        var connection = connect(database)) {
      var began = new CountDownLatch(1);
      InputStream endless =
          new InputStream() {
            private long given;

            @Override
            public int read() {
              return '\n';
            }

            @Override
            public int read(byte[] to, int offset, int length) {
              for (int i = 0; i < length; i += 2) {
                to[offset + i] = '7';
                to[offset + i + 1] = '\n';
              }
              given += length;
              if (given > 10_000_000) {
                began.countDown();
              }
              return length / 2 * 2;
            }
          };
      var running =
          CompletableFuture.supplyAsync(
              () ->
                  assertThrows(
                      SQLException.class,
                      () -> connection.copy().in("copy item from stdin", endless)));
      assertTrue(began.await(30, TimeUnit.SECONDS));
      connection.cancelRunning();
      assertEquals("57014", running.get(30, TimeUnit.SECONDS).getSQLState());
      assertEquals(0, count(connection));
    }
  }

  @EveryPostgres
  void a_copy_out_can_be_cancelled_while_it_runs(TestServer server) throws Exception {
    try (var database = database(server);
        var connection = connect(database)) {
      var began = new CountDownLatch(1);
      OutputStream sink =
          new OutputStream() {
            @Override
            public void write(int b) {
              began.countDown();
            }

            @Override
            public void write(byte[] from, int offset, int length) {
              began.countDown();
            }
          };
      String endless = "copy (select generate_series(1, 2000000000)) to stdout";
      var running =
          CompletableFuture.supplyAsync(
              () -> assertThrows(SQLException.class, () -> connection.copy().out(endless, sink)));
      assertTrue(began.await(30, TimeUnit.SECONDS));
      connection.cancelRunning();
      assertEquals("57014", running.get(30, TimeUnit.SECONDS).getSQLState());
      assertEquals(0, count(connection));
    }
  }
}
