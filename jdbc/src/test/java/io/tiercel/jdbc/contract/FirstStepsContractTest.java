package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.NullUnmarked;

/// What every application does first.
@NullUnmarked
class FirstStepsContractTest {

  @EveryDriver
  void a_statement_returns_rows(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement();
        var result =
            statement.executeQuery(
                "select n, 'row ' || n as t, null::int as nothing from generate_series(1, 3) n")) {
      for (int i = 1; i <= 3; i++) {
        assertTrue(result.next());
        assertEquals(i, result.getInt(1));
        assertEquals("row " + i, result.getString("t"));
        assertEquals("row " + i, result.getString("T"));
        assertEquals(0, result.getInt("nothing"));
        assertTrue(result.wasNull());
        assertNull(result.getObject(3));
      }
      assertFalse(result.next());
      assertFalse(result.next());
    }
  }

  @EveryDriver
  void a_prepared_statement_takes_parameters_again_and_again(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.prepareStatement("select ? + 1, ?::text, ?::numeric, ?")) {
      for (int i = 0; i < 8; i++) {
        statement.setInt(1, i);
        statement.setString(2, "text " + i);
        statement.setBigDecimal(3, new BigDecimal("1." + i));
        statement.setNull(4, Types.INTEGER);
        try (var result = statement.executeQuery()) {
          assertTrue(result.next());
          assertEquals(i + 1, result.getInt(1));
          assertEquals("text " + i, result.getString(2));
          assertEquals(new BigDecimal("1." + i), result.getBigDecimal(3));
          assertNull(result.getObject(4));
        }
      }
    }
  }

  @EveryDriver
  void changes_are_counted_committed_and_rolled_back(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter("create temp table t (id int, name text)");
        var insert = connection.prepareStatement("insert into t values (?, ?)");
        var count = connection.prepareStatement("select count(*) from t")) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 5; i++) {
        insert.setInt(1, i);
        insert.setString(2, "name");
        assertEquals(1, insert.executeUpdate());
      }
      connection.rollback();
      insert.setInt(1, 7);
      insert.executeUpdate();
      connection.commit();
      try (var result = count.executeQuery()) {
        result.next();
        assertEquals(1, result.getLong(1));
      }
      connection.rollback();
      connection.setAutoCommit(true);
      try (var statement = connection.createStatement()) {
        assertEquals(1, statement.executeUpdate("update t set name = 'other'"));
        assertEquals(0, statement.executeUpdate("create temp table u ()"));
        assertEquals(1, statement.executeUpdate("delete from t"));
      }
    }
  }

  @EveryDriver
  void the_server_s_errors_carry_their_sqlstate(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter("create temp table t (id int primary key)");
        var statement = connection.createStatement()) {
      statement.execute("insert into t values (1)");
      var thrown =
          assertThrows(SQLException.class, () -> statement.execute("insert into t values (1)"));
      assertEquals("23505", thrown.getSQLState());
      assertTrue(thrown.getMessage().contains("t_pkey"), thrown.getMessage());
      thrown = assertThrows(SQLException.class, () -> statement.executeQuery("selec 1"));
      assertEquals("42601", thrown.getSQLState());
      try (var result = statement.executeQuery("select count(*) from t")) {
        result.next();
        assertEquals(1, result.getInt(1));
      }
    }
  }

  @EveryDriver
  void an_aborted_transaction_refuses_work_until_it_is_rolled_back(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      var first = assertThrows(SQLException.class, () -> statement.execute("select 1 / 0"));
      assertEquals("22012", first.getSQLState());
      var second = assertThrows(SQLException.class, () -> statement.execute("select 1"));
      assertEquals("25P02", second.getSQLState());
      assertEquals("22012", ((SQLException) second.getCause()).getSQLState());
      connection.commit();
      if (driver.isTiercel()) {
        // pgjdbc says nothing.
        var warning = connection.getWarnings();
        assertEquals("25P02", warning.getSQLState());
        assertEquals("22012", ((SQLException) warning.getCause()).getSQLState());
      }
      statement.execute("select 1");
      connection.rollback();
    }
  }

  @EveryDriver
  void a_commit_that_was_none_is_an_error_on_request(DriverUnderTest driver) throws SQLException {
    if (!driver.isTiercel()) {
      return; // it had the property in one release only
    }
    try (var connection = driver.connect("raiseExceptionOnSilentRollback", "true");
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThrows(SQLException.class, () -> statement.execute("select 1 / 0"));
      var thrown = assertThrows(SQLException.class, connection::commit);
      assertEquals("25P02", thrown.getSQLState());
      assertEquals("22012", ((SQLException) thrown.getCause()).getSQLState());
      statement.execute("select 1");
      connection.commit();
    }
  }
}
