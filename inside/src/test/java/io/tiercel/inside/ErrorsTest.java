package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ErrorsTest {
  private static InsideServer server;
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void start() {
    server = InsideServer.orSkip();
    database = server.newDatabase();
    String function = "create function %s language javau as 'io.tiercel.inside.samples.Samples.%s'";
    database.execute(
        function.formatted("fail(text) returns int", "fail"),
        function.formatted("recursion(int) returns int", "recursion"),
        function.formatted("allocation() returns bigint", "allocation"),
        function.formatted("worker_pid() returns int", "workerPid"),
        function.formatted("say(text, text) returns void", "say"),
        function.formatted("warn(text, text, text) returns void", "warn"),
        function.formatted("another_thread() returns void", "fromAnotherThread"));
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = database.connect();
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void a_sql_exception_keeps_its_sqlstate() throws SQLException {
    assertFails(connection, "select fail('sql')", "22012", "divided by nothing");
    execute(
        connection,
        "create temp table t (v text)",
        """
        do $$ begin
          perform fail('sql');
        exception when division_by_zero then insert into t values ('caught');
        end $$\
        """);
    assertEquals("caught", scalar(connection, "select v from t"));
  }

  @Test
  void an_error_of_ours_has_detail_and_hint() {
    var error =
        assertFails(connection, "select fail('pg')", "P0777", "no luck").getServerErrorMessage();
    assertNotNull(error);
    assertEquals("It was the seventh time.", error.getDetail());
    assertEquals("Try again.", error.getHint());
  }

  @Test
  void other_exceptions_are_external_and_their_stack_is_in_the_log() {
    assertFails(
        connection, "select fail('state')", "38000", "java.lang.IllegalStateException: bad state");
    assertTrue(server.server().log().contains("samples.Samples.fail(Samples.java:"));
    assertFails(connection, "select fail('success')", "38000", "all is well");
  }

  @Test
  void exhausted_stacks_and_heaps_are_errors_of_the_statement() throws SQLException {
    String pid = scalar(connection, "select worker_pid()");
    assertFails(connection, "select recursion(1)", "54001", "StackOverflowError");
    assertFails(connection, "select allocation()", "53200", "OutOfMemoryError");
    assertEquals(pid, scalar(connection, "select worker_pid()"));
  }

  @Test
  void a_failed_call_is_undone_to_the_savepoint_and_no_further() throws SQLException {
    connection.setAutoCommit(false);
    execute(connection, "create temp table kept (v int)", "insert into kept values (1)");
    var savepoint = connection.setSavepoint();
    assertFails(connection, "insert into kept values (2), (fail('pg'))", "P0777", "no luck");
    connection.rollback(savepoint);
    assertEquals("1", scalar(connection, "select count(*) from kept"));
    connection.rollback();
  }

  @Test
  void messages_reach_the_client_at_their_levels() throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("select say('NOTICE', 'hear: ü'), say('WARNING', 'look')");
      var notice = statement.getWarnings();
      assertEquals("hear: ü", notice.getMessage());
      assertEquals("00000", notice.getSQLState());
      assertEquals("look", notice.getNextWarning().getMessage());
      assertEquals("01000", notice.getNextWarning().getSQLState());
    }
  }

  @Test
  void the_session_belongs_to_the_thread_of_the_call() {
    assertFails(
        connection, "select another_thread()", "55000", "the session belongs to the thread");
  }

  @Test
  void messages_have_a_state_a_detail_and_a_hint() throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("select warn('01P07', 'It is slippery.', 'Walk.')");
      var warning = (org.postgresql.util.PSQLWarning) statement.getWarnings();
      var message = java.util.Objects.requireNonNull(warning.getServerErrorMessage());
      assertEquals("01P07", message.getSQLState());
      assertEquals("be careful", message.getMessage());
      assertEquals("It is slippery.", message.getDetail());
      assertEquals("Walk.", message.getHint());
    }
  }
}
