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

class SetsTest {
  private static final String CLASS = "io.tiercel.inside.samples.Samples.";
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void start() {
    database = InsideServer.orSkip().newDatabase();
    String set = "create function %s language javau as '" + CLASS + "%s'";
    database.execute(
        set.formatted("numbers(int) returns setof int", "numbers"),
        set.formatted("names(int) returns table (id int, name text)", "names"),
        set.formatted("words(text) returns setof text", "words"),
        set.formatted("fails_after(int) returns setof int", "failsAfter"),
        set.formatted("counted(bigint) returns setof bigint", "counted"),
        set.formatted("computed() returns bigint", "computed"));
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
  void iterators_streams_and_lists_are_sets() throws SQLException {
    assertEquals("15", scalar(connection, "select sum(n) from numbers(5) n"));
    assertEquals("0", scalar(connection, "select count(*) from numbers(0) n"));
    assertEquals(
        "1:n1,2:n2,3:-,4:n4",
        scalar(
            connection,
            "select string_agg(id || ':' || coalesce(name, '-'), ',' order by id) from names(4)"));
    assertEquals("3", scalar(connection, "select count(*) from words('one two three')"));
    assertEquals("2", scalar(connection, "select count(*) from (select words('a b')) t"));
  }

  /// One batch has 64 KiB.
  @Test
  void sets_of_many_batches_are_complete() throws SQLException {
    assertEquals(
        "200000 20000100000",
        scalar(connection, "select count(*) || ' ' || sum(n::bigint) from numbers(200000) n"));
    assertEquals(
        "50000 16666",
        scalar(
            connection,
            "select count(*) || ' ' || count(*) filter (where name is null) from names(50000)"));
  }

  @Test
  void a_set_that_fails_is_an_error_and_the_session_goes_on() throws SQLException {
    // Neither in the first batch nor at the end of one.
    assertFails(connection, "select count(*) from fails_after(30000)", "22012", "no more");
    assertEquals("3", scalar(connection, "select count(*) from numbers(3)"));
  }

  @Test
  void rows_are_computed_when_they_are_asked_for() throws SQLException {
    // The receiving side fails within the first batch: a value that its column refuses.
    execute(connection, "create domain small as bigint check (value < 10)");
    execute(
        connection,
        "create function counted_small(bigint) returns setof small language javau as '"
            + CLASS
            + "counted'");
    assertFails(connection, "select * from counted_small(1000000000)", "23514", "small");
    long computed = Long.parseLong(scalar(connection, "select computed()"));
    assertTrue(computed < 10_000, () -> computed + " rows were computed");
  }

  @Test
  void two_sets_in_one_statement_do_not_meet() throws SQLException {
    assertEquals(
        "9", scalar(connection, "select count(*) from numbers(3) a, lateral numbers(3) b"));
    assertEquals("5", scalar(connection, "select count(*) from (select numbers(5), numbers(3)) t"));
  }
}
