package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.Types;
import java.util.TimeZone;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// What the application changes of its session by SQL.
@NullUnmarked
class SessionSettingsContractTest {
  @EveryDriver
  void dates_that_could_be_misread_end_the_connection(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      statement.execute("set DateStyle = 'ISO, DMY'");
      var thrown =
          assertThrows(SQLException.class, () -> statement.execute("set DateStyle = 'German'"));
      assertEquals("08006", thrown.getSQLState());
      assertTrue(connection.isClosed());
    }
  }

  @EveryDriver
  void so_does_another_encoding(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      var thrown =
          assertThrows(
              SQLException.class, () -> statement.execute("set client_encoding = 'SQL_ASCII'"));
      assertEquals("08006", thrown.getSQLState());
      assertTrue(connection.isClosed());
    }
  }

  @EveryDriver
  void prepared_statements_follow_the_search_path_within_a_transaction(DriverUnderTest driver)
      throws SQLException {
    try (var connection =
            driver.connectAfter(
                "drop schema if exists one, two cascade",
                "create schema one",
                "create schema two",
                "create table one.t as select 1 as a",
                "create table two.t as select 'two'::text as a");
        var statement = connection.createStatement()) {
      statement.execute("set search_path to one");
      connection.setAutoCommit(false);
      try (var select = connection.prepareStatement("select a from t")) {
        for (int run = 0; run < 3; run++) {
          statement.execute("set search_path to one");
          try (var result = select.executeQuery()) {
            assertEquals(Types.INTEGER, result.getMetaData().getColumnType(1));
            assertTrue(result.next());
            assertEquals("1", result.getString(1));
          }
          statement.execute("set search_path to two");
          try (var result = select.executeQuery()) {
            assertEquals(Types.VARCHAR, result.getMetaData().getColumnType(1));
            assertTrue(result.next());
            assertEquals("two", result.getString(1));
          }
        }
      }
      connection.commit();
    }
  }

  @EveryDriver
  @ResourceLock(Resources.TIME_ZONE)
  void a_fixed_time_zone_has_the_same_sign_on_both_sides(DriverUnderTest driver)
      throws SQLException {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("GMT+03:00"));
    try (var connection = driver.connect();
        var select = connection.prepareStatement("select timestamptz '2005-01-01 12:00:00+00'")) {
      // What pgjdbc prints of binary values counts the other way round.
      int runs = driver.isTiercel() ? 6 : 1;
      for (int run = 0; run < runs; run++) {
        try (var result = select.executeQuery()) {
          assertTrue(result.next());
          assertEquals("2005-01-01 15:00:00+03", result.getString(1));
        }
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }
}
