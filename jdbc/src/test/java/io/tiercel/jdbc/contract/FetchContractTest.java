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

/// Results that are larger than what is read at once.
@NullUnmarked
class FetchContractTest {
  private static final String MANY = "select n, 'row ' || n from generate_series(1, 60000) n";

  private static void assertAllOf(ResultSet result, int from) throws SQLException {
    for (int i = from; i <= 60000; i++) {
      assertTrue(result.next());
      assertEquals(i, result.getInt(1));
      if (i % 1000 == 0) {
        assertEquals("row " + i, result.getString(2));
      }
    }
    assertFalse(result.next());
    assertTrue(result.isAfterLast());
  }

  @EveryDriver
  void large_results_are_read_to_the_end(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      for (boolean autoCommit : new boolean[] {true, false}) {
        connection.setAutoCommit(autoCommit);
        for (int fetchSize : new int[] {0, 1, 700, 100_000}) {
          statement.setFetchSize(fetchSize);
          String sql = fetchSize == 1 ? MANY + " where n > 59900" : MANY;
          try (var result = statement.executeQuery(sql)) {
            assertAllOf(result, fetchSize == 1 ? 59901 : 1);
          }
        }
      }
    }
  }

  @EveryDriver
  void other_statements_come_in_between(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var other = connection.prepareStatement("select ?::int + 1")) {
      for (boolean autoCommit : new boolean[] {true, false}) {
        connection.setAutoCommit(autoCommit);
        for (int fetchSize : new int[] {0, 500}) {
          try (var statement = connection.createStatement()) {
            statement.setFetchSize(fetchSize);
            var result = statement.executeQuery(MANY);
            for (int i = 1; i <= 10; i++) {
              assertTrue(result.next());
              other.setInt(1, i);
              assertEquals(String.valueOf(i + 1), StatementContractTest.text(other.executeQuery()));
            }
            assertEquals(10, result.getRow());
            assertAllOf(result, 11);
          }
        }
      }
    }
  }

  @EveryDriver
  void a_result_may_be_left_unread(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      for (boolean autoCommit : new boolean[] {true, false}) {
        connection.setAutoCommit(autoCommit);
        for (int fetchSize : new int[] {0, 500}) {
          try (var statement = connection.createStatement()) {
            statement.setFetchSize(fetchSize);
            assertTrue(statement.executeQuery(MANY).next());
          }
          assertEquals("1", one(connection));
          Statement forgotten = connection.createStatement();
          forgotten.setFetchSize(fetchSize);
          assertTrue(forgotten.executeQuery(MANY).next());
          assertEquals("1", one(connection));
          if (!autoCommit) {
            connection.commit();
          }
          assertEquals("1", one(connection));
        }
      }
    }
  }

  private static String one(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      return StatementContractTest.text(statement.executeQuery("select 1"));
    }
  }

  @EveryDriver
  void what_was_read_without_a_fetch_size_outlives_its_transaction(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      var result = statement.executeQuery(MANY);
      assertTrue(result.next());
      connection.commit();
      assertAllOf(result, 2);
    }
  }

  @EveryDriver
  void a_portal_ends_with_its_transaction(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setFetchSize(10);
      var result = statement.executeQuery(MANY);
      assertTrue(result.next());
      connection.commit();
      for (int i = 0; i < 9; i++) {
        assertTrue(result.next());
      }
      assertEquals("34000", assertThrows(SQLException.class, result::next).getSQLState());
      connection.rollback();
    }
  }

  @EveryDriver
  void an_error_behind_many_rows_is_thrown(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      for (int fetchSize : new int[] {0, 500}) {
        statement.setFetchSize(fetchSize);
        var thrown =
            assertThrows(
                SQLException.class,
                () -> {
                  var result =
                      statement.executeQuery(
                          "select 1 / (50000 - n) from generate_series(1, 60000) n");
                  while (result.next()) {
                    result.getInt(1);
                  }
                });
        assertEquals("22012", thrown.getSQLState());
        assertEquals("1", one(connection));
      }
    }
  }

  @EveryDriver
  void a_scrollable_result_goes_everywhere(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
        var result = statement.executeQuery(MANY)) {
      assertTrue(result.isBeforeFirst());
      assertFalse(result.previous());
      assertTrue(result.last());
      assertEquals(60000, result.getInt(1));
      assertTrue(result.isLast());
      assertEquals(60000, result.getRow());
      assertTrue(result.first());
      assertTrue(result.isFirst());
      assertEquals(1, result.getInt(1));
      assertTrue(result.absolute(30000));
      assertEquals(30000, result.getInt(1));
      assertTrue(result.relative(-5));
      assertEquals(29995, result.getInt(1));
      assertTrue(result.absolute(-2));
      assertEquals(59999, result.getInt(1));
      assertTrue(result.next());
      assertFalse(result.next());
      assertTrue(result.isAfterLast());
      assertTrue(result.previous());
      assertEquals(60000, result.getInt(1));
      assertFalse(result.absolute(60001));
      assertTrue(result.isAfterLast());
      assertFalse(result.absolute(0));
      assertTrue(result.isBeforeFirst());
      result.afterLast();
      assertEquals(0, result.getRow());
      result.beforeFirst();
      assertTrue(result.next());
      assertEquals(1, result.getRow());
    }
  }

  @EveryDriver
  void a_forward_only_result_goes_forward_only(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement();
        var result = statement.executeQuery("select 1 as a, 2 as b")) {
      assertTrue(result.isBeforeFirst());
      assertEquals("24000", assertThrows(SQLException.class, () -> result.getInt(1)).getSQLState());
      for (var move :
          new org.junit.jupiter.api.function.Executable[] {
            result::first,
            result::previous,
            result::last,
            result::beforeFirst,
            result::afterLast,
            () -> result.absolute(1),
            () -> result.relative(1)
          }) {
        assertEquals("24000", assertThrows(SQLException.class, move).getSQLState());
      }
      assertTrue(result.next());
      assertTrue(result.isFirst());
      assertTrue(result.isLast());
      assertEquals("22023", assertThrows(SQLException.class, () -> result.getInt(3)).getSQLState());
      assertEquals("22023", assertThrows(SQLException.class, () -> result.getInt(0)).getSQLState());
      assertEquals(
          "42703", assertThrows(SQLException.class, () -> result.getInt("c")).getSQLState());
      assertEquals(2, result.findColumn("B"));
      assertFalse(result.next());
      assertEquals("24000", assertThrows(SQLException.class, () -> result.getInt(1)).getSQLState());
    }
  }

  @EveryDriver
  void an_empty_result_is_neither_before_nor_after(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement();
        var result = statement.executeQuery("select 1 where false")) {
      assertFalse(result.isBeforeFirst());
      assertFalse(result.next());
      assertFalse(result.isAfterLast());
      assertFalse(result.isFirst());
      assertEquals(0, result.getRow());
    }
  }
}
