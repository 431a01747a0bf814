package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Properties;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.function.Executable;

/// [java.sql.Connection].
@NullUnmarked
class ConnectionContractTest {
  private static final String TABLE = "create temp table t (id int)";

  private static void assertState(String sqlState, Executable work) {
    assertEquals(sqlState, assertThrows(SQLException.class, work).getSQLState());
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      return StatementContractTest.text(statement.executeQuery(sql));
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @EveryDriver
  void transactions_are_only_ended_by_hand_without_auto_commit(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connectAfter(TABLE)) {
      assertTrue(connection.getAutoCommit());
      assertState("25P01", connection::commit);
      assertState("25P01", connection::rollback);
      connection.setAutoCommit(false);
      connection.commit();
      execute(connection, "insert into t values (1)");
      connection.setAutoCommit(true);
      connection.setAutoCommit(false);
      execute(connection, "insert into t values (2)");
      connection.rollback();
      assertEquals("1", text(connection, "select count(*) from t"));
    }
  }

  @EveryDriver
  void savepoints_are_set_rolled_back_to_and_released(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(TABLE)) {
      assertState("25P01", connection::setSavepoint);
      connection.setAutoCommit(false);
      execute(connection, "insert into t values (1)");
      Savepoint named = connection.setSavepoint("My \"Point\"");
      assertEquals("My \"Point\"", named.getSavepointName());
      assertThrows(SQLException.class, named::getSavepointId);
      execute(connection, "insert into t values (2)");
      Savepoint unnamed = connection.setSavepoint();
      unnamed.getSavepointId();
      assertThrows(SQLException.class, unnamed::getSavepointName);
      assertThrows(SQLException.class, () -> execute(connection, "select 1 / 0"));
      connection.rollback(unnamed);
      assertEquals("2", text(connection, "select count(*) from t"));
      connection.releaseSavepoint(unnamed);
      assertThrows(SQLException.class, () -> connection.rollback(unnamed));
      connection.rollback();
      connection.rollback();
    }
  }

  @EveryDriver
  void isolation_levels_hold_for_the_session(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      assertEquals(Connection.TRANSACTION_READ_COMMITTED, connection.getTransactionIsolation());
      for (int level :
          new int[] {
            Connection.TRANSACTION_SERIALIZABLE,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_READ_UNCOMMITTED,
            Connection.TRANSACTION_READ_COMMITTED
          }) {
        connection.setTransactionIsolation(level);
        assertEquals(level, connection.getTransactionIsolation());
      }
      assertState("0A000", () -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE));
      connection.setAutoCommit(false);
      execute(connection, "select 1");
      assertState(
          "25001", () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
      assertState("25001", () -> connection.setReadOnly(true));
      connection.rollback();
    }
  }

  @EveryDriver
  void a_read_only_connection_refuses_changes_in_transactions(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connect()) {
      execute(connection, "create table if not exists permanent (id int)");
      connection.setReadOnly(true);
      assertTrue(connection.isReadOnly());
      connection.setAutoCommit(false);
      assertState("25006", () -> execute(connection, "insert into permanent values (1)"));
      connection.rollback();
      connection.setReadOnly(false);
      execute(connection, "insert into permanent values (1)");
      connection.rollback();
    }
  }

  @EveryDriver
  void schema_and_catalog_are_told(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter("create schema if not exists \"Other One\"")) {
      assertEquals(driver.database().name(), connection.getCatalog());
      connection.setCatalog("somewhere");
      assertEquals("public", connection.getSchema());
      connection.setSchema("Other One");
      assertEquals("Other One", connection.getSchema());
      connection.setSchema(null);
      assertEquals("public", connection.getSchema());
    }
  }

  @EveryDriver
  void prepared_statements_follow_the_search_path(DriverUnderTest driver) throws SQLException {
    try (var connection =
            driver.connectAfter(
                "create schema if not exists a",
                "create schema if not exists b",
                "drop table if exists a.named, b.named",
                "create table a.named as select 1 as id",
                "create table b.named as select 'x'::text as id, 2 as more");
        var select = connection.prepareStatement("select * from named")) {
      connection.setSchema("a");
      for (int i = 0; i < 7; i++) {
        assertEquals("1", StatementContractTest.text(select.executeQuery()));
      }
      connection.setSchema("b");
      assertEquals("x", StatementContractTest.text(select.executeQuery()));
      execute(connection, "set search_path to a");
      assertEquals("1", StatementContractTest.text(select.executeQuery()));
    }
  }

  @EveryDriver
  void client_info_names_the_application(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      connection.setClientInfo("ApplicationName", "it's \\me");
      assertEquals("it's \\me", connection.getClientInfo("ApplicationName"));
      assertEquals("it's \\me", text(connection, "select current_setting('application_name')"));
      assertEquals("it's \\me", connection.getClientInfo().getProperty("ApplicationName"));
      connection.setClientInfo("Nonsense", "x");
      assertNotNull(connection.getWarnings());
      connection.clearWarnings();
      assertNull(connection.getWarnings());
      assertNull(connection.getClientInfo("Nonsense"));
      connection.setClientInfo(new Properties());
      assertEquals("", text(connection, "select current_setting('application_name')"));
    }
  }

  @EveryDriver
  void validity_is_asked_without_harm(DriverUnderTest driver) throws SQLException {
    Connection connection = driver.connectAfter(TABLE);
    assertTrue(connection.isValid(5));
    assertTrue(connection.isValid(0));
    assertState("22023", () -> connection.isValid(-1));
    connection.setAutoCommit(false);
    execute(connection, "insert into t values (1)");
    assertTrue(connection.isValid(5));
    assertThrows(SQLException.class, () -> execute(connection, "select 1 / 0"));
    assertTrue(connection.isValid(5));
    connection.rollback();
    connection.close();
    assertFalse(connection.isValid(5));
  }

  @EveryDriver
  void a_closed_connection_refuses_work(DriverUnderTest driver) throws SQLException {
    Connection connection = driver.connect();
    Statement statement = connection.createStatement();
    connection.close();
    connection.close();
    assertTrue(connection.isClosed());
    assertState("08003", connection::createStatement);
    assertState("08003", connection::getAutoCommit);
    assertThrows(SQLException.class, () -> statement.executeQuery("select 1"));
    connection.abort(Runnable::run);
  }

  @EveryDriver
  void an_aborted_connection_is_closed(DriverUnderTest driver) throws SQLException {
    Connection connection = driver.connect();
    assertThrows(SQLException.class, () -> connection.abort(null));
    connection.abort(Runnable::run);
    assertTrue(connection.isClosed());
    assertFalse(connection.isValid(1));
  }

  @EveryDriver
  void a_lost_connection_is_closed(DriverUnderTest driver) throws SQLException {
    try (Connection connection = driver.connect();
        Connection other = driver.connect()) {
      String pid = text(connection, "select pg_backend_pid()");
      text(other, "select pg_terminate_backend(" + pid + ", 10000)");
      var lost = assertThrows(SQLException.class, () -> text(connection, "select 1"));
      assertTrue(
          lost.getSQLState().startsWith("08") || lost.getSQLState().equals("57P01"),
          lost.getSQLState());
      assertTrue(connection.isClosed());
      assertFalse(connection.isValid(1));
    }
  }

  @EveryDriver
  void the_network_timeout_bounds_silence(DriverUnderTest driver) throws SQLException {
    try (Connection connection = driver.connect()) {
      assertEquals(0, connection.getNetworkTimeout());
      connection.setNetworkTimeout(Runnable::run, 300);
      assertEquals(300, connection.getNetworkTimeout());
      var thrown = assertThrows(SQLException.class, () -> text(connection, "select pg_sleep(20)"));
      assertTrue(thrown.getSQLState().startsWith("08"), thrown.getSQLState());
      assertTrue(connection.isClosed());
    }
  }

  @EveryDriver
  void native_sql_has_no_escapes(DriverUnderTest driver) throws SQLException {
    try (Connection connection = driver.connect()) {
      assertEquals(
          text(connection, connection.nativeSQL("select {d '2024-01-02'}::text")), "2024-01-02");
    }
  }

  @EveryDriver
  void the_driver_manager_finds_the_driver(DriverUnderTest driver) throws SQLException {
    try (Connection connection = DriverManager.getConnection(driver.url())) {
      assertTrue(connection.isValid(5));
      assertEquals(
          driver.isTiercel(),
          connection.getClass().getName().startsWith("io.tiercel"),
          connection.getClass().getName());
      assertEquals(
          driver.isServer(18) ? 18 : 15, connection.getMetaData().getDatabaseMajorVersion());
    }
    assertFalse(driver.driver().acceptsURL("jdbc:other:x"));
    assertNull(driver.driver().connect("jdbc:other:x", new Properties()));
  }

  @EveryDriver
  void the_time_zone_of_the_session_is_that_of_the_jvm(DriverUnderTest driver) throws SQLException {
    try (Connection connection = driver.connect()) {
      String zone = java.util.TimeZone.getDefault().getID();
      String expected = zone.equals("GMT") ? "GMT" : zone;
      assertEquals(expected, text(connection, "show TimeZone"));
    }
  }
}
