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
        "create function star() returns text" + as + "star'",
        "create function copy_out() returns text" + as + "copyOut'",
        "create function copy_in(int, boolean) returns bigint" + as + "copyIn'",
        "create function interrupted_copy() returns text" + as + "interruptedCopy'",
        "create function unfinished_copy() returns void" + as + "unfinishedCopy'");
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

  /// A client that goes by an old description would read the wrong values.
  @Test
  void prepared_statements_follow_their_tables() throws SQLException {
    execute(connection, "create table changing (a int)", "insert into changing values (1)");
    scalar(connection, "select star()");
    scalar(connection, "select star()");
    execute(connection, "alter table changing alter a type text using 'x' || a, add b int");
    assertEquals("1 -> x1|null", scalar(connection, "select star()"));
    execute(connection, "drop table changing");
  }

  @Test
  void copy_out_is_refused() throws SQLException {
    assertFails(connection, "select copy_out()", "0A000", "cannot COPY");
    assertEquals("8", scalar(connection, "select plus_one(7)"));
  }

  @Test
  void rows_are_copied_in() throws SQLException {
    assertEquals("100000", scalar(connection, "select copy_in(100000, false)"));
    assertEquals(
        "100000 name 100000",
        scalar(
            connection,
            "select count(*) || ' ' || max(name) filter (where id = 100000) from item"));
    execute(connection, "truncate item");
    assertFails(connection, "select copy_in(1000, true)", "23505", "duplicate key");
    assertEquals("", ids());
    assertEquals("8", scalar(connection, "select plus_one(7)"));
  }

  @Test
  void a_copy_has_the_call_to_itself() throws SQLException {
    assertEquals("55006 2", scalar(connection, "select interrupted_copy()"));
    assertEquals("1,2", ids());
    assertFails(connection, "select unfinished_copy()", "25000", "unfinished");
    assertEquals("8", scalar(connection, "select plus_one(7)"));
  }

  @Test
  void a_copy_needs_the_right_to_insert() throws SQLException {
    execute(
        connection,
        "create role copier",
        "grant usage on schema public to copier",
        "set role copier");
    assertFails(connection, "select copy_in(1, false)", "42501", "permission denied");
    execute(connection, "reset role", "grant insert on item to copier", "set role copier");
    assertEquals("1", scalar(connection, "select copy_in(1, false)"));
    execute(
        connection, "reset role", "alter table item enable row level security", "set role copier");
    assertFails(connection, "select copy_in(1, false)", "0A000", "row-level security");
    execute(
        connection,
        "reset role",
        "alter table item disable row level security",
        "drop owned by copier",
        "drop role copier");
  }

  /// Java code is not told, however it would catch: it is over.
  @Test
  void a_timeout_ends_a_statement_of_the_driver_and_its_transaction() throws SQLException {
    execute(connection, "set statement_timeout = '300ms'");
    assertFails(
        connection,
        "select each(false, '{\"insert into item values (1)\",\"select pg_sleep(60)\",COMMIT}')",
        "57014",
        "statement timeout");
    assertEquals("", ids());
    assertEquals("8", scalar(connection, "select plus_one(7)"));
  }

  @Test
  void a_worker_that_is_killed_takes_no_transaction_with_it_that_has_a_savepoint()
      throws SQLException {
    connection.setAutoCommit(false);
    assertEquals("1 -1", each(false, "insert into item values (1)", "COMMIT"));
    execute(connection, "savepoint s");
    assertFails(
        connection,
        "select each(false, '{\"insert into item values (2)\",\"select pgjava.restart_worker()\","
            + "\"select pg_sleep(5)\",\"select 1\",COMMIT}')",
        "58000",
        "worker");
    execute(connection, "rollback to s");
    assertEquals("1", ids());
    assertEquals("8", scalar(connection, "select plus_one(7)"));
    connection.rollback();
  }
}
