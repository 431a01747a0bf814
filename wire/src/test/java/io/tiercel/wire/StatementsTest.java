package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestServer;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How statements are prepared, kept and let go.
@Timeout(60)
class StatementsTest {
  private final List<StatementEvent> events = new ArrayList<>();
  private Connection connection;

  @BeforeEach
  void open() {
    connection =
        Connection.open(
            Databases.config(TestServer.v18().defaultDatabase()).toBuilder()
                .preparedStatementCacheSize(3)
                .statementListener(events::add)
                .build());
  }

  @AfterEach
  void close() {
    connection.close();
  }

  private long roundTrips() {
    return connection.statistics().roundTrips();
  }

  @Test
  void a_statement_knows_its_parameters_and_columns() {
    var statement = connection.prepare("select $1::int as a, $2::text as b");
    assertEquals(2, statement.parameterCount());
    assertEquals(Oids.INT4, statement.parameterOid(0));
    var description = statement.description();
    assertEquals(1, description == null ? -1 : description.indexOf("b"));
    assertNull(connection.prepare("create temp table x (a int)").description());
  }

  @Test
  void statements_are_logged_without_their_values_where_the_level_asks_for_it() {
    List<String> lines = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            lines.add(record.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("io.tiercel.sql");
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try {
      connection.query("select 'not logged'", row -> {});
      logger.setLevel(Level.FINE);
      connection.query("select $1::text union all select 'b'", row -> {}, "secret");
      assertThrows(
          ServerException.class, () -> connection.query("select 1 / $1::int", row -> {}, 0));
      assertEquals(
          List.of(
              "select $1::text union all select 'b' [2 rows]",
              "select 1 / $1::int [failed: 22012]"),
          lines);
    } finally {
      logger.setLevel(null);
      logger.removeHandler(handler);
    }
  }

  @Test
  void a_known_statement_is_the_same_one_without_a_round_trip() {
    var first = connection.prepare("select 1");
    long before = roundTrips();
    assertSame(first, connection.prepare("select 1"));
    assertEquals(before, roundTrips());
  }

  @Test
  void many_unknown_statements_are_prepared_in_one_round_trip() {
    List<String> sqls = IntStream.range(0, 20).mapToObj(i -> "select " + i).toList();
    long before = roundTrips();
    List<PreparedStatement> statements = connection.prepareAll(sqls);
    assertEquals(1, roundTrips() - before);
    // More than the cache holds: the first ones are prepared anew when they are used.
    for (int i = 0; i < 20; i++) {
      int expected = i;
      connection.query(statements.get(i), row -> assertEquals(expected, row.getInt(0)));
    }
  }

  @Test
  void the_server_keeps_no_more_statements_than_the_cache() {
    for (int i = 0; i < 10; i++) {
      connection.query("select " + i, row -> {});
    }
    var names =
        connection.queryList(
            "select statement from pg_prepared_statements",
            row -> String.valueOf(row.getString(0)));
    assertTrue(names.size() <= 4, names.toString());
  }

  @Test
  void a_statement_whose_result_changed_is_prepared_anew() {
    connection.script("create temp table t (a int); insert into t values (1)");
    assertEquals(List.of(1), connection.queryList("select * from t", row -> row.size()));
    connection.script("alter table t add b int");
    assertEquals(List.of(2), connection.queryList("select * from t", row -> row.size()));
  }

  @Test
  void in_a_transaction_a_result_that_others_changed_fails_once() {
    connection.script("create table others (a int)");
    connection.query("select * from others", row -> {});
    try (var other = Databases.open(TestServer.v18().defaultDatabase())) {
      other.script("alter table others add b int");
    }
    connection.execute("begin");
    assertThrows(ServerException.class, () -> connection.query("select * from others", row -> {}));
    connection.execute("rollback");
    connection.query("select * from others", row -> {});
    connection.script("drop table others");
  }

  @Test
  void statements_that_the_server_was_told_to_forget_are_prepared_anew() {
    connection.query("select 5", row -> {});
    connection.script("deallocate all");
    assertEquals(1, connection.query("select 5", row -> {}));
  }

  @Test
  void a_statement_of_another_connection_is_refused() {
    try (var other = Databases.open(TestServer.v18().defaultDatabase())) {
      var statement = other.prepare("select 1");
      assertThrows(UsageException.class, () -> connection.query(statement, row -> {}));
    }
  }

  @Test
  void a_wrong_number_of_parameters_is_refused_before_anything_is_sent() {
    var failure =
        assertThrows(UsageException.class, () -> connection.query("select $1::int", row -> {}));
    Failures.assertMentions("takes 1 parameters, got 0", failure);
    assertEquals(1, connection.query("select 1", row -> {}));
  }

  @Test
  void the_listener_hears_of_every_statement() {
    connection.query("select generate_series(1, 3)", row -> {});
    assertThrows(ServerException.class, () -> connection.execute("select 1 / 0"));
    assertEquals("select generate_series(1, 3)", events.getFirst().sql());
    assertEquals(3, events.getFirst().rows());
    assertTrue(events.getLast().isFailed());
    assertEquals(3, connection.statistics().rows());
    assertEquals(2, connection.statistics().statements());
  }

  @Test
  void a_sign_of_life_is_asked_for_in_one_round_trip() {
    long before = roundTrips();
    assertTrue(connection.isValid(Duration.ofSeconds(10)));
    assertEquals(1, roundTrips() - before);
  }

  @Test
  void another_client_encoding_closes_the_connection() {
    var failure =
        assertThrows(
            ConnectionException.class, () -> connection.execute("set client_encoding = 'LATIN1'"));
    Failures.assertMentions("LATIN1", failure);
  }
}
