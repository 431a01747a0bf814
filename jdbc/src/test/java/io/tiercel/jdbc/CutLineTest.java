package io.tiercel.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.FaultProxy;
import io.tiercel.testkit.FaultProxy.Direction;
import io.tiercel.testkit.TestServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Timeout;

/// The line is cut at a random byte of every kind of exchange: it ends in the documented error, in
/// time, and no row is wrong.
@Timeout(180)
class CutLineTest {
  private static final int CUTS_EACH = 25;
  private static final int ROWS = 2_000;

  private interface Exchange {
    void run(Connection connection) throws SQLException;
  }

  private static final List<Exchange> EXCHANGES =
      List.of(
          CutLineTest::select,
          CutLineTest::selectInPieces,
          CutLineTest::batch,
          CutLineTest::transaction,
          CutLineTest::copyIn,
          CutLineTest::copyOut);

  private static void select(Connection connection) throws SQLException {
    try (var statement =
            connection.prepareStatement("select g, 'row ' || g from generate_series(1, ?) g");
        ResultSet rows = rows(statement, ROWS)) {
      assertRows(rows);
    }
  }

  private static ResultSet rows(PreparedStatement statement, int count) throws SQLException {
    statement.setInt(1, count);
    return statement.executeQuery();
  }

  private static void assertRows(ResultSet rows) throws SQLException {
    int seen = 0;
    while (rows.next()) {
      seen++;
      assertEquals(seen, rows.getInt(1));
      assertEquals("row " + seen, rows.getString(2));
    }
    assertEquals(ROWS, seen);
  }

  private static void selectInPieces(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (var statement =
        connection.prepareStatement("select g, 'row ' || g from generate_series(1, ?) g")) {
      statement.setFetchSize(300);
      try (ResultSet rows = rows(statement, ROWS)) {
        assertRows(rows);
      }
    }
    connection.commit();
  }

  private static void batch(Connection connection) throws SQLException {
    try (var statement = connection.prepareStatement("insert into item values (?, ?)")) {
      for (int i = 0; i < 300; i++) {
        statement.setInt(1, i);
        statement.setString(2, "batch");
        statement.addBatch();
      }
      assertEquals(300, statement.executeBatch().length);
    }
  }

  private static void transaction(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      assertEquals(1, statement.executeUpdate("insert into item values (1, 'first')"));
      assertEquals(1, statement.executeUpdate("insert into item values (2, 'second')"));
    }
    connection.commit();
  }

  private static void copyIn(Connection connection) throws SQLException {
    byte[] data = "7\tcopied\n".repeat(2_000).getBytes(StandardCharsets.UTF_8);
    var copy = connection.unwrap(TiercelConnection.class).copy();
    assertEquals(2_000, copy.in("copy item from stdin", new ByteArrayInputStream(data)));
  }

  private static void copyOut(Connection connection) throws SQLException {
    var out = new ByteArrayOutputStream();
    var copy = connection.unwrap(TiercelConnection.class).copy();
    String sql = "copy (select g from generate_series(1, %d) g) to stdout".formatted(ROWS);
    assertEquals(ROWS, copy.out(sql, out));
    assertEquals(ROWS, out.toString(StandardCharsets.UTF_8).lines().count());
  }

  @EveryPostgres
  void a_line_cut_anywhere_ends_in_a_lost_connection_or_the_right_result(TestServer server)
      throws SQLException {
    long seed = Long.getLong("tiercel.fuzz.seed", System.nanoTime());
    var random = new Random(seed);
    try (var database = server.newDatabase();
        var proxy = FaultProxy.to(server.host(), server.port())) {
      database.execute("create table item (id int, note text)");
      String url =
          "jdbc:tiercel://127.0.0.1:%d/%s?user=%s&password=%s&sslmode=disable"
              .formatted(proxy.port(), database.name(), database.user(), database.password());
      for (int kind = 0; kind < EXCHANGES.size(); kind++) {
        Exchange exchange = EXCHANGES.get(kind);
        for (Direction direction : Direction.values()) {
          proxy.heal();
          long before = proxy.passed(direction);
          assertTrue(succeeds(url, exchange), "undisturbed, kind " + kind);
          long usual = proxy.passed(direction) - before;
          for (int cut = 0; cut < CUTS_EACH; cut++) {
            long at = (long) (random.nextDouble() * usual);
            proxy.cutAfter(direction, at, random.nextBoolean());
            try {
              succeeds(url, exchange);
            } catch (AssertionError | RuntimeException e) {
              throw new AssertionError(
                  "seed %d, kind %d, %s cut at %d".formatted(seed, kind, direction, at), e);
            }
          }
        }
      }
    }
  }

  /// Whether it went through; if it did not, the failure must be the loss of the connection.
  private static boolean succeeds(String url, Exchange exchange) {
    try (Connection connection = Objects.requireNonNull(new TiercelDriver().connect(url, null))) {
      try {
        exchange.run(connection);
        return true;
      } catch (SQLException e) {
        assertTrue(String.valueOf(e.getSQLState()).startsWith("08"), () -> "not a loss: " + e);
        assertTrue(connection.isClosed(), "a lost connection counts as closed");
        return false;
      }
    } catch (SQLException e) {
      assertTrue(String.valueOf(e.getSQLState()).startsWith("08"), () -> "not a loss: " + e);
      return false;
    }
  }
}
