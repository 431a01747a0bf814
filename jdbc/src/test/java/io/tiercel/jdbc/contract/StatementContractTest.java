package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.function.Executable;

/// [java.sql.Statement] and what [java.sql.PreparedStatement] adds to it.
@NullUnmarked
class StatementContractTest {

  private static void assertState(String sqlState, Executable work) {
    assertEquals(sqlState, assertThrows(SQLException.class, work).getSQLState());
  }

  @EveryDriver
  void several_commands_come_to_several_results(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter("create temp table t (id int)");
        var statement = connection.createStatement()) {
      assertTrue(
          statement.execute(
              "select 1; insert into t values (1), (2); select id from t order by id; ;"));
      try (var first = statement.getResultSet()) {
        assertTrue(first.next());
        assertEquals(1, first.getInt(1));
      }
      assertEquals(-1, statement.getUpdateCount());
      assertFalse(statement.getMoreResults());
      assertEquals(2, statement.getUpdateCount());
      assertNull(statement.getResultSet());
      assertTrue(statement.getMoreResults());
      ResultSet last = statement.getResultSet();
      assertTrue(last.next());
      assertFalse(statement.getMoreResults(Statement.KEEP_CURRENT_RESULT));
      assertEquals(-1, statement.getUpdateCount());
      assertFalse(last.isClosed());
      assertEquals(1, last.getInt(1));
    }
  }

  @EveryDriver
  void a_text_may_create_what_it_uses(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      assertFalse(
          statement.execute("create temp table t (id int); insert into t select 5; select 1"));
      assertEquals(0, statement.getUpdateCount());
      assertFalse(statement.getMoreResults());
      assertEquals(1, statement.getUpdateCount());
      assertTrue(statement.getMoreResults());
    }
  }

  @EveryDriver
  void queries_return_rows_and_updates_counts(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter("create temp table t (id int)");
        var statement = connection.createStatement()) {
      assertState("02000", () -> statement.executeQuery("insert into t values (1)"));
      assertState("0100E", () -> statement.executeUpdate("select 1"));
      assertState("0100E", () -> statement.executeQuery("select 1; select 2"));
      assertEquals(0, statement.executeUpdate(""));
      assertFalse(statement.execute("-- nothing"));
      assertEquals(0, statement.executeUpdate("begin"));
      assertEquals(0, statement.executeUpdate("commit"));
      assertEquals(
          3, statement.executeUpdate("create temp table u as select generate_series(1, 3)"));
      assertEquals(2L, statement.executeLargeUpdate("insert into t values (1), (2)"));
    }
  }

  @EveryDriver
  void a_closed_statement_refuses_work(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      Statement statement = connection.createStatement();
      ResultSet result = statement.executeQuery("select 1");
      statement.close();
      statement.close();
      assertTrue(statement.isClosed());
      assertTrue(result.isClosed());
      assertState("55000", () -> statement.executeQuery("select 1"));
      assertState("55000", result::next);
      assertState("55000", statement::getMaxRows);
    }
  }

  @EveryDriver
  void a_new_execution_closes_the_last_result(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      ResultSet first = statement.executeQuery("select 1");
      ResultSet second = statement.executeQuery("select 2");
      assertTrue(first.isClosed());
      assertFalse(second.isClosed());
      assertSame(statement, second.getStatement());
      assertSame(connection, statement.getConnection());
    }
  }

  @EveryDriver
  void a_statement_can_close_with_its_last_result(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      Statement statement = connection.createStatement();
      statement.closeOnCompletion();
      assertTrue(statement.isCloseOnCompletion());
      ResultSet result = statement.executeQuery("select 1");
      assertFalse(statement.isClosed());
      result.close();
      assertTrue(statement.isClosed());
    }
  }

  @EveryDriver
  void limits_are_kept(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      statement.setMaxRows(3);
      assertEquals(3, statement.getMaxRows());
      assertEquals(3, count(statement.executeQuery("select generate_series(1, 10)")));
      statement.setMaxRows(0);
      statement.setFetchSize(4);
      assertEquals(4, statement.getFetchSize());
      assertEquals(10, count(statement.executeQuery("select generate_series(1, 10)")));
      statement.setMaxRows(5);
      assertEquals(5, count(statement.executeQuery("select generate_series(1, 10)")));
      statement.setMaxRows(0);
      statement.setMaxFieldSize(3);
      try (var result =
          statement.executeQuery("select 'abcdef'::varchar, 123456, '\\x010203040506'::bytea")) {
        result.next();
        assertEquals("abc", result.getString(1));
        assertEquals("123456", result.getString(2));
        assertEquals(3, result.getBytes(3).length);
      }
      assertState("22023", () -> statement.setMaxRows(-1));
      assertState("22023", () -> statement.setFetchSize(-1));
      assertState("22023", () -> statement.setQueryTimeout(-1));
      assertState("22023", () -> statement.setMaxFieldSize(-1));
    }
  }

  static int count(ResultSet result) throws SQLException {
    int rows = 0;
    while (result.next()) {
      rows++;
    }
    return rows;
  }

  @EveryDriver
  void notices_become_warnings_of_the_statement(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      statement.execute(
          "do $$ begin raise notice 'first'; raise warning 'second' using errcode = '01ABC'; end $$");
      var first = statement.getWarnings();
      assertNotNull(first);
      assertTrue(first.getMessage().contains("first"), first.getMessage());
      assertEquals("00000", first.getSQLState());
      assertEquals("01ABC", first.getNextWarning().getSQLState());
      assertNull(first.getNextWarning().getNextWarning());
      statement.clearWarnings();
      assertNull(statement.getWarnings());
      statement.execute("do $$ begin raise notice 'third'; end $$");
      statement.execute("select 1");
      assertNull(statement.getWarnings());
    }
  }

  @EveryDriver
  void a_prepared_statement_checks_its_parameters(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.prepareStatement("select ?, ?")) {
      assertState("22023", () -> statement.setInt(0, 1));
      assertState("22023", () -> statement.setInt(3, 1));
      statement.setInt(1, 1);
      assertState("22023", statement::executeQuery);
      statement.setString(2, "two");
      assertTrue(statement.execute());
      statement.clearParameters();
      assertState("22023", statement::executeQuery);
      assertState("42809", () -> statement.executeQuery("select 1"));
      assertState("42809", () -> statement.addBatch("select 1"));
      assertTrue(statement.isPoolable());
    }
  }

  @EveryDriver
  void a_prepared_statement_follows_the_types_it_is_given(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.prepareStatement("select pg_typeof(?)::text")) {
      statement.setInt(1, 1);
      assertEquals("integer", text(statement.executeQuery()));
      statement.setLong(1, 1);
      assertEquals("bigint", text(statement.executeQuery()));
      statement.setString(1, "1");
      assertEquals("character varying", text(statement.executeQuery()));
      statement.setBoolean(1, true);
      assertEquals("boolean", text(statement.executeQuery()));
    }
  }

  static String text(ResultSet result) throws SQLException {
    try (result) {
      assertTrue(result.next());
      return result.getString(1);
    }
  }

  @EveryDriver
  void a_prepared_text_may_hold_several_commands(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter("create temp table t (id int, name text)");
        var statement =
            connection.prepareStatement(
                "insert into t values (?, ?); update t set name = ? where id = ?; table t")) {
      statement.setInt(1, 1);
      statement.setString(2, "one");
      statement.setString(3, "uno");
      statement.setInt(4, 1);
      assertFalse(statement.execute());
      assertEquals(1, statement.getUpdateCount());
      assertFalse(statement.getMoreResults());
      assertEquals(1, statement.getUpdateCount());
      assertTrue(statement.getMoreResults());
      try (var result = statement.getResultSet()) {
        result.next();
        assertEquals("uno", result.getString("name"));
      }
    }
  }

  @EveryDriver
  void ddl_and_discard_do_not_break_prepared_statements(DriverUnderTest driver)
      throws SQLException {
    try (var connection =
            driver.connectAfter("create temp table t (a int)", "insert into t values (1)");
        var select = connection.prepareStatement("select * from t");
        var statement = connection.createStatement()) {
      for (int i = 0; i < 7; i++) {
        assertEquals("1", text(select.executeQuery()));
      }
      statement.execute("alter table t add b int default 2");
      try (var result = select.executeQuery()) {
        result.next();
        assertEquals(2, result.getInt("b"));
      }
      statement.execute("deallocate all");
      assertEquals("1", text(select.executeQuery()));
      if (driver.isTiercel()) {
        connection.setAutoCommit(false);
        assertEquals("1", text(select.executeQuery()));
        statement.execute("alter table t add c int default 3");
        try (var result = select.executeQuery()) {
          result.next();
          assertEquals(3, result.getInt("c"));
        }
      }
    }
  }

  @EveryDriver
  void kinds_of_statements_are_checked(DriverUnderTest driver) throws SQLException {
    try (Connection connection = driver.connect();
        var statement =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE,
                ResultSet.CONCUR_READ_ONLY,
                ResultSet.HOLD_CURSORS_OVER_COMMIT)) {
      assertEquals(ResultSet.TYPE_SCROLL_INSENSITIVE, statement.getResultSetType());
      assertEquals(ResultSet.CONCUR_READ_ONLY, statement.getResultSetConcurrency());
      assertEquals(ResultSet.HOLD_CURSORS_OVER_COMMIT, statement.getResultSetHoldability());
      assertTrue(statement.isWrapperFor(Statement.class));
      assertSame(statement, statement.unwrap(Statement.class));
      assertFalse(statement.isWrapperFor(String.class));
      assertThrows(SQLException.class, () -> statement.unwrap(String.class));
      assertEquals(ResultSet.CLOSE_CURSORS_AT_COMMIT, connection.getHoldability());
    }
  }
}
