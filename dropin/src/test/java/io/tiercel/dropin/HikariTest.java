package io.tiercel.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HikariTest {

  @ParameterizedTest
  @EnumSource
  void borrowed_connections_work_and_go_back(Dropped driver) throws SQLException {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      for (int i = 0; i < 20; i++) {
        try (Connection connection = pool.getConnection()) {
          assertTrue(connection.isValid(1));
          assertEquals(i, number(connection, "select " + i));
        }
      }
      assertEquals(0, pool.getHikariPoolMXBean().getActiveConnections());
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_data_source_is_set_up_by_its_properties(Dropped driver) throws SQLException {
    try (var database = Dropped.newDatabase()) {
      var config = new HikariConfig();
      config.setDataSourceClassName(driver.dataSourceClass);
      config.setUsername(database.user());
      config.setPassword(database.password());
      config.addDataSourceProperty("serverName", database.host());
      config.addDataSourceProperty("portNumber", Integer.toString(database.port()));
      config.addDataSourceProperty("databaseName", database.name());
      config.addDataSourceProperty("ApplicationName", "stock");
      config.addDataSourceProperty("currentSchema", "shop");
      config.addDataSourceProperty("prepareThreshold", "3");
      config.addDataSourceProperty("preparedStatementCacheQueries", 17);
      config.addDataSourceProperty("defaultRowFetchSize", "19");
      config.addDataSourceProperty("reWriteBatchedInserts", "true");
      config.addDataSourceProperty("tcpKeepAlive", true);
      config.addDataSourceProperty("stringType", "unspecified");
      config.addDataSourceProperty("sslmode", "disable");
      config.addDataSourceProperty("sslMode", "disable");
      try (var pool = new HikariDataSource(config);
          Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        assertEquals("stock", text(statement, "show application_name"));
        assertEquals("shop", text(statement, "show search_path"));
        assertEquals(19, statement.getFetchSize());
        update(connection, "create schema shop");
        update(connection, "create table item (id int, data jsonb)");
        try (var insert = connection.prepareStatement("insert into item values (?, ?)")) {
          insert.setString(1, "1");
          insert.setString(2, "{}");
          assertEquals(1, insert.executeUpdate(), "strings are sent without a type");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_a_borrower_sets_is_put_back(Dropped driver) throws SQLException {
    try (var database = Dropped.newDatabase()) {
      var config = driver.poolConfig(database);
      config.setMaximumPoolSize(1);
      config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
      config.setSchema("public");
      try (var pool = new HikariDataSource(config)) {
        try (Connection connection = pool.getConnection()) {
          assertEquals(
              Connection.TRANSACTION_REPEATABLE_READ, connection.getTransactionIsolation());
          connection.setAutoCommit(false);
          connection.setReadOnly(true);
          connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
          connection.setSchema("pg_catalog");
          connection.setNetworkTimeout(Runnable::run, 5_000);
          number(connection, "select 1");
        }
        try (Connection connection = pool.getConnection()) {
          assertTrue(connection.getAutoCommit());
          assertFalse(connection.isReadOnly());
          assertEquals(
              Connection.TRANSACTION_REPEATABLE_READ, connection.getTransactionIsolation());
          assertEquals("public", connection.getSchema());
          assertEquals(0, connection.getNetworkTimeout());
          assertEquals(1, update(connection, "create table t as select 1"));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void work_that_was_not_committed_is_rolled_back_at_close(Dropped driver) throws SQLException {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      try (Connection connection = pool.getConnection()) {
        update(connection, "create table t (i int)");
        connection.setAutoCommit(false);
        update(connection, "insert into t values (1)");
      }
      try (Connection connection = pool.getConnection()) {
        assertEquals(0, number(connection, "select count(*) from t"));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_connection_that_the_server_ended_is_replaced(Dropped driver) throws SQLException {
    try (var database = Dropped.newDatabase()) {
      var config = driver.poolConfig(database);
      config.setMaximumPoolSize(1);
      try (var pool = new HikariDataSource(config)) {
        Connection doomed = pool.getConnection();
        int process = number(doomed, "select pg_backend_pid()");
        terminate(database, process);
        assertThrows(SQLException.class, () -> number(doomed, "select 1"));
        doomed.close();
        try (Connection fresh = pool.getConnection()) {
          assertTrue(number(fresh, "select pg_backend_pid()") != process);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_connection_that_died_while_idle_is_not_handed_out(Dropped driver) throws SQLException {
    // Hikari asks isValid of what was idle for longer than half a second; the property makes it ask
    // always.
    System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "0");
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      int process;
      try (Connection connection = pool.getConnection()) {
        process = number(connection, "select pg_backend_pid()");
      }
      terminate(database, process);
      try (Connection connection = pool.getConnection()) {
        assertEquals(1, number(connection, "select 1"));
      }
    } finally {
      System.clearProperty("com.zaxxer.hikari.aliveBypassWindowMs");
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_exhausted_pool_ends_in_its_timeout(Dropped driver) throws SQLException {
    try (var database = Dropped.newDatabase()) {
      var config = driver.poolConfig(database);
      config.setMaximumPoolSize(1);
      config.setConnectionTimeout(250);
      try (var pool = new HikariDataSource(config);
          Connection held = pool.getConnection()) {
        assertTrue(held.isValid(1));
        assertThrows(SQLTransientConnectionException.class, pool::getConnection);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_leak_is_detected(Dropped driver) throws Exception {
    var reported = new CountDownLatch(1);
    Logger logger = Logger.getLogger("com.zaxxer.hikari.pool.ProxyLeakTask");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            reported.countDown();
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try (var database = Dropped.newDatabase()) {
      var config = driver.poolConfig(database);
      config.setLeakDetectionThreshold(2_000);
      try (var pool = new HikariDataSource(config);
          Connection leaked = pool.getConnection()) {
        assertTrue(leaked.isValid(1));
        assertTrue(reported.await(30, TimeUnit.SECONDS));
      }
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_wrong_password_fails_at_once(Dropped driver) {
    try (var database = Dropped.newDatabase()) {
      var config = driver.poolConfig(database);
      config.setPassword("wrong");
      var failure =
          assertThrows(HikariPool.PoolInitializationException.class, () -> pool(config).close());
      assertEquals("28P01", ((SQLException) failure.getCause()).getSQLState());
    }
  }

  private static HikariDataSource pool(com.zaxxer.hikari.HikariConfig config) {
    return new HikariDataSource(config);
  }

  @ParameterizedTest
  @EnumSource
  void virtual_threads_share_the_pool(Dropped driver) throws Exception {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database);
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Callable<Integer>>();
      for (int i = 0; i < 200; i++) {
        int number = i;
        answers.add(
            () -> {
              try (Connection connection = pool.getConnection()) {
                return number(connection, "select " + number);
              }
            });
      }
      int expected = 0;
      for (var answer : executor.invokeAll(answers)) {
        assertEquals(expected++, answer.get());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void unwrap_reaches_the_driver_s_connection(Dropped driver) throws SQLException {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database);
        Connection connection = pool.getConnection()) {
      String type =
          driver == Dropped.PGJDBC
              ? "org.postgresql.PGConnection"
              : "io.tiercel.jdbc.extension.TiercelConnection";
      Class<?> extension = Class.forName(type);
      assertTrue(connection.isWrapperFor(extension));
      assertTrue(extension.isInstance(connection.unwrap(extension)));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static void terminate(TestDatabase database, int process) {
    database.execute("select pg_terminate_backend(%d, 10000)".formatted(process));
  }

  private static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      assertTrue(result.next());
      return String.valueOf(result.getString(1));
    }
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertTrue(result.next());
      return result.getInt(1);
    }
  }

  private static int update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }
}
