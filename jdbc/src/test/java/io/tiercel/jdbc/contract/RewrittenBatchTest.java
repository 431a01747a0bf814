package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Arrays;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Timeout;

/// Batches of inserts that travel as arrays: nobody can tell but by the time they take.
@NullUnmarked
@Timeout(60)
class RewrittenBatchTest {

  private static Connection connect(TestDatabase database, String... properties)
      throws SQLException {
    var info = new Properties();
    for (int i = 0; i < properties.length; i += 2) {
      info.setProperty(properties[i], properties[i + 1]);
    }
    return new TiercelDriver().connect(database.jdbcUrl(), info);
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  /// The number of commands that inserted into `t`, by a trigger for each statement of its log.
  private static final String COUNTED =
      "create temp table t (id int primary key, a text, n numeric(8, 2), d date, ts timestamptz,"
          + " u uuid, b bytea, x int default 7, gen int generated always as identity)";

  @EveryPostgres
  void values_of_every_kind_arrive(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      try (var statement = connection.createStatement()) {
        statement.execute(COUNTED);
      }
      var uuid = UUID.randomUUID();
      var time = Timestamp.valueOf("2024-02-29 12:34:56.789");
      String sql = "insert into t (id, a, n, d, ts, u, b) values (?, ?, ?, ?, ?, ?, ?)";
      try (var insert = connection.prepareStatement(sql)) {
        for (int i = 0; i < 100; i++) {
          insert.setInt(1, i);
          insert.setString(2, i == 50 ? null : "a\"\\,{} " + i);
          insert.setBigDecimal(3, new BigDecimal("12.345"));
          insert.setDate(4, Date.valueOf("2024-02-29"));
          insert.setTimestamp(5, i == 51 ? null : time);
          insert.setObject(6, uuid);
          insert.setBytes(7, new byte[] {1, 0, (byte) i});
          insert.addBatch();
        }
        int[] ones = new int[100];
        Arrays.fill(ones, 1);
        assertArrayEquals(ones, insert.executeBatch());
      }
      assertEquals("1", text(connection, "select count(distinct xmin::text || cmin) from t"));
      try (var statement = connection.createStatement();
          var result = statement.executeQuery("select * from t where id = 99")) {
        result.next();
        assertEquals("a\"\\,{} 99", result.getString("a"));
        assertEquals(new BigDecimal("12.35"), result.getBigDecimal("n"));
        assertEquals(Date.valueOf("2024-02-29"), result.getDate("d"));
        assertEquals(time, result.getTimestamp("ts"));
        assertEquals(uuid, result.getObject("u"));
        assertArrayEquals(new byte[] {1, 0, 99}, result.getBytes("b"));
        assertEquals(7, result.getInt("x"));
        assertEquals(100, result.getInt("gen"));
      }
      assertEquals("1", text(connection, "select count(*) from t where a is null"));
      assertEquals("1", text(connection, "select count(*) from t where ts is null"));
    }
  }

  @EveryPostgres
  void it_can_be_switched_off(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database, "rewriteBatch", "false")) {
      insert(connection, "create table t (id int)", 20);
      assertEquals("20", text(connection, "select count(distinct cmin::text) from t"));
    }
  }

  private static void insert(Connection connection, String table, int rows) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(table);
    }
    try (var insert = connection.prepareStatement("insert into t values (?)")) {
      for (int i = 0; i < rows; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      int[] ones = new int[rows];
      Arrays.fill(ones, 1);
      assertArrayEquals(ones, insert.executeBatch());
    }
  }

  @EveryPostgres
  void a_table_is_looked_at_again_after_definitions_or_the_path_have_changed(TestServer server)
      throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      insert(connection, "create table t (id int)", 20);
      assertEquals("1", text(connection, "select count(distinct cmin::text) from t"));
      String guarded =
          "create schema other; create table other.t (id int);"
              + "create function keep() returns trigger language plpgsql as"
              + " $$ begin return new; end $$;"
              + "create trigger keep before insert on other.t for each row execute function keep()";
      database.execute(guarded);
      insert(connection, "set search_path to other", 20);
      assertEquals("20", text(connection, "select count(distinct cmin::text) from other.t"));
      connection.setSchema("public");
      insert(connection, "truncate t", 20);
      assertEquals("1", text(connection, "select count(distinct cmin::text) from t"));
      insert(
          connection,
          "truncate t; create trigger keep before insert on t for each row execute function keep()",
          20);
      assertEquals("20", text(connection, "select count(distinct cmin::text) from t"));
    }
  }

  @EveryPostgres
  void a_table_with_triggers_gets_its_rows_one_by_one(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      database.execute(
          "create table log (n int)",
          "create function note() returns trigger language plpgsql as"
              + " $$ begin insert into log select count(*) from t; return new; end $$");
      insert(
          connection,
          "create table t (id int);"
              + "create trigger note before insert on t for each row execute function note()",
          20);
      assertEquals("190", text(connection, "select sum(n) from log"));
    }
  }

  @EveryPostgres
  void the_entry_to_blame_is_named_and_the_batch_undone(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      try (var statement = connection.createStatement()) {
        statement.execute("create table t (id int primary key, v varchar(3))");
      }
      for (boolean autoCommit : new boolean[] {true, false}) {
        connection.setAutoCommit(autoCommit);
        try (var insert = connection.prepareStatement("insert into t values (?, ?)")) {
          for (int i = 0; i < 30; i++) {
            insert.setInt(1, i);
            insert.setString(2, i == 17 ? "too long" : "ok");
            insert.addBatch();
          }
          var thrown = assertThrows(BatchUpdateException.class, insert::executeBatch);
          assertEquals("22001", thrown.getSQLState());
          assertTrue(thrown.getMessage().contains("entry 18 of"), thrown.getMessage());
          assertEquals(30, thrown.getUpdateCounts().length);
          assertEquals(Statement.EXECUTE_FAILED, thrown.getUpdateCounts()[3]);
        }
        if (!autoCommit) {
          connection.rollback();
        }
        assertEquals("0", text(connection, "select count(*) from t"));
      }
    }
  }

  @EveryPostgres
  void a_transaction_goes_on_after_a_batch(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      connection.setAutoCommit(false);
      insert(connection, "create table t (id int)", 20000);
      connection.commit();
      assertEquals("20000", text(connection, "select count(*) from t"));
      assertEquals("3", text(connection, "select count(distinct cmin::text) from t"));
    }
  }

  @EveryPostgres
  void nulls_of_any_declared_type_are_nulls(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database);
        var statement = connection.createStatement()) {
      statement.execute("create table t (id int, a int[], j jsonb)");
      try (var insert = connection.prepareStatement("insert into t (id, a) values (?, ?)")) {
        for (int i = 0; i < 10; i++) {
          insert.setInt(1, i);
          insert.setNull(2, Types.ARRAY);
          insert.addBatch();
        }
        assertEquals(10, insert.executeBatch().length);
      }
      assertEquals("10", text(connection, "select count(*) from t where a is null"));
    }
  }
}
