package io.tiercel.jdbc.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.FaultProxy;
import io.tiercel.testkit.FaultProxy.Direction;
import io.tiercel.testkit.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;

/// The line is cut at a random byte of every kind of exchange: it ends in the documented error, in
/// time, no row is wrong, and what is stored is all or nothing. `-Dtiercel.test.cuts` says how many
/// cuts each way, `-Dtiercel.fuzz.seed` replays a failure.
@Timeout(600)
class CutLineTest {
  private static final int CUTS_EACH = Integer.getInteger("tiercel.test.cuts", 12);
  private static final String UNKNOWN_OUTCOME = "08007";

  private int lastTag;

  @EveryPostgres
  void a_line_cut_anywhere_ends_in_a_lost_connection_or_the_right_result(TestServer server)
      throws SQLException {
    long seed = Long.getLong("tiercel.fuzz.seed", System.nanoTime());
    var random = new Random(seed);
    try (var database = server.newDatabase();
        var observer = database.connect();
        var proxy = FaultProxy.to(server.host(), server.port())) {
      database.execute("create table item (tag int, number int)", "create index on item (tag)");
      String url =
          "jdbc:tiercel://127.0.0.1:%d/%s?user=%s&password=%s&sslmode=disable"
              .formatted(proxy.port(), database.name(), database.user(), database.password());
      for (Exchange exchange : Exchange.values()) {
        for (Direction direction : Direction.values()) {
          proxy.heal();
          long before = proxy.passed(direction);
          assertTrue(succeeds(url, exchange, observer), () -> "undisturbed, " + exchange);
          long usual = proxy.passed(direction) - before;
          for (int cut = 0; cut < CUTS_EACH; cut++) {
            long at = (long) (random.nextDouble() * usual);
            proxy.cutAfter(direction, at, random.nextBoolean());
            try {
              succeeds(url, exchange, observer);
            } catch (AssertionError | RuntimeException e) {
              throw new AssertionError(
                  "seed %d, %s, %s cut at %d".formatted(seed, exchange, direction, at), e);
            }
          }
        }
      }
    }
  }

  /// Whether it went through; if it did not, the failure must be the loss of the connection.
  private boolean succeeds(String url, Exchange exchange, Connection observer) throws SQLException {
    int tag = ++lastTag;
    SQLException failure = failure(url, exchange, tag);
    int stored = stored(observer, tag);
    if (failure == null) {
      assertEquals(exchange.stored, stored);
      return true;
    }
    String sqlState = String.valueOf(failure.getSQLState());
    if (!sqlState.startsWith("08")) {
      throw new AssertionError("not the loss of a connection", failure);
    }
    assertTrue(stored == 0 || stored == exchange.stored, () -> stored + " rows are stored");
    if (stored > 0 && exchange.hasTransaction()) {
      assertEquals(UNKNOWN_OUTCOME, sqlState, "it was committed");
    }
    return false;
  }

  private static @Nullable SQLException failure(String url, Exchange exchange, int tag) {
    try (Connection connection = Objects.requireNonNull(new TiercelDriver().connect(url, null))) {
      try {
        exchange.run(connection, tag);
        return null;
      } catch (SQLException e) {
        // A cancel request has a line of its own, and may be all that was lost.
        if (exchange != Exchange.CANCEL || connection.isClosed()) {
          assertLost(connection, e);
        }
        return e;
      }
    } catch (SQLException e) {
      return e;
    }
  }

  private static void assertLost(Connection connection, SQLException cause) throws SQLException {
    if (!connection.isClosed()) {
      throw new AssertionError("a lost connection counts as closed", cause);
    }
    assertFalse(connection.isValid(5));
    assertEquals(
        "08003",
        assertThrows(SQLException.class, connection::createStatement).getSQLState(),
        "later uses");
  }

  private static int stored(Connection observer, int tag) throws SQLException {
    try (var statement = observer.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from item where tag = " + tag)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
