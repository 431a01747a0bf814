package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProceduresTest {
  private static final String CLASS = "io.tiercel.inside.samples.Procedures.";
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void start() {
    database = InsideServer.orSkip().newDatabase();
    String as = " language javau as '" + CLASS;
    database.execute(
        "create table entry (id int)",
        "create table entry_text (what text)",
        "create table parent (id int primary key)",
        "create table child (id int, parent int references parent deferrable initially deferred)",
        "create procedure alternate(count int, out committed int, out rolled_back int)"
            + as
            + "alternate'",
        "create procedure commits()" + as + "commit'",
        "create procedure survives()" + as + "survivesFailedCommit'",
        "create procedure commit_in_savepoint()" + as + "commitInSavepoint'",
        "create function commit_state() returns text" + as + "commitState'");
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = database.connect();
    execute(connection, "truncate entry, entry_text");
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void a_procedure_ends_transactions() throws SQLException {
    assertEquals("3", scalar(connection, "call alternate(6, null, null)"));
    assertEquals("2,4,6", scalar(connection, "select string_agg(id::text, ',') from entry"));
    // and is called again, by itself and from PL/pgSQL
    execute(connection, "do 'begin call commits(); end'");
    assertEquals("3", scalar(connection, "call alternate(6, null, null)"));
    assertEquals("6", scalar(connection, "select count(*) from entry"));
  }

  @Test
  void not_within_a_transaction_block_nor_a_function() throws SQLException {
    assertEquals("2D000", scalar(connection, "select commit_state()"));
    execute(connection, "begin", "insert into entry values (1)");
    assertFails(connection, "call commits()", "2D000", "invalid transaction termination");
    execute(connection, "rollback");
    assertEquals("0", scalar(connection, "select count(*) from entry"));
  }

  @Test
  void a_commit_that_fails_is_an_exception_and_the_procedure_goes_on() throws SQLException {
    execute(connection, "call survives()");
    assertEquals("23503", scalar(connection, "select string_agg(what, ',') from entry_text"));
    assertEquals("0", scalar(connection, "select count(*) from child"));
  }

  @Test
  void not_within_a_savepoint() {
    assertFails(connection, "call commit_in_savepoint()", "2D000", "within a savepoint");
  }

  @Test
  void do_calls_a_method() throws SQLException {
    execute(connection, "do language javau '" + CLASS + "block'");
    assertEquals("77", scalar(connection, "select string_agg(id::text, ',') from entry"));
    // another one is not taken for it
    execute(connection, "do language javau '" + CLASS + "commit'");
    assertEquals("1", scalar(connection, "select count(*) from entry"));
    assertFails(
        connection, "do language javau '" + CLASS + "nothing'", "42883", "has no public static");
  }
}
