package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AggregatesTest {
  private static final String CLASS = "io.tiercel.inside.samples.Aggregates$";
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void start() {
    database = InsideServer.orSkip().newDatabase();
    String add = "create function %s(internal, %s) returns internal language javau as '" + CLASS;
    String result = "create function %s(internal) returns %s language javau as '" + CLASS;
    database.execute(
        add.formatted("geo_add", "float8") + "GeometricMean.add'",
        result.formatted("geo_result", "float8") + "GeometricMean.result'",
        "create aggregate geo(float8) (sfunc = geo_add, stype = internal, finalfunc = geo_result)",
        add.formatted("longest_add", "text, int") + "Longest.add'",
        "create type found as (text text, weight int, asked int)",
        result.formatted("longest_result", "found") + "Longest.result'",
        "create aggregate longest(text, int)"
            + " (sfunc = longest_add, stype = internal, finalfunc = longest_result)",
        add.formatted("heavy_add", "int") + "Heavy.add'",
        result.formatted("heavy_result", "int") + "Heavy.result'",
        "create aggregate heavy(int)"
            + " (sfunc = heavy_add, stype = internal, finalfunc = heavy_result)");
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
  void rows_become_one_result() throws SQLException {
    assertEquals("4", scalar(connection, "select round(geo(x)) from (values (2), (8)) v(x)"));
    // no rows, and only NULLs
    assertNull(scalar(connection, "select geo(x) from (values (2)) v(x) where x > 9"));
    assertNull(scalar(connection, "select geo(null)"));
  }

  @Test
  void many_rows_travel_in_batches() throws SQLException {
    assertEquals(
        "right",
        scalar(
            connection,
            "select case when abs(geo(i) / exp(avg(ln(i))) - 1) < 1e-9 then 'right' end"
                + " from generate_series(1, 500000) i"));
  }

  @Test
  void groups_are_kept_apart_hashed_and_sorted() throws SQLException {
    for (String way : new String[] {"enable_sort", "enable_hashagg"}) {
      execute(connection, "set " + way + " = off");
      assertEquals(
          "1000 0",
          scalar(
              connection,
              "select count(*) || ' ' || count(*) filter (where abs(g / e - 1) > 1e-9) from"
                  + " (select i % 1000 as k, geo(i) as g, exp(avg(ln(i))) as e"
                  + " from generate_series(1, 50000) i group by 1) t"),
          way);
      execute(connection, "reset " + way);
    }
  }

  @Test
  void grouping_sets_have_a_state_each() throws SQLException {
    assertEquals(
        "1:4 2:16 all:8",
        scalar(
            connection,
            "select string_agg(coalesce(k::text, 'all') || ':' || g, ' ' order by k) from"
                + " (select k, round(geo(x)) as g from (values (1, 2), (1, 8), (2, 16), (2, 16))"
                + " v(k, x) group by rollup (k)) t"));
  }

  @Test
  void filters_orders_and_several_of_them_in_one_query() throws SQLException {
    assertEquals(
        "2 8 4 bb",
        scalar(
            connection,
            "select round(geo(x) filter (where x < 3)) || ' ' || round(geo(distinct x)"
                + " filter (where x > 3)) || ' ' || round(geo(x)) || ' ' ||"
                + " (longest(repeat('b', x / 4), 1 order by x)).text"
                + " from (values (2), (8)) v(x)"));
  }

  @Test
  void its_state_may_execute_statements_and_return_a_row() throws SQLException {
    assertEquals(
        "(ccc,1,6)",
        scalar(
            connection,
            "select longest(t, 1)::text from (values ('a'), ('bb'), (null), ('ccc')) v(t)"));
  }

  @Test
  void windows_grow_and_slide() throws SQLException {
    String rounded =
        "select string_agg(round(g)::text, ' ' order by x) from (select x, geo(x) over (%s) as g"
            + " from (values (2), (8), (32)) v(x)) t";
    assertEquals("2 4 8", scalar(connection, rounded.formatted("order by x")));
    assertEquals("2 4 16", scalar(connection, rounded.formatted("order by x rows 1 preceding")));
  }

  @Test
  void an_exception_is_the_statements_error_and_the_next_one_goes_on() throws SQLException {
    assertFails(
        connection,
        "select geo(5 - i) from generate_series(1, 100000) i",
        "2201E",
        "no logarithm of -1.0");
    assertEquals("8", scalar(connection, "select round(geo(8))"));
  }

  /// 60 groups of 8 MB, one after the other, in a worker of 256 MB.
  @Test
  void groups_that_are_over_are_forgotten() throws SQLException {
    execute(connection, "set enable_hashagg = off");
    assertEquals(
        "480",
        scalar(
            connection,
            "select sum(h) from (select i / 8, heavy(1000000) as h"
                + " from generate_series(0, 479) i group by 1) t"));
    // and those of other statements and transactions
    for (int i = 0; i < 30; i++) {
      assertEquals("10", scalar(connection, "select heavy(1000000) from generate_series(1, 10) i"));
    }
  }

  /// The rows before the worker ended must not be missing from a result.
  @Test
  void a_state_that_is_lost_with_the_worker_is_an_error() throws SQLException {
    execute(
        connection,
        "create function slow(i int) returns int language plpgsql volatile as"
            + " 'begin if i = 60000 then perform pgjava.restart_worker();"
            + " perform pg_sleep(1); end if; return i; end'");
    assertFails(
        connection, "select geo(slow(i)) from generate_series(1, 100000) i", "58000", "worker");
    assertEquals("8", scalar(connection, "select round(geo(8))"));
  }

  @Test
  void transition_functions_are_for_aggregates() {
    assertFails(
        connection,
        "create function bad(internal, int) returns internal language javau as '"
            + CLASS
            + "Heavy.nothing'",
        "42883",
        "no public instance method");
  }
}
