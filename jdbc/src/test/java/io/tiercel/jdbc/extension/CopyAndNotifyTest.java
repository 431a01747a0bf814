package io.tiercel.jdbc.extension;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CopyAndNotifyTest {
  record Item(int id, @Nullable String itemName, BigDecimal price, LocalDate since) {}

  private static TiercelConnection connect(TestDatabase database) throws SQLException {
    return Objects.requireNonNull(new TiercelDriver().connect(database.jdbcUrl(), null))
        .unwrap(TiercelConnection.class);
  }

  private static TestDatabase database(TestServer server) {
    TestDatabase database = server.newDatabase();
    database.execute(
        "create table item (id int primary key, item_name text, price numeric, since date)");
    return database;
  }

  private static long count(TiercelConnection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from item")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @EveryPostgres
  void streams_go_in_and_come_out(TestServer server) throws SQLException {
    try (var database = database(server);
        var connection = connect(database)) {
      String text = "1\tnüt 😀\t1.5\t2026-01-01\n2\t\\N\t2\t2026-01-02\n";
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      long[] told = new long[1];
      assertEquals(
          2,
          connection
              .copy()
              .in("copy item from stdin", new ByteArrayInputStream(bytes), n -> told[0] = n));
      assertEquals(bytes.length, told[0]);
      var out = new ByteArrayOutputStream();
      assertEquals(2, connection.copy().out("copy item to stdout", out));
      assertEquals(text, out.toString(StandardCharsets.UTF_8));
      var binary = new ByteArrayOutputStream();
      connection.copy().out("copy item to stdout (format binary)", binary);
      connection.createStatement().execute("truncate item");
      assertEquals(
          2,
          connection
              .copy()
              .in(
                  "copy item from stdin (format binary)",
                  new ByteArrayInputStream(binary.toByteArray())));
      var written = new StringWriter();
      connection.copy().out("copy item to stdout", written);
      assertEquals(text, written.toString());
      connection.createStatement().execute("truncate item");
      // Surrogate pairs across the reader's chunks.
      String wide = "1\t" + "x" + "😀".repeat(100_000) + "\t1\t2026-01-01\n";
      assertEquals(1, connection.copy().in("copy item from stdin", new StringReader(wide)));
      var back = new StringWriter();
      connection.copy().out("copy item to stdout", back);
      assertEquals(wide, back.toString());
    }
  }

  @EveryPostgres
  void records_go_in_by_the_names_of_their_components(TestServer server) throws SQLException {
    try (var database = database(server);
        var connection = connect(database)) {
      var rows =
          IntStream.range(0, 10_000)
              .mapToObj(
                  id ->
                      new Item(
                          id,
                          id % 2 == 0 ? null : "item " + id,
                          BigDecimal.valueOf(id, 2),
                          LocalDate.of(2026, 1, 1)))
              .iterator();
      assertEquals(10_000, connection.copy().inRecords("public.item", Item.class, rows));
      try (ResultSet found =
          connection
              .createStatement()
              .executeQuery("select item_name, price from item where id = 77")) {
        found.next();
        assertEquals("item 77", found.getString(1));
        assertEquals(new BigDecimal("0.77"), found.getBigDecimal(2));
      }
      record Wrong(int id, String colour) {}
      var failure =
          assertThrows(
              SQLException.class,
              () ->
                  connection
                      .copy()
                      .inRecords("item", Wrong.class, List.of(new Wrong(1, "red")).iterator()));
      assertTrue(String.valueOf(failure.getMessage()).contains("colour"));
    }
  }

  @EveryPostgres
  void a_copy_belongs_to_the_transaction(TestServer server) throws SQLException {
    try (var database = database(server);
        var connection = connect(database)) {
      connection.setAutoCommit(false);
      var data = new ByteArrayInputStream("1\ta\t1\t2026-01-01\n".getBytes(StandardCharsets.UTF_8));
      connection.copy().in("copy item from stdin", data);
      connection.rollback();
      assertEquals(0, count(connection));
    }
  }

  @EveryPostgres
  void what_goes_wrong_leaves_nothing_behind_and_the_connection_usable(TestServer server)
      throws SQLException {
    try (var database = database(server);
        var connection = connect(database)) {
      InputStream broken =
          new InputStream() {
            @Override
            public int read() throws IOException {
              throw new IOException("disk on fire");
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
              throw new IOException("disk on fire");
            }
          };
      var failure =
          assertThrows(
              SQLException.class, () -> connection.copy().in("copy item from stdin", broken));
      assertTrue(String.valueOf(failure.getMessage()).contains("disk on fire"));
      var malformed = new ByteArrayInputStream("x\n".getBytes(StandardCharsets.UTF_8));
      failure =
          assertThrows(
              SQLException.class, () -> connection.copy().in("copy item from stdin", malformed));
      assertTrue(String.valueOf(failure.getSQLState()).startsWith("22"));
      OutputStream full =
          new OutputStream() {
            @Override
            public void write(int b) throws IOException {
              throw new IOException("no space left");
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
              throw new IOException("no space left");
            }
          };
      assertThrows(
          SQLException.class,
          () ->
              connection
                  .copy()
                  .out(
                      "copy (select 1 from generate_series(1, 9999) a, generate_series(1, 9999) b)"
                          + " to stdout",
                      full));
      assertEquals(0, count(connection));
    }
  }

  @EveryPostgres
  void notifications_are_polled(TestServer server) throws SQLException {
    try (var database = database(server);
        var connection = connect(database)) {
      connection.createStatement().execute("listen news");
      assertEquals(List.of(), connection.notifications(Duration.ofMillis(10)));
      database.execute("notify news, 'hello'");
      Notification heard = connection.notifications(Duration.ofSeconds(30)).getFirst();
      assertEquals("news", heard.channel());
      assertEquals("hello", heard.payload());
    }
  }

  @EveryPostgres
  void notifications_are_polled_without_waiting(TestServer server) throws SQLException {
    try (var database = database(server);
        var connection = connect(database)) {
      connection.createStatement().execute("listen news");
      assertEquals(List.of(), connection.notifications(Duration.ZERO));
      database.execute("notify news, 'hello'");
      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      List<Notification> heard = List.of();
      while (heard.isEmpty() && System.nanoTime() < end) {
        heard = connection.notifications(Duration.ZERO);
      }
      assertEquals("hello", heard.getFirst().payload());
    }
  }

  @EveryPostgres
  void notifications_that_nobody_asks_for_are_kept_up_to_a_limit_and_the_loss_is_told(
      TestServer server) throws SQLException {
    try (var database = database(server);
        var connection = connect(database);
        var statement = connection.createStatement()) {
      statement.execute("listen news");
      statement.execute("select pg_notify('news', g::text) from generate_series(1, 10005) g");
      statement.execute("select 1"); // what was notified comes before its answer
      List<Notification> heard = connection.notifications(Duration.ofSeconds(30));
      assertEquals(10_000, heard.size());
      assertEquals("10000", heard.getLast().payload());
      var lost =
          assertThrows(SQLException.class, () -> connection.notifications(Duration.ofSeconds(30)));
      assertEquals("54000", lost.getSQLState());
      assertTrue(String.valueOf(lost.getMessage()).startsWith("5 notifications"));
      statement.execute("notify news, 'again'");
      assertEquals("again", connection.notifications(Duration.ofSeconds(30)).getFirst().payload());
      statement.execute(
          "select pg_notify('news', repeat('x', 7000) || g) from generate_series(1, 3000) g");
      statement.execute("select 1");
      int count = connection.notifications(Duration.ofSeconds(30)).size();
      assertTrue(count > 2_200 && count < 2_300, () -> "kept " + count);
    }
  }

  @EveryPostgres
  void notifications_are_pushed_also_after_the_connection_was_lost(TestServer server)
      throws Exception {
    try (var database = database(server);
        var connection = connect(database)) {
      BlockingQueue<String> heard = new LinkedBlockingQueue<>();
      var listener =
          new NotificationListener() {
            @Override
            public void notified(Notification notification) {
              heard.add(notification.payload());
            }

            @Override
            public void lost(SQLException cause) {
              heard.add("lost");
            }

            @Override
            public void restored() {
              heard.add("restored");
            }
          };
      Subscription subscription = connection.listen(listener, "news", "My \"News\"");
      database.execute("notify news, 'first'", "notify \"My \"\"News\"\"\", 'second'");
      assertEquals("first", heard.poll(30, TimeUnit.SECONDS));
      assertEquals("second", heard.poll(30, TimeUnit.SECONDS));
      database.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'");
      assertEquals("lost", heard.poll(30, TimeUnit.SECONDS));
      assertEquals("restored", heard.poll(30, TimeUnit.SECONDS));
      database.execute("notify news, 'third'");
      assertEquals("third", heard.poll(30, TimeUnit.SECONDS));
      assertFalse(connection.isClosed());
      subscription.close();
      assertEquals(null, heard.poll());
    }
  }
}
