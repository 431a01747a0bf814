package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.NullUnmarked;

/// `getGeneratedKeys` in every form.
@NullUnmarked
class GeneratedKeysContractTest {
  private static final String TABLE =
      "create temp table t (id int generated always as identity, \"Name\" text default 'none')";

  @EveryDriver
  void the_flag_returns_all_columns(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(TABLE);
        var statement = connection.createStatement()) {
      assertEquals(
          2,
          statement.executeUpdate(
              "insert into t (\"Name\") values ('a'), ('b')", Statement.RETURN_GENERATED_KEYS));
      assertEquals(2, statement.getUpdateCount());
      try (var keys = statement.getGeneratedKeys()) {
        assertTrue(keys.next());
        assertEquals(1, keys.getInt(1));
        assertEquals("a", keys.getString("Name"));
        assertTrue(keys.next());
        assertEquals(2, keys.getInt("id"));
        assertFalse(keys.next());
      }
    }
  }

  @EveryDriver
  void names_are_taken_as_the_server_spells_them(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(TABLE);
        var insert =
            connection.prepareStatement(
                "insert into t (\"Name\") values (?)", new String[] {"Name", "id"})) {
      for (int i = 1; i <= 7; i++) {
        insert.setString(1, "n" + i);
        assertEquals(1, insert.executeUpdate());
        try (var keys = insert.getGeneratedKeys()) {
          assertTrue(keys.next());
          assertEquals("n" + i, keys.getString(1));
          assertEquals(i, keys.getLong(2));
          assertFalse(keys.next());
        }
      }
    }
    try (var connection = driver.connectAfter(TABLE);
        var statement = connection.createStatement()) {
      assertThrows(
          SQLException.class,
          () -> statement.executeUpdate("insert into t default values", new String[] {"nome"}));
      assertThrows(
          SQLException.class,
          () -> statement.executeUpdate("insert into t default values", new int[] {1}));
    }
  }

  @EveryDriver
  void statements_without_keys_have_an_empty_result(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(TABLE);
        var statement = connection.createStatement()) {
      statement.executeUpdate("insert into t default values");
      assertFalse(statement.getGeneratedKeys().next());
      statement.execute("select 1", Statement.RETURN_GENERATED_KEYS);
      statement.execute("create temp table u ()", Statement.RETURN_GENERATED_KEYS);
      assertFalse(statement.getGeneratedKeys().next());
      assertEquals(1, statement.executeUpdate("update t set \"Name\" = 'x'", new String[] {"id"}));
      try (var keys = statement.getGeneratedKeys()) {
        assertTrue(keys.next());
        assertEquals(1, keys.getInt(1));
      }
      assertEquals(1, statement.executeUpdate("delete from t", Statement.RETURN_GENERATED_KEYS));
      try (var keys = statement.getGeneratedKeys()) {
        assertTrue(keys.next());
        assertEquals("x", keys.getString(2));
      }
    }
  }

  @EveryDriver
  void a_returning_clause_of_its_own_is_a_result(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(TABLE);
        var statement = connection.createStatement();
        var result = statement.executeQuery("insert into t default values returning id")) {
      assertTrue(result.next());
      assertEquals(1, result.getInt("id"));
      assertFalse(result.next());
    }
  }

  @EveryDriver
  void a_query_has_no_keys_but_its_rows(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter("create temp table q as select 7 as a");
        var statement = connection.createStatement()) {
      assertTrue(statement.execute("select a from q", Statement.RETURN_GENERATED_KEYS));
      try (var result = statement.getResultSet()) {
        assertTrue(result.next());
        assertEquals(7, result.getInt(1));
      }
      try (var keys = statement.getGeneratedKeys()) {
        assertFalse(keys.next());
      }
      try (var select = connection.prepareStatement("select a from q", new String[] {"a"});
          var result = select.executeQuery()) {
        assertTrue(result.next());
        assertEquals(7, result.getInt(1));
      }
      assertEquals(-1, statement.executeUpdate("select a from q", new String[] {"a"}));
    }
  }
}
