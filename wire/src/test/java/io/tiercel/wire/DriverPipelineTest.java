package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerText;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a driver with an API of its own asks of a [Pipeline]: statements that run once, portals in
/// pieces, results that are left in the socket.
@NullUnmarked
@Timeout(60)
class DriverPipelineTest {
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
    connection.script("create temp table t (id int primary key, name text)");
  }

  @AfterEach
  void close() {
    connection.close();
  }

  private long roundTrips() {
    return connection.statistics().roundTrips();
  }

  @Test
  void a_statement_that_runs_once_takes_one_round_trip_and_answers_in_text() {
    List<byte[]> bodies = new ArrayList<>();
    long before = roundTrips();

    Pending pending;
    try (var pipeline = connection.pipeline()) {
      PreparedStatement statement = pipeline.once("select $1 + 1 as n", Oids.INT4);
      pending =
          pipeline.add(
              statement,
              PortalLimit.NONE,
              (buffer, offset, length) ->
                  bodies.add(Arrays.copyOfRange(buffer, offset, offset + length)),
              41);
      pipeline.await();
    }

    assertEquals(1, roundTrips() - before);
    RowDescription description = pending.statement().description();
    assertEquals(Format.TEXT, description.fields().getFirst().format());
    var row = new DataRow(description, Codecs.builtin());
    row.moveTo(bodies.getFirst(), 0, bodies.getFirst().length);
    assertEquals("42", row.getString(0));
  }

  @Test
  void a_new_command_is_described_in_the_flight_that_runs_it() {
    long before = roundTrips();
    try (var pipeline = connection.pipeline()) {
      PreparedStatement insert =
          pipeline.statement("insert into t values ($1, $2)", Oids.INT4, Oids.TEXT);
      pipeline.addCommand(insert, 1, "one");
      pipeline.addCommand(insert, 2, "two");
      pipeline.await();
    }
    assertEquals(1, roundTrips() - before);
    assertEquals(
        List.of("one", "two"),
        connection.queryList("select name from t order by id", row -> row.getString(0)));
  }

  @Test
  void the_servers_spelling_is_taken_for_any_type() {
    PreparedStatement insert = connection.prepare("insert into t values ($1, $2)");
    try (var pipeline = connection.pipeline()) {
      pipeline.add(insert, new ServerText("7"), new ServerText("seven"));
      pipeline.add(insert, 8, "eight");
      pipeline.await();
    }
    assertEquals(
        List.of(7, 8), connection.queryList("select id from t order by id", row -> row.getInt(0)));
  }

  @Test
  void a_portal_in_a_transaction_leaves_the_connection_free_between_its_pieces() {
    PreparedStatement series = connection.prepare("select generate_series(1, 5)");
    var taken = new ArrayList<Integer>();
    Pending pending;
    var limit = new PortalLimit("p", 2);
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      pending = pipeline.add(series, limit, (buffer, offset, length) -> taken.add(length));
      pipeline.await();
    }
    assertTrue(pending.isSuspended());
    assertEquals(2, taken.size());
    connection.execute("insert into t values (1)");
    while (pending.isSuspended()) {
      try (var pipeline = connection.pipeline()) {
        pending = pipeline.fetch(pending, limit, (buffer, offset, length) -> taken.add(length));
        pipeline.await();
      }
    }
    assertEquals(5, taken.size());
    assertEquals(TransactionStatus.IN_TRANSACTION, connection.transactionStatus());
  }

  @Test
  void a_flush_leaves_the_implicit_transaction_open() {
    PreparedStatement series = connection.prepare("select generate_series(1, 5)");
    var taken = new ArrayList<Integer>();
    var limit = new PortalLimit("", 2);
    try (var pipeline = connection.pipeline()) {
      Pending pending = pipeline.add(series, limit, (buffer, offset, length) -> taken.add(length));
      pipeline.flush();
      assertTrue(pending.isSuspended());
      pending =
          pipeline.fetch(pending, new PortalLimit("", 0), (b, o, length) -> taken.add(length));
      pipeline.flush();
      assertFalse(pending.isSuspended());
      pipeline.await();
    }
    assertEquals(5, taken.size());
    assertEquals(TransactionStatus.IDLE, connection.transactionStatus());
  }

  @Test
  void what_is_not_wanted_yet_stays_in_the_socket() {
    PreparedStatement series = connection.prepare("select generate_series(1, 500000)");
    var taken = new int[1];
    try (var pipeline = connection.pipeline()) {
      pipeline.add(series, PortalLimit.NONE, (buffer, offset, length) -> taken[0]++);
      assertFalse(pipeline.awaitUntil(() -> taken[0] > 0));
      assertTrue(taken[0] < 250_000, () -> taken[0] + " rows");
      assertTrue(pipeline.awaitUntil(() -> false));
    }
    assertEquals(500_000, taken[0]);
    assertEquals(1, connection.execute("insert into t values (1)"));
  }

  @Test
  void an_error_behind_rows_is_thrown_when_it_is_reached() {
    PreparedStatement failing =
        connection.prepare("select 1 / (300000 - n) from generate_series(1, 400000) n");
    var taken = new int[1];
    try (var pipeline = connection.pipeline()) {
      pipeline.add(failing, PortalLimit.NONE, (buffer, offset, length) -> taken[0]++);
      assertFalse(pipeline.awaitUntil(() -> taken[0] > 0));
      var thrown = assertThrows(ServerException.class, () -> pipeline.awaitUntil(() -> false));
      assertEquals("22012", thrown.sqlState());
    }
    assertEquals(299_999, taken[0]);
    assertTrue(connection.isOpen());
  }

  @Test
  void a_statement_is_prepared_anew_after_the_session_was_discarded() {
    PreparedStatement select = connection.prepare("select 1");
    connection.script("discard all");
    long[] seen = new long[1];
    try (var pipeline = connection.pipeline()) {
      pipeline.add(select, row -> seen[0] = row.getInt(0));
      pipeline.await();
    }
    assertEquals(1, seen[0]);
  }

  @Test
  void ddl_in_a_flight_leaves_the_statements_behind_it_readable() {
    PreparedStatement select = connection.prepare("select 1, 2");
    var columns = new int[1];
    try (var pipeline = connection.pipeline()) {
      pipeline.add("alter table t add note text");
      pipeline.add(select, row -> columns[0] = row.size());
      pipeline.await();
    }
    assertEquals(2, columns[0]);
  }

  @Test
  void a_statement_is_prepared_anew_after_ddl_even_in_a_transaction() {
    connection.execute("insert into t values (1, 'one')");
    connection.execute("begin");
    connection.query("select * from t", row -> {});
    connection.execute("alter table t add note text");
    var columns = new int[1];
    connection.query("select * from t", row -> columns[0] = row.size());
    assertEquals(3, columns[0]);
  }
}
