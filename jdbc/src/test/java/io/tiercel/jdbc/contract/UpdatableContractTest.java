package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.function.Executable;

/// Results that are changed in place.
@NullUnmarked
class UpdatableContractTest {
  private static final String[] SETUP = {
    "create temp table t (id int primary key, \"Name\" text, n numeric default 1.5, d date)",
    "insert into t values (1, 'one', 1, '2024-01-01'), (2, 'two', 2, null), (3, 'three', 3, null)",
    "create temp table keyless (a int)",
    "insert into keyless values (1)"
  };

  private static Statement updatable(Connection connection) throws SQLException {
    return connection.createStatement(
        ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
  }

  private static void assertState(String sqlState, Executable work) {
    assertEquals(sqlState, assertThrows(SQLException.class, work).getSQLState());
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      return StatementContractTest.text(statement.executeQuery(sql));
    }
  }

  @EveryDriver
  void rows_are_updated(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(SETUP);
        var statement = updatable(connection);
        var result = statement.executeQuery("select * from t order by id")) {
      assertEquals(ResultSet.CONCUR_UPDATABLE, result.getConcurrency());
      assertTrue(result.next());
      assertTrue(result.next());
      result.updateString("Name", "zwei");
      result.updateBigDecimal(3, new BigDecimal("22.5"));
      result.updateRow();
      assertEquals("zwei", result.getString("Name"));
      assertEquals(new BigDecimal("22.5"), result.getBigDecimal("n"));
      result.updateNull("d");
      result.updateString(2, "gone");
      result.cancelRowUpdates();
      result.updateRow();
      assertEquals("zwei", text(connection, "select \"Name\" from t where id = 2"));
      result.updateInt("id", 20);
      result.updateRow();
      assertEquals("20", text(connection, "select id from t where \"Name\" = 'zwei'"));
      assertEquals(20, result.getInt(1));
      assertTrue(result.next());
      assertEquals(3, result.getInt(1));
      assertTrue(result.previous());
      assertEquals(20, result.getInt(1));
    }
  }

  @EveryDriver
  void rows_are_inserted(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(SETUP);
        var statement = updatable(connection);
        var result = statement.executeQuery("select id, \"Name\", n, d from t order by id")) {
      result.next();
      result.moveToInsertRow();
      assertState("22023", result::insertRow);
      result.updateInt(1, 9);
      result.updateString("Name", "nine");
      if (driver.isTiercel()) {
        // Nothing is set before it is inserted; pgjdbc still reads the row left behind.
        assertNull(result.getString("Name"));
      }
      result.insertRow();
      assertState("24000", result::updateRow);
      assertState("24000", result::deleteRow);
      assertState("24000", result::next);
      result.moveToCurrentRow();
      assertEquals(1, result.getInt(1));
      assertTrue(result.last());
      assertEquals(9, result.getInt(1));
      assertEquals("nine", result.getString(2));
      assertEquals("1.5", text(connection, "select n from t where id = 9"));
      assertState("24000", result::insertRow);
    }
  }

  @EveryDriver
  void rows_are_deleted(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(SETUP);
        var statement = updatable(connection);
        var result = statement.executeQuery("select * from t order by id")) {
      assertState("24000", result::deleteRow);
      result.absolute(2);
      result.deleteRow();
      assertTrue(result.next());
      assertEquals(3, result.getInt(1));
      assertFalse(result.next());
      assertEquals("1,3", text(connection, "select string_agg(id::text, ',' order by id) from t"));
      result.first();
      result.deleteRow();
      assertTrue(result.next());
      assertEquals(3, result.getInt(1));
      assertTrue(result.isFirst());
    }
  }

  @EveryDriver
  void rows_are_refreshed(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(SETUP);
        var statement = updatable(connection);
        var other = connection.createStatement();
        var result = statement.executeQuery("select * from t order by id")) {
      result.next();
      other.execute("update t set \"Name\" = 'changed' where id = 1");
      assertEquals("one", result.getString("Name"));
      result.refreshRow();
      assertEquals("changed", result.getString("Name"));
    }
  }

  @EveryDriver
  void what_has_no_key_or_was_not_asked_for_is_not_changed(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connectAfter(SETUP);
        var statement = updatable(connection)) {
      var keyless = statement.executeQuery("select a from keyless");
      keyless.next();
      assertThrows(SQLException.class, () -> keyless.updateInt(1, 5));
      var partial = statement.executeQuery("select \"Name\" from t");
      partial.next();
      assertThrows(SQLException.class, () -> partial.updateString(1, "x"));
      try (var plain = connection.createStatement();
          var result = plain.executeQuery("select * from t")) {
        result.next();
        assertThrows(SQLException.class, () -> result.updateInt(1, 5));
        assertThrows(SQLException.class, result::moveToInsertRow);
      }
    }
  }

  @EveryDriver
  void a_prepared_statement_can_be_updatable_and_forward_only(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connectAfter(SETUP);
        var statement =
            connection.prepareStatement(
                "select * from t where id > ? order by id",
                ResultSet.TYPE_FORWARD_ONLY,
                ResultSet.CONCUR_UPDATABLE)) {
      statement.setInt(1, 1);
      try (var result = statement.executeQuery()) {
        while (result.next()) {
          result.updateObject("d", java.time.LocalDate.of(2025, 5, 5));
          result.updateRow();
        }
      }
      assertEquals("2", text(connection, "select count(*) from t where d = '2025-05-05'"));
    }
  }

  private static final String[] UNIQUE = {
    "create temp table u (id int primary key, code text not null, extra text, note text,"
        + " unique (code), unique (extra))",
    "insert into u values (1, 'a', 'x', 'one'), (2, 'b', null, 'two')",
    "create unique index on u (note) where note is not null"
  };

  @EveryDriver
  void a_unique_key_without_nulls_identifies_rows(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(UNIQUE);
        var statement = updatable(connection);
        var result = statement.executeQuery("select code, note from u order by id")) {
      assertTrue(result.next());
      result.updateString("note", "changed");
      result.updateRow();
      assertEquals("changed", text(connection, "select note from u where id = 1"));
      assertEquals("two", text(connection, "select note from u where id = 2"));
    }
  }

  @EveryDriver
  void a_unique_key_with_nulls_or_a_condition_does_not(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(UNIQUE);
        var statement = updatable(connection)) {
      for (String columns : new String[] {"extra", "note", "extra, note"}) {
        try (var result = statement.executeQuery("select " + columns + " from u order by id")) {
          assertTrue(result.next());
          var thrown = assertThrows(SQLException.class, () -> result.updateString(1, "z"));
          assertEquals("No eligible primary or unique key found for table u.", thrown.getMessage());
        }
      }
    }
  }
}
