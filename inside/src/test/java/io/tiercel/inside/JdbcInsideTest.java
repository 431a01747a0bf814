package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcInsideTest {
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void start() {
    database = InsideServer.orSkip().newDatabase();
    String as = " language javau as 'io.tiercel.inside.samples.Jdbc.";
    database.execute(
        "create table item (id int primary key, name text)",
        "create function rows(text, text) returns text" + as + "rows'",
        "create function rows_stable(text, text) returns text stable" + as + "rows'",
        "create function rows_german(text, text) returns text set datestyle = 'German'"
            + " set intervalstyle = 'sql_standard'"
            + as
            + "rows'",
        "create function each(boolean, text[]) returns text" + as + "each'",
        "create function batch(int) returns int" + as + "batch'",
        "create function savepoints() returns text" + as + "savepoints'",
        "create function streamed(int, boolean) returns bigint" + as + "streamed'",
        "create function interrupted(int) returns bigint" + as + "interrupted'",
        "create function plus_one(int) returns int" + as + "plusOne'",
        "create function doubled(int) returns setof int" + as + "doubled'",
        "create function left_open() returns void" + as + "leftOpen'",
        "create function left_result_open() returns void" + as + "leftResultOpen'",
        "create function keep() returns void" + as + "keep'",
        "create function use_kept() returns void" + as + "useKept'",
        "create procedure proc(inout count int)" + as + "procedure'",
        "create function in_savepoint(boolean) returns text" + as + "inSavepoint'",
        "create function table_names() returns text" + as + "tableNames'",
        "create function copy_in() returns text" + as + "copyIn'");
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = database.connect();
    execute(connection, "truncate item");
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  private String ids() throws SQLException {
    return scalar(
        connection, "select coalesce(string_agg(id::text, ',' order by id), '') from item");
  }

  private String each(boolean autoCommit, String... sqls) throws SQLException {
    try (var statement = connection.prepareStatement("select each(?, ?)")) {
      statement.setBoolean(1, autoCommit);
      statement.setArray(2, connection.createArrayOf("text", sqls));
      try (var result = statement.executeQuery()) {
        result.next();
        return result.getString(1);
      }
    }
  }

  @Test
  void both_urls_lead_into_the_session() throws SQLException {
    execute(connection, "create temp table mine as select 7 as x, null::text as y");
    for (String url : new String[] {"jdbc:tiercel:inside", "jdbc:default:connection"}) {
      assertEquals("x=7|y=null", scalar(connection, "select rows('" + url + "', 'table mine')"));
    }
    assertFails(
        connection,
        "select rows('jdbc:tiercel:inside', 'select 1/0')",
        "22012",
        "division by zero");
  }

  @Test
  void texts_come_as_the_driver_expects_them_whatever_the_client_has_set() throws SQLException {
    assertEquals(
        "d=2026-11-23|i=1 day 02:00:00|t=é",
        scalar(
            connection,
            "select rows_german('jdbc:tiercel:inside', 'select date ''2026-11-23'' as d,"
                + " interval ''1 day 2 hours'' as i, ''é'' as t')"));
  }

  @Test
  void a_statement_that_fails_is_undone_alone() throws SQLException {
    assertEquals(
        "1 23505 1 42P01 1",
        each(
            true,
            "insert into item values (1, 'a')",
            "insert into item values (2, 'b'), (1, 'a')",
            "insert into item values (3, 'c')",
            "select * from nowhere",
            "update item set name = 'd' where id = 1"));
    assertEquals("1,3", ids());
  }

  @Test
  void a_transaction_is_a_subtransaction_of_the_callers() throws SQLException {
    connection.setAutoCommit(false);
    assertEquals(
        "1 -1 1 -1 1 23505 25P02 -1 1 -1",
        each(
            false,
            "insert into item values (1, 'kept')",
            "COMMIT",
            "insert into item values (2, 'undone')",
            "ROLLBACK",
            "insert into item values (3, 'undone')",
            "insert into item values (1, 'twice')",
            "insert into item values (4, 'too late')",
            "ROLLBACK",
            "insert into item values (5, 'kept')",
            "COMMIT"));
    assertEquals("1,5", ids());
    connection.rollback();
    connection.setAutoCommit(true);
    assertEquals("", ids());
  }

  @Test
  void a_commit_of_a_failed_transaction_rolls_back() throws SQLException {
    assertEquals(
        "1 22012 -1", each(false, "insert into item values (1, 'lost')", "select 1/0", "COMMIT"));
    assertEquals("", ids());
  }

  @Test
  void savepoints_nest() throws SQLException {
    assertEquals("23505 25P02", scalar(connection, "select savepoints()"));
    assertEquals("1,3", ids());
  }

  @Test
  void batches_are_all_or_nothing_as_elsewhere() throws SQLException {
    assertEquals("1000", scalar(connection, "select batch(1000)"));
    execute(connection, "delete from item where id <> 500");
    assertFails(connection, "select batch(1000)", "23505", "duplicate key");
    assertEquals("500", ids());
  }

  /// 200 MB of text, in a worker of 256 MB that has to hold more than that text.
  @Test
  void results_of_any_size_are_streamed() throws SQLException {
    long expected = 1_000_000L * 1_000_001 / 2 + 200 * 1_000_000L;
    for (boolean transaction : new boolean[] {true, false}) {
      assertEquals(
          Long.toString(expected),
          scalar(connection, "select streamed(1000000, " + transaction + ")"));
    }
    assertEquals("0", scalar(connection, "select count(*) - 1 from pg_cursors"));
  }

  @Test
  void others_may_send_while_an_answer_is_read() throws SQLException {
    assertEquals("20000", scalar(connection, "select interrupted(20000)"));
    assertEquals("8", scalar(connection, "select plus_one(7)"));
  }

  @Test
  void sets_stream_what_they_read() throws SQLException {
    assertEquals(
        "100000 10000100000",
        scalar(connection, "select count(*) || ' ' || sum(d::bigint) from doubled(100000) d"));
    assertEquals("3", scalar(connection, "select count(*) from (select doubled(3)) t"));
  }

  @Test
  void a_transaction_that_is_left_open_is_an_error() throws SQLException {
    assertFails(connection, "select left_open()", "25000", "transactions open");
    assertEquals("", ids());
    assertEquals("8", scalar(connection, "select plus_one(7)"));
  }

  @Test
  void a_result_that_is_left_open_is_none() throws SQLException {
    execute(connection, "select left_result_open()");
    assertEquals("8", scalar(connection, "select plus_one(7)"));
    assertEquals("0", scalar(connection, "select count(*) - 1 from pg_cursors"));
  }

  @Test
  void a_connection_of_a_call_that_is_over_is_closed() throws SQLException {
    execute(connection, "select keep()");
    assertFails(connection, "select use_kept()", "08003", "closed");
    assertEquals("8", scalar(connection, "select plus_one(7)"));
  }

  @Test
  void procedures_commit_and_roll_back() throws SQLException {
    assertEquals("5", scalar(connection, "call proc(5)"));
    assertEquals("-23505,2,4", ids());
  }

  @Test
  void functions_that_are_not_volatile_only_read() throws SQLException {
    assertEquals(
        "n=1", scalar(connection, "select rows_stable('jdbc:tiercel:inside', 'select 1 as n')"));
    assertFails(
        connection,
        "select rows_stable('jdbc:tiercel:inside',"
            + " 'insert into item values (1) returning id')",
        "0A000",
        "non-volatile");
  }

  @Test
  void subtransactions_are_ended_in_order() throws SQLException {
    assertEquals("in order", scalar(connection, "select in_savepoint(true)"));
    assertEquals("1", ids());
    execute(connection, "truncate item");
    assertTrue(
        scalar(connection, "select in_savepoint(false)").contains("begun within the savepoint"));
  }

  @Test
  void metadata_are_there() throws SQLException {
    assertEquals("item", scalar(connection, "select table_names()"));
  }

  @Test
  void copy_is_refused() throws SQLException {
    assertFails(connection, "select copy_in()", "0A000", "cannot COPY");
    assertEquals("8", scalar(connection, "select plus_one(7)"));
  }
}
