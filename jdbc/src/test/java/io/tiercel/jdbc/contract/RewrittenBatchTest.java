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
import java.util.LinkedHashMap;
import java.util.Map;
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

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// Inserts ids as one batch.
  private static int[] insertIds(Connection connection, int from, int to) throws SQLException {
    try (var insert = connection.prepareStatement("insert into t (id) values (?)")) {
      for (int i = from; i < to; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      return insert.executeBatch();
    }
  }

  /// In how many commands rows were inserted. Subtransactions count commands of their own.
  private static String commands(Connection connection) throws SQLException {
    return text(connection, "select count(distinct xmin::text || ' ' || cmin::text) from t");
  }

  @EveryPostgres
  void tables_that_could_tell_get_their_rows_one_by_one(TestServer server) throws SQLException {
    String counting =
        "create function counted() returns bigint language sql stable as 'select count(*) from t'";
    Map<String, String> definitions = new LinkedHashMap<>();
    definitions.put("create table t (id int, n bigint default 1)", "1");
    definitions.put("create table t (id int, n bigint default nextval('numbers'))", "1");
    definitions.put("create table t (id int, n timestamptz default now() + interval '1 day')", "1");
    definitions.put("create table t (id int, n uuid default gen_random_uuid())", "1");
    definitions.put("create table t (id int, n text default current_setting('TimeZone'))", "1");
    definitions.put("create table t (id int check (abs(id) >= 0), n even)", "1");
    definitions.put("create table t (id int) partition by range (id)", "1");
    definitions.put("create table t (id int primary key, n int references other)", "1");
    definitions.put("create table t (id int, n bigint default counted())", "20");
    definitions.put("create table t (id int check (counted() < 100))", "20");
    definitions.put("create table t (id int, n counting)", "20");
    definitions.put("create table t (id int, n counting[])", "20");
    definitions.put("create table t (id int primary key, n int references t)", "20");
    definitions.put(
        "create table t (id int, n xml default query_to_xml('select 1', false, false, ''))", "20");
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      execute(connection, "create table t (id int); create sequence numbers");
      execute(connection, "create table other (id int primary key); " + counting);
      execute(connection, "create domain even as int check (value % 2 = 0)");
      execute(connection, "create domain counting as int check (counted() < 100)");
      for (var definition : definitions.entrySet()) {
        execute(connection, "drop table t; " + definition.getKey());
        if (definition.getKey().contains("partition by")) {
          execute(connection, "create table part partition of t default");
        }
        insertIds(connection, 0, 20);
        assertEquals(definition.getValue(), commands(connection), definition.getKey());
      }
    }
  }

  @EveryPostgres
  void a_default_that_reads_the_table_sees_the_rows_before(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      execute(connection, "create table t (id int)");
      execute(
          connection,
          "create function counted() returns bigint language sql stable as 'select count(*) from t';"
              + "alter table t add n bigint default counted()");
      insertIds(connection, 0, 20);
      assertEquals("190", text(connection, "select sum(n) from t"));
    }
  }

  @EveryPostgres
  void a_partition_in_a_tree_that_refers_to_itself_gets_its_rows_one_by_one(TestServer server)
      throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      execute(
          connection,
          "create table root (id int primary key, up int references root)"
              + " partition by range (id); create table t partition of root default");
      insertIds(connection, 0, 20);
      assertEquals("20", commands(connection));
    }
  }

  @EveryPostgres
  void batches_that_follow_one_another_share_a_savepoint(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      execute(connection, "create table t (id int)");
      connection.setAutoCommit(false);
      for (int batch = 0; batch < 20; batch++) {
        assertEquals(100, insertIds(connection, batch * 100, batch * 100 + 100).length);
      }
      connection.commit();
      assertEquals("2000", text(connection, "select count(distinct id) from t"));
      // The first has one for itself, for nothing is known to follow it.
      assertEquals("2", text(connection, "select count(distinct xmin::text) from t"));
    }
  }

  @EveryPostgres
  void the_entry_to_blame_is_found_behind_a_shared_savepoint(TestServer server)
      throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      execute(connection, "create table t (id int primary key)");
      connection.setAutoCommit(false);
      for (int batch = 0; batch < 5; batch++) {
        insertIds(connection, batch * 100, batch * 100 + 100);
      }
      // Only the batches before tell that 250 is there already.
      var thrown = assertThrows(BatchUpdateException.class, () -> insertIds(connection, 240, 260));
      assertEquals("23505", thrown.getSQLState());
      assertTrue(thrown.getMessage().contains("entry 1 of the batch of 20"), thrown.getMessage());
      var failed = assertThrows(SQLException.class, () -> text(connection, "select 1"));
      assertEquals("25P02", failed.getSQLState());
      connection.rollback();
      assertEquals("0", text(connection, "select count(*) from t"));
      assertEquals(20, insertIds(connection, 0, 20).length);
      connection.commit();
    }
  }

  @EveryPostgres
  void a_savepoint_of_the_application_between_batches_keeps_its_place(TestServer server)
      throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      execute(connection, "create table t (id int primary key)");
      connection.setAutoCommit(false);
      for (int batch = 0; batch < 30; batch++) {
        int from = batch * 100;
        insertIds(connection, from, from + 10);
        insertIds(connection, from + 10, from + 20);
        insertIds(connection, from + 20, from + 30);
        var mine = connection.setSavepoint("mine");
        insertIds(connection, from + 30, from + 40);
        insertIds(connection, from + 40, from + 50);
        assertThrows(BatchUpdateException.class, () -> insertIds(connection, from + 45, from + 60));
        connection.rollback(mine);
        insertIds(connection, from + 60, from + 70);
        connection.releaseSavepoint(mine);
        assertEquals(String.valueOf(40 * (batch + 1)), text(connection, "select count(*) from t"));
      }
      connection.commit();
      assertEquals("1200", text(connection, "select count(*) from t"));
      assertEquals(
          "0", text(connection, "select count(*) from t where id % 100 between 30 and 59"));
    }
  }

  @EveryPostgres
  void statements_between_batches_survive_a_refused_one(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      execute(connection, "create table t (id int primary key, n int default 0)");
      connection.setAutoCommit(false);
      insertIds(connection, 0, 10);
      insertIds(connection, 10, 20);
      insertIds(connection, 20, 30);
      execute(connection, "update t set n = 1");
      var mine = connection.setSavepoint();
      assertThrows(BatchUpdateException.class, () -> insertIds(connection, 25, 40));
      connection.rollback(mine);
      connection.commit();
      assertEquals("30", text(connection, "select sum(n) from t"));
    }
  }

  @EveryPostgres
  void a_value_that_cannot_be_sent_leaves_nothing_behind(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      execute(connection, "create table t (id int, n numeric)");
      for (String sql :
          new String[] {"insert into t values (?, ?)", "insert into t select ?::int, ?::numeric"}) {
        for (int size : new int[] {10, 30_000}) {
          for (boolean autoCommit : new boolean[] {true, false}) {
            connection.setAutoCommit(autoCommit);
            if (!autoCommit) {
              execute(connection, "select 1");
            }
            var thrown =
                assertThrows(
                    BatchUpdateException.class, () -> insertNumbers(connection, sql, size));
            assertTrue(
                thrown.getMessage().contains("entry %d of".formatted(size)), thrown.getMessage());
            if (!autoCommit) {
              try {
                connection.commit();
              } catch (SQLException e) {
                assertEquals("25P02", e.getSQLState());
              }
              connection.setAutoCommit(true);
            }
            assertEquals("0", text(connection, "select count(*) from t"), sql + " " + size);
          }
        }
      }
    }
  }

  /// The last of them has more digits than a numeric may have, which the client finds out.
  private static void insertNumbers(Connection connection, String sql, int size)
      throws SQLException {
    try (var insert = connection.prepareStatement(sql)) {
      for (int i = 1; i <= size; i++) {
        insert.setInt(1, i);
        insert.setBigDecimal(2, i == size ? new BigDecimal("1e200000") : BigDecimal.ONE);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }
}
