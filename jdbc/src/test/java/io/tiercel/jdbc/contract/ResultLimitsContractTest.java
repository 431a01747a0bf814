package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.NullUnmarked;

/// `maxResultBuffer` and `adaptiveFetch`.
@NullUnmarked
class ResultLimitsContractTest {
  private static final int ROWS = 1_000;

  /// A thousand rows of a thousand bytes.
  private static final String LARGE =
      "select g, repeat('x', 1000) from generate_series(1, %d) g".formatted(ROWS);

  private static int count(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(LARGE)) {
      int count = 0;
      while (rows.next()) {
        assertEquals(++count, rows.getInt(1));
      }
      return count;
    }
  }

  private static void assertRefused(DriverUnderTest driver, Connection connection, Statement from)
      throws SQLException {
    var failure = assertThrows(SQLException.class, () -> count(from));
    if (driver.isTiercel()) {
      assertEquals("54000", failure.getSQLState());
      assertTrue(failure.getMessage().contains("maxResultBuffer"), failure.getMessage());
      assertFalse(connection.isClosed());
      try (Statement other = connection.createStatement();
          ResultSet rows = other.executeQuery("select 7")) {
        assertTrue(rows.next());
        assertEquals(7, rows.getInt(1));
      }
    } else {
      assertTrue(failure.getMessage().contains("maxResultBuffer"), failure.getMessage());
    }
  }

  @EveryDriver
  void pieces_that_fit_are_read_and_others_refused(DriverUnderTest driver) throws SQLException {
    for (String limit : new String[] {"100K", "100000"}) {
      try (var connection = driver.connect("maxResultBuffer", limit)) {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
          statement.setFetchSize(50);
          assertEquals(ROWS, count(statement));
          statement.setFetchSize(500);
          assertRefused(driver, connection, statement);
        }
      }
    }
    try (var connection = driver.connect("maxResultBuffer", "50pct");
        var statement = connection.createStatement()) {
      assertEquals(ROWS, count(statement));
    }
  }

  @EveryDriver
  void a_result_that_is_kept_whole_is_refused(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect("maxResultBuffer", "100K");
        var statement =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
      assertRefused(driver, connection, statement);
    }
  }

  @EveryDriver
  void what_another_statement_makes_us_keep_counts_too(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect("maxResultBuffer", "100K");
        var statement = connection.createStatement();
        var other = connection.createStatement()) {
      if (!driver.isTiercel()) {
        assertRefused(driver, connection, statement); // keeps every result from the start
        return;
      }
      assertEquals(ROWS, count(statement), "is read as it comes");
      try (ResultSet rows = statement.executeQuery(LARGE)) {
        assertTrue(rows.next());
        other.execute("select 1");
        var failure =
            assertThrows(
                SQLException.class,
                () -> {
                  while (rows.next()) {
                    // What came before the other statement is there.
                  }
                });
        assertEquals("54000", failure.getSQLState());
      }
      assertFalse(connection.isClosed());
    }
  }

  private static long roundTrips(Connection connection) throws SQLException {
    return connection.unwrap(io.tiercel.wire.Connection.class).statistics().roundTrips();
  }

  /// How often the server was asked for a result in pieces of 10 rows at first.
  private static long pieces(DriverUnderTest driver, boolean autoCommit, String... properties)
      throws SQLException {
    try (var connection = driver.connect(properties)) {
      connection.setAutoCommit(autoCommit);
      try (var statement = connection.createStatement()) {
        statement.setFetchSize(10);
        long before = driver.isTiercel() ? roundTrips(connection) : 0;
        assertEquals(ROWS, count(statement));
        return driver.isTiercel() ? roundTrips(connection) - before : 0;
      }
    }
  }

  @EveryDriver
  void pieces_grow_to_what_the_buffer_holds(DriverUnderTest driver) throws SQLException {
    for (boolean autoCommit : new boolean[] {false, true}) {
      String[][] settings = {
        {"maxResultBuffer", "100K"},
        {"maxResultBuffer", "100K", "adaptiveFetch", "true"},
        {"maxResultBuffer", "100K", "adaptiveFetch", "true", "adaptiveFetchMaximum", "40"},
        {"maxResultBuffer", "5K", "adaptiveFetch", "true", "adaptiveFetchMaximum", "3"},
        {"adaptiveFetch", "true"},
      };
      // 10 and then 98, 40 or 3 at once. The small buffer is too small for the first piece.
      long[] expected = {100, 12, 26, -1, 100};
      for (int i = 0; i < settings.length; i++) {
        String[] properties = settings[i];
        if (expected[i] < 0) {
          if (driver.isTiercel() || !autoCommit) {
            assertThrows(SQLException.class, () -> pieces(driver, autoCommit, properties));
          }
          continue;
        }
        if (!driver.isTiercel() && autoCommit) {
          continue; // keeps the result whole, and refuses it
        }
        long pieces = pieces(driver, autoCommit, properties);
        if (driver.isTiercel()) {
          assertTrue(
              Math.abs(pieces - expected[i]) <= 2,
              pieces + " pieces with " + String.join(" ", properties));
        }
      }
    }
  }

  @EveryDriver
  void values_that_are_none_are_refused(DriverUnderTest driver) {
    for (String value : new String[] {"much", "10X"}) {
      assertThrows(
          SQLException.class, () -> driver.connect("maxResultBuffer", value).close(), value);
    }
  }
}
