package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.UsageException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionTest {
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void createDatabase() {
    database = TestServer.v18().newDatabase();
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  @BeforeEach
  void open() {
    connection = Databases.open(database);
  }

  @AfterEach
  void close() {
    connection.close();
  }

  @Test
  void a_query_returns_its_rows_in_order() {
    List<Integer> numbers = new ArrayList<>();

    long rows =
        connection.query(
            "select i, 'row ' || i from generate_series(1, $1::int) i",
            row -> {
              numbers.add(row.getInt(0));
              assertEquals("row " + row.getInt(0), row.getString(1));
            },
            3);

    assertEquals(3, rows);
    assertEquals(List.of(1, 2, 3), numbers);
  }

  @Test
  void null_is_told_from_a_value() {
    connection.query(
        "select null::text, null::int, ''",
        row -> {
          assertTrue(row.isNull(0));
          assertNull(row.getString(0));
          assertNull(row.get(1, Integer.class));
          assertFalse(row.isNull(2));
        });
  }

  @Test
  void execute_returns_the_affected_rows() {
    connection.execute("create temp table t (a int)");
    assertEquals(5, connection.execute("insert into t select generate_series(1, 5)"));
    assertEquals(2, connection.execute("delete from t where a > $1", 3));
    assertEquals(0, connection.execute("set work_mem = '5MB'"));
  }

  @Test
  void a_failed_statement_leaves_the_connection_usable_and_keeps_every_field() {
    var failure =
        assertThrows(ServerException.class, () -> connection.execute("select 1 from nowhere"));

    assertEquals("42P01", failure.sqlState());
    assertEquals(15, failure.error().position());
    assertEquals("select 1 from nowhere", failure.sql());
    assertTrue(failure.isConnectionUsable());
    assertEquals(7, connection.queryList("select 7", row -> row.getInt(0)).getFirst());
  }

  @Test
  void a_statement_seen_before_takes_one_round_trip() {
    connection.queryList("select $1::int", row -> row.getInt(0), 1);
    long before = connection.statistics().roundTrips();

    connection.queryList("select $1::int", row -> row.getInt(0), 2);

    assertEquals(1, connection.statistics().roundTrips() - before);
  }

  @Test
  void a_script_runs_many_statements() {
    connection.script(
        "create temp table s (a int); insert into s values (1), (2); select * from s");
    assertEquals(2, connection.queryList("select a from s", row -> row.getInt(0)).size());
  }

  @Test
  void using_the_connection_from_a_row_consumer_is_refused() {
    var failure =
        assertThrows(
            UsageException.class,
            () -> connection.query("select 1", row -> connection.execute("select 2")));

    Failures.assertMentions("callback", failure);
    assertEquals(1, connection.query("select 1", row -> {}));
  }

  @Test
  void the_server_tells_its_version_and_parameters() {
    assertEquals(18, connection.serverVersion().major());
    assertEquals("UTF8", connection.parameter("client_encoding"));
  }
}
