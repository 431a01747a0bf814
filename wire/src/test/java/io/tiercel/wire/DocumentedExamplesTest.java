package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.DocumentedExamples;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.codec.Encoder;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The examples of `docs/wire.md`, run.
@Timeout(60)
@NullUnmarked // a null where none is expected fails the test by itself
class DocumentedExamplesTest {
  private static final Path PAGE = Path.of("../docs/wire.md");
  private static final Path THIS =
      Path.of("src/test/java/io/tiercel/wire/DocumentedExamplesTest.java");

  private final TestDatabase database = TestServer.v18().defaultDatabase();
  private final Connection connection = Databases.open(database);

  @BeforeEach
  void create() {
    connection.script("create temp table item (id int primary key, name text, price numeric)");
  }

  @AfterEach
  void close() {
    connection.close();
  }

  @Test
  void every_java_example_of_the_page_stands_in_this_test() throws IOException {
    DocumentedExamples.assertAllStandIn(THIS, PAGE);
  }

  @Test
  void connecting() {
    String url = database.jdbcUrl();
    var config =
        ConnectionConfig.parse(url).toBuilder()
            .applicationName("stock")
            .runtimeParameter("statement_timeout", "5s")
            .build();
    try (var connection = Connection.open(config)) {
      connection.query("show statement_timeout", row -> System.out.println(row.getString(0)));
      assertEquals("stock", connection.parameter("application_name"));
      assertEquals(
          List.of("5s"), connection.queryList("show statement_timeout", row -> row.getString(0)));
    }
  }

  @Test
  void a_timeout_through_the_options_of_the_url() {
    String url = database.jdbcUrl();
    String limited =
        url + (url.contains("?") ? "&" : "?") + "options=-c%20statement_timeout%3D1234";
    try (var limitedConnection = Connection.open(ConnectionConfig.parse(limited))) {
      assertEquals(
          List.of("1234ms"),
          limitedConnection.queryList("show statement_timeout", row -> row.getString(0)));
    }
  }

  @Test
  void statements() {
    connection.execute("insert into item values ($1, $2, $3)", 1, "nut", 5);
    connection.execute("insert into item values ($1, $2, $3)", 2, "bolt", null);

    long rows =
        connection.query(
            "select id, name, price from item where id <= $1 order by id",
            row -> System.out.println(row.getInt(0) + " " + row.getString(1)),
            100);
    List<String> names =
        connection.queryList("select name from item order by id", row -> row.getString(0));

    assertEquals(2, rows);
    assertEquals(List.of("nut", "bolt"), names);
  }

  @Test
  void prepared_statements() {
    connection.execute("insert into item values (1, 'nut', 0.05)");
    var byId = connection.prepare("select name, price from item where id = $1");
    int columns = byId.description().size();
    long found = connection.query(byId, row -> System.out.println(row.getString(0)), 1);

    assertEquals(2, columns);
    assertEquals(1, found);
  }

  @Test
  void a_pipeline() {
    var statements =
        connection.prepareAll(
            List.of(
                "insert into item values ($1, $2, $3)",
                "update item set price = price * 2 where id = $1 returning price"));
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      pipeline.add(statements.get(0), 1, "nut", 5);
      var updated = pipeline.add(statements.get(1), row -> System.out.println(row.getString(0)), 1);
      pipeline.add("commit");
      pipeline.await();
      System.out.println(updated.tag().text() + ": " + updated.rows());
      assertEquals("UPDATE 1", updated.tag().text());
      assertEquals(TransactionStatus.IDLE, connection.transactionStatus());
    }
  }

  @Test
  void scopes_of_errors() {
    var insert = connection.prepare("insert into item values ($1, $2, null)");
    try (var pipeline = connection.pipeline()) {
      var first = pipeline.add(insert, 1, "nut");
      pipeline.sync();
      var duplicate = pipeline.add(insert, 1, "nut again");
      var behind = pipeline.add(insert, 2, "bolt");
      pipeline.sync();
      var other = pipeline.add(insert, 3, "washer");
      var failure = assertThrows(ServerException.class, pipeline::await);

      assertEquals("23505", failure.sqlState());
      assertEquals(1, first.rows());
      assertEquals("23505", duplicate.error().sqlState());
      assertTrue(behind.isSkipped());
      assertEquals(1, other.rows());
    }
  }

  @Test
  void copy_in() {
    try (var copy =
        connection.copyIn(
            "copy item (id, name) from stdin (format binary)", Oids.INT4, Oids.TEXT)) {
      for (int id = 1; id <= 10_000; id++) {
        copy.startRow();
        copy.put(id);
        copy.put("item " + id);
      }
      long stored = copy.finish();
      assertEquals(10_000, stored);
    }
  }

  @Test
  void copy_in_a_pipeline() {
    Encoder<Integer> int4 = connection.codecs().encoder(Oids.INT4, Integer.class);
    Encoder<String> text = connection.codecs().encoder(Oids.TEXT, String.class);
    try (var pipeline = connection.pipeline()) {
      pipeline.add("begin");
      var copied =
          pipeline.copy(
              "copy item (id, name) from stdin (format binary)",
              rows -> {
                for (int id = 1; id <= 10_000; id++) {
                  rows.startRow();
                  rows.put(int4, id);
                  rows.put(text, "item " + id);
                }
              });
      pipeline.add("analyze item");
      pipeline.add("commit");
      pipeline.await();
      assertEquals(10_000, copied.rows());
    }
  }

  @Test
  void copy_out() {
    connection.execute("insert into item select i, 'item ' || i from generate_series(1, 100) i");
    var names = new ArrayList<String>();
    connection.copyOutRows(
        "copy (select id, name from item order by id) to stdout (format binary)",
        new int[] {Oids.INT4, Oids.TEXT},
        row -> names.add(row.getString(1)));
    assertEquals(100, names.size());
    assertEquals("item 1", names.getFirst());
  }

  @Test
  void a_portal() {
    long[] sum = new long[1];
    var numbers = connection.prepare("select i from generate_series(1, $1::int) i");
    try (var portal = connection.portal(numbers, 10_000)) {
      while (portal.fetch(1_000, row -> sum[0] += row.getInt(0))) {
        System.out.println("so far " + sum[0]);
      }
    }
    assertEquals(50_005_000, sum[0]);
  }

  @Test
  void notifications() {
    var heard = new ArrayList<String>();
    connection.setNotificationListener(notification -> heard.add(notification.payload()));
    connection.execute("listen stock");
    try (var other = Connection.open(connection.config())) {
      other.execute("select pg_notify('stock', $1)", "nuts are low");
    }
    boolean came = connection.awaitNotification(Duration.ofSeconds(10));
    assertTrue(came);
    assertEquals(List.of("nuts are low"), heard);
  }

  @Test
  void cancelling() throws InterruptedException {
    var started = new CountDownLatch(1);
    Thread canceller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    // Asked until it is heard: the statement may not have begun.
                    while (!started.await(20, TimeUnit.MILLISECONDS)) {
                      connection.cancel();
                    }
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    var failure =
        assertThrows(ServerException.class, () -> connection.execute("select pg_sleep(30)"));
    started.countDown();
    canceller.join();
    assertEquals("57014", failure.sqlState());
    assertTrue(failure.isConnectionUsable());
  }

  @Test
  void statistics() {
    connection.prepare("select 1");
    var before = connection.statistics();
    connection.execute("select 1");
    var spent = connection.statistics().since(before);
    System.out.println(spent.roundTrips() + " round trip, " + spent.statements() + " statement");
    assertEquals(1, spent.roundTrips());
    assertEquals(1, spent.statements());
  }

  @Test
  void a_statement_listener() {
    var seen = new ArrayList<String>();
    var config =
        connection.config().toBuilder()
            .statementListener(event -> seen.add(event.sql() + ": " + event.rows()))
            .build();
    try (var listened = Connection.open(config)) {
      listened.execute("select 1");
    }
    assertEquals(List.of("select 1: 1"), seen);
  }

  @Test
  void errors() {
    var refused =
        assertThrows(
            ServerException.class,
            () -> connection.execute("insert into item (id) values (1), (1)"));
    assertEquals("item_pkey", refused.error().constraint());
    try {
      connection.execute("insert into item (id) values (1), (1)");
    } catch (ServerException e) {
      System.out.println(e.sqlState() + " by constraint " + e.error().constraint());
      System.out.println("usable: " + e.isConnectionUsable() + ", sent: " + e.wasSent());
    }
    assertTrue(connection.isValid(Duration.ofSeconds(10)));
  }

  @Test
  void a_wrong_parameter_was_not_sent() {
    var failure =
        assertThrows(
            WireException.class,
            () -> connection.query("select $1::int", row -> {}, java.time.DayOfWeek.MONDAY));
    assertFalse(failure.wasSent());
    assertTrue(failure.isConnectionUsable());
  }
}
