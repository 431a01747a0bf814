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

class StatementsTest {
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void start() {
    database = InsideServer.orSkip().newDatabase();
    String function = "create function %s language javau as 'io.tiercel.inside.samples.Samples.%s'";
    database.execute(
        "create table item (id int primary key, name text)",
        function.formatted("count_rows(text) returns int", "countRows"),
        function.formatted("count_rows_stable(text) returns int stable", "countRows"),
        function.formatted("ins(int, text) returns bigint", "insert"),
        function.formatted("ins_stable(int, text) returns bigint stable", "insert"),
        function.formatted("first_name(int) returns text", "firstName"),
        function.formatted("state(text) returns text", "state"),
        function.formatted("in_savepoint(int, boolean) returns bigint", "inSavepoint"),
        function.formatted("factorial(int) returns int", "factorial"),
        function.formatted("outer_of(text) returns int", "outerOf"),
        function.formatted("inner_failure(text) returns int", "fail"),
        function.formatted("many(int) returns int", "manyStatements"));
  }

  /// Each test runs in a transaction that is rolled back.
  @BeforeEach
  void connect() throws SQLException {
    connection = database.connect();
    connection.setAutoCommit(false);
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.rollback();
    connection.close();
  }

  @Test
  void statements_run_in_the_callers_transaction() throws SQLException {
    assertEquals("1", scalar(connection, "select ins(1, 'one')"));
    assertEquals("1", scalar(connection, "select ins(2, null)"));
    assertEquals("Named[id=1, name=one]", scalar(connection, "select first_name(1)"));
    assertEquals("Named[id=2, name=null]", scalar(connection, "select first_name(2)"));
    assertEquals("nobody", scalar(connection, "select first_name(3)"));
    assertEquals("2", scalar(connection, "select count_rows('item')"));
    connection.rollback();
    assertEquals("0", scalar(connection, "select count_rows('item')"));
  }

  @Test
  void an_error_that_java_catches_undoes_its_statement_alone() throws SQLException {
    execute(connection, "insert into item values (1, 'one')");
    assertEquals(
        "23505 duplicate key value violates unique constraint \"item_pkey\" null",
        scalar(connection, "select state('insert into item values (2, null), (1, null)')"));
    assertEquals("1", scalar(connection, "select count_rows('item')"));
    assertEquals(
        "42P01 relation \"nowhere\" does not exist null",
        scalar(connection, "select state('select * from nowhere')"));
    assertEquals("fine", scalar(connection, "select state('insert into item values (2, null)')"));
    assertEquals("2", scalar(connection, "select count_rows('item')"));
  }

  @Test
  void an_error_that_java_does_not_catch_is_the_statements_own() {
    assertFails(connection, "select count_rows('nowhere')", "42P01", "nowhere");
  }

  @Test
  void functions_that_are_not_volatile_only_read() throws SQLException {
    assertEquals("0", scalar(connection, "select count_rows_stable('item')"));
    assertFails(connection, "select ins_stable(1, 'one')", "0A000", "non-volatile function");
  }

  @Test
  void a_stable_function_sees_the_snapshot_of_its_statement() throws SQLException {
    assertEquals(
        "0 1",
        scalar(
            connection,
            "with i as (insert into item values (1, 'x') returning id)"
                + " select count_rows_stable('item') || ' ' || ins(2, 'y') from i"));
    assertEquals(
        "2 3",
        scalar(
            connection,
            "select count_rows_stable('item') || ' ' || (select count_rows('item')"
                + " from (select ins(3, 'z')) t(x) where x = 1)"));
  }

  @Test
  void transactions_are_not_java_code_s_to_end() throws SQLException {
    assertEquals(
        "2D000 Java code cannot begin or end transactions Use PgSession.inSavepoint.",
        scalar(connection, "select state('commit')"));
    assertEquals("fine", scalar(connection, "select state('select 1')"));
  }

  @Test
  void a_savepoint_keeps_or_undoes_all_of_its_statements() throws SQLException {
    assertEquals("2", scalar(connection, "select in_savepoint(10, false)"));
    assertEquals("-1", scalar(connection, "select in_savepoint(20, true)"));
    assertEquals("2", scalar(connection, "select count_rows('item')"));
  }

  @Test
  void java_calls_sql_that_calls_java() throws SQLException {
    assertEquals("3628800", scalar(connection, "select factorial(10)"));
    assertEquals("120", scalar(connection, "select outer_of('select factorial(5)')"));
    assertFails(
        connection,
        "select outer_of('select inner_failure(''pg'')')",
        "P0778",
        "inner: P0777 no luck");
    connection.rollback();
    assertEquals("2", scalar(connection, "select factorial(2)"));
  }

  /// More than stay prepared.
  @Test
  void statements_that_are_no_longer_prepared_are_prepared_again() throws SQLException {
    assertEquals("44850", scalar(connection, "select many(300)"));
    assertEquals("44850", scalar(connection, "select many(300)"));
    assertEquals("4950", scalar(connection, "select many(100)"));
  }

  @Test
  void a_plan_follows_its_table() throws SQLException {
    execute(connection, "create table follows (a int)", "insert into follows values (1)");
    assertEquals("1", scalar(connection, "select outer_of('select * from follows')"));
    execute(connection, "alter table follows alter a type bigint");
    assertEquals("1", scalar(connection, "select outer_of('select * from follows')"));
  }

  @Test
  void types_that_cannot_be_inferred_are_named() throws SQLException {
    assertEquals(
        "08P01 the statement has 1 parameters, not 0 null",
        scalar(connection, "select state('select $1::int')"));
    assertEquals("fine", scalar(connection, "select state('select 1')"));
  }
}
