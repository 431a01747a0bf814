package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/// `executeBatch` of [java.sql.Statement] and [java.sql.PreparedStatement].
@NullUnmarked
class BatchContractTest {
  private static final String TABLE =
      "create temp table t (id int primary key, name varchar(20) default 'none', n numeric)";

  private static long rows(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery("select count(*) from t")) {
      result.next();
      return result.getLong(1);
    }
  }

  @EveryDriver
  void a_batch_of_texts_counts_each(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(TABLE);
        var statement = connection.createStatement()) {
      statement.addBatch("insert into t values (1), (2), (3)");
      statement.addBatch("update t set name = 'x' where id < 3");
      statement.addBatch("create temp table u ()");
      statement.addBatch("delete from t");
      assertArrayEquals(new int[] {3, 2, 0, 3}, statement.executeBatch());
      assertArrayEquals(new int[0], statement.executeBatch());
      statement.addBatch("selec");
      statement.clearBatch();
      assertArrayEquals(new long[0], statement.executeLargeBatch());
    }
  }

  @EveryDriver
  void a_batch_of_inserts_counts_each_row(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(TABLE);
        var insert = connection.prepareStatement("insert into t (id, name, n) values (?, ?, ?)")) {
      int size = 3000;
      for (int i = 0; i < size; i++) {
        insert.setInt(1, i);
        if (i % 7 == 0) {
          insert.setNull(2, Types.VARCHAR);
        } else {
          insert.setString(2, "name " + i);
        }
        insert.setObject(3, i % 5 == 0 ? null : new java.math.BigDecimal(i + ".50"), Types.NUMERIC);
        insert.addBatch();
      }
      int[] expected = new int[size];
      Arrays.fill(expected, 1);
      assertArrayEquals(expected, insert.executeBatch());
      assertEquals(size, rows(connection));
      try (var statement = connection.createStatement();
          var result =
              statement.executeQuery(
                  "select count(*), count(name), count(n), sum(n), max(name) from t")) {
        result.next();
        assertEquals(size - (size + 6) / 7, result.getInt(2));
        assertEquals(size - size / 5, result.getInt(3));
        assertEquals("name 999", result.getString(5));
      }
    }
  }

  @EveryDriver
  void one_bad_entry_fails_the_batch_in_a_transaction(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(TABLE);
        var insert = connection.prepareStatement("insert into t (id) values (?)")) {
      connection.setAutoCommit(false);
      for (int id : new int[] {1, 2, 3, 2, 5}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      var thrown = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertEquals("23505", thrown.getSQLState());
      assertNotNull(thrown.getCause());
      assertEquals("23505", thrown.getNextException().getSQLState());
      int[] failed = new int[5];
      Arrays.fill(failed, Statement.EXECUTE_FAILED);
      assertArrayEquals(failed, thrown.getUpdateCounts());
      assertTrue(
          thrown.getMessage().contains(driver.isTiercel() ? "entry 4" : "entry 3"),
          thrown.getMessage());
      connection.rollback();
      assertEquals(0, rows(connection));
      // The batch is empty after a failure.
      assertEquals(0, insert.executeBatch().length);
    }
  }

  @EveryDriver
  void one_bad_entry_fails_the_whole_batch_outside_a_transaction(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connectAfter(TABLE);
        var insert = connection.prepareStatement("insert into t (id) values (?)")) {
      for (int id : new int[] {1, 2, 3, 2, 5}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      var thrown = assertThrows(BatchUpdateException.class, insert::executeBatch);
      int[] failed = new int[5];
      Arrays.fill(failed, Statement.EXECUTE_FAILED);
      assertArrayEquals(failed, thrown.getUpdateCounts());
      assertEquals(0, rows(connection));
    }
  }

  @EveryDriver
  void updates_and_deletes_in_a_batch_count_what_they_touch(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connectAfter(TABLE, "insert into t select generate_series(1, 9)");
        var update = connection.prepareStatement("update t set name = ? where id <= ?")) {
      for (int i = 0; i < 4; i++) {
        update.setString(1, "n" + i);
        update.setInt(2, i);
        update.addBatch();
      }
      assertArrayEquals(new long[] {0, 1, 2, 3}, update.executeLargeBatch());
    }
  }

  @EveryDriver
  void a_query_in_a_batch_is_run_for_what_it_does(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(TABLE);
        var statement = connection.createStatement()) {
      statement.addBatch("insert into t values (1)");
      statement.addBatch("select setseed(0) from generate_series(1, 3)");
      statement.addBatch("insert into t values (2), (3)");
      assertArrayEquals(new int[] {1, 0, 2}, statement.executeBatch());
      assertFalse(statement.getGeneratedKeys().next());
    }
  }

  @EveryDriver
  void values_may_change_their_types_within_a_batch(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter("create temp table t (a text)");
        var insert = connection.prepareStatement("insert into t (a) values (?)")) {
      insert.setString(1, "text");
      insert.addBatch();
      insert.setNull(1, Types.VARCHAR);
      insert.addBatch();
      insert.setObject(1, null);
      insert.addBatch();
      insert.setInt(1, 5);
      insert.addBatch();
      assertArrayEquals(new int[] {1, 1, 1, 1}, insert.executeBatch());
      try (var statement = connection.createStatement();
          var result = statement.executeQuery("select count(a), max(a) from t")) {
        result.next();
        assertEquals(2, result.getInt(1));
        assertEquals("text", result.getString(2));
      }
    }
  }

  @EveryDriver
  void triggers_defaults_and_conflicts_see_each_row(DriverUnderTest driver) throws SQLException {
    try (var connection =
            driver.connectAfter(
                "create temp table t (id int primary key, name text, seq serial)",
                "create temp table log (line text)",
                "create or replace function pg_temp.note() returns trigger language plpgsql as"
                    + " $$ begin insert into log values (new.name); return new; end $$",
                "create trigger note after insert on t for each row execute function pg_temp.note()");
        var insert =
            connection.prepareStatement(
                "insert into t (id, name) values (?, ?) on conflict do nothing")) {
      int[] ids = {1, 2, 1, 3, 2};
      for (int i = 0; i < ids.length; i++) {
        insert.setInt(1, ids[i]);
        insert.setString(2, "line " + i);
        insert.addBatch();
      }
      assertArrayEquals(new int[] {1, 1, 0, 1, 0}, insert.executeBatch());
      try (var statement = connection.createStatement();
          var result = statement.executeQuery("select string_agg(line, ',') from log")) {
        result.next();
        assertEquals("line 0,line 1,line 3", result.getString(1));
      }
    }
  }

  @EveryDriver
  void generated_keys_of_a_batch_come_in_order(DriverUnderTest driver) throws SQLException {
    try (var connection =
            driver.connectAfter(
                "create temp table t (id int generated always as identity, name text)");
        var insert =
            connection.prepareStatement("insert into t (name) values (?)", new String[] {"id"})) {
      int size = 700;
      for (int i = 0; i < size; i++) {
        insert.setString(1, "name " + i);
        insert.addBatch();
      }
      assertEquals(size, insert.executeBatch().length);
      try (var keys = insert.getGeneratedKeys()) {
        for (int i = 1; i <= size; i++) {
          assertTrue(keys.next());
          assertEquals(i, keys.getInt(1));
          assertEquals(i, keys.getInt("id"));
        }
        assertFalse(keys.next());
      }
      try (var statement = connection.createStatement();
          var result = statement.executeQuery("select name from t where id = 500")) {
        result.next();
        assertEquals("name 499", result.getString(1));
      }
    }
  }
}
