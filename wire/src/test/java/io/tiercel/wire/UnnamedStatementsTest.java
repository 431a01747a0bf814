package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.ServerException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A connection whose statements get no names.
@Timeout(60)
class UnnamedStatementsTest {
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
    connection =
        Connection.open(Databases.config(database).toBuilder().namedStatements(false).build());
    connection.script("create temp table t (id int primary key, name text)");
  }

  /// Whatever a test did, the connection is idle and nothing has a name.
  @AfterEach
  void close() {
    assertEquals(TransactionStatus.IDLE, connection.transactionStatus());
    assertEquals(
        List.of(List.of("0")),
        connection.simpleQuery("select count(*) from pg_prepared_statements"));
    connection.close();
  }

  @Test
  void types_that_are_not_declared_are_asked_for() {
    connection.script("create type pg_temp.mood as enum ('ok', 'bad')");
    for (int i = 0; i < 3; i++) {
      var rows =
          connection.queryList(
              "select $1::int[], $2::date, $3::pg_temp.mood",
              row ->
                  Arrays.asList(
                      String.valueOf(row.getString(0)),
                      row.get(1, LocalDate.class),
                      String.valueOf(row.getString(2))),
              new int[] {1, 2},
              LocalDate.EPOCH,
              "bad");
      assertEquals(List.of(List.of("{1,2}", LocalDate.EPOCH, "bad")), rows);
    }
  }

  @Test
  void one_statement_in_a_pipeline_does_not_disturb_the_other() {
    var one = connection.prepare("insert into t values ($1, $2)");
    var other = connection.prepare("select id from t order by id");
    var seen = new ArrayList<Integer>();
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      for (int i = 0; i < 3; i++) {
        pipeline.add(one, i, "n" + i);
        pipeline.add(other, row -> seen.add(row.getInt(0)));
      }
      pipeline.add("commit");
      pipeline.await();
    }
    assertEquals(List.of(0, 0, 1, 0, 1, 2), seen);
  }

  @Test
  void entries_of_a_batch_share_one_parse() {
    long before = connection.statistics().bytesOut();
    int[] oids = {Oids.INT4, Oids.TEXT};
    String sql = "insert into t values ($1, $2) -- " + "long ".repeat(200);
    try (var pipeline = connection.pipeline()) {
      for (int i = 0; i < 50; i++) {
        pipeline.addCommand(pipeline.statement(sql, oids), i, "n");
      }
      pipeline.await();
    }
    assertTrue(connection.statistics().bytesOut() - before < 50L * sql.length());
    assertEquals(
        50L, connection.queryList("select count(*) from t", row -> row.getLong(0)).getFirst());
  }

  @Test
  void portals_live_on_within_and_without_a_transaction() {
    for (boolean inTransaction : new boolean[] {false, true}) {
      if (inTransaction) {
        connection.execute("begin");
      }
      var statement = connection.prepare("select g from generate_series(1, $1::int) g");
      var portal = connection.portal(statement, 5);
      var seen = new ArrayList<Integer>();
      assertTrue(portal.fetch(2, row -> seen.add(row.getInt(0))));
      if (inTransaction) {
        assertEquals(1L, connection.query("select 1", row -> {}));
      }
      assertTrue(portal.fetch(2, row -> seen.add(row.getInt(0))));
      assertFalse(portal.fetch(2, row -> seen.add(row.getInt(0))));
      assertEquals(List.of(1, 2, 3, 4, 5), seen);
      if (inTransaction) {
        connection.execute("commit");
      }
    }
  }

  @Test
  void what_cannot_be_described_tells_of_the_failure_before_it() {
    var divided = connection.prepare("select 1 / $1::int");
    var described = connection.prepare("select $1::date");
    try (var pipeline = connection.pipeline()) {
      pipeline.add(divided, 0);
      var failure =
          assertThrows(ServerException.class, () -> pipeline.add(described, LocalDate.EPOCH));
      assertEquals("22012", failure.sqlState());
    }
    assertEquals(1L, connection.query("select $1::date", row -> {}, LocalDate.EPOCH));
  }

  @Test
  void failures_leave_nothing_open() {
    assertThrows(ServerException.class, () -> connection.prepare("select nothing"));
    assertThrows(ServerException.class, () -> connection.query("select nothing", row -> {}, 1));
    assertThrows(CodecException.class, () -> connection.query("select $1::int", row -> {}, "x y"));
    assertThrows(ServerException.class, () -> connection.query("select 1 / $1::int", row -> {}, 0));
    var divided = connection.prepare("select 1 / $1::int");
    try (var pipeline = connection.pipeline()) {
      pipeline.add(divided, 0);
      pipeline.add("select 2");
      assertThrows(ServerException.class, pipeline::await);
    }
    assertArrayEquals(
        new int[] {7},
        connection.queryList("select $1::int", row -> row.getInt(0), 7).stream()
            .mapToInt(i -> i)
            .toArray());
  }

  @Test
  void what_was_read_fits_the_table_as_it_is_now() {
    var statement = connection.prepare("select * from t");
    connection.execute("insert into t values (1, 'one')");
    connection.script("alter table t alter name type int using 7");
    connection.query(statement, row -> assertEquals(7, row.getInt(1)));
  }

  @Test
  void rows_are_copied_in_behind_other_statements() {
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      pipeline.copy(
          "copy t from stdin (format binary)",
          writer -> {
            writer.startRow();
            writer.put(connection.codecs().encoder(Oids.INT4, Integer.class), 1);
            writer.putNull();
          });
      pipeline.add("commit");
      pipeline.await();
    }
    assertEquals(1L, connection.query("select id from t", row -> {}));
  }
}
