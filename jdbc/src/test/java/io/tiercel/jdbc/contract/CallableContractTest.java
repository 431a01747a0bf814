package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.jspecify.annotations.NullUnmarked;

/// Calls of functions and procedures.
@NullUnmarked
class CallableContractTest {
  private static final String[] ROUTINES = {
    "create or replace function f(a int) returns int language sql as 'select a + 1'",
    "create or replace function outs(in i int, inout io text, out o numeric) language sql"
        + " as $$ select io || i, 1.255 $$",
    "create or replace procedure p(a int, inout b text) language plpgsql"
        + " as $$ begin b := b || a; end $$",
    "create or replace procedure po(a int, out b text, out c int) language plpgsql"
        + " as $$ begin b := 'x' || a; c := a; end $$",
    "create or replace procedure bare() language sql as ''",
    "create or replace function several() returns setof int language sql"
        + " as 'select generate_series(1, 3)'",
    "create or replace function nothing() returns setof int language sql as 'select 1 where false'",
    "create or replace function v() returns void language sql as ''",
    "create or replace function cur() returns refcursor language plpgsql as $$ declare c refcursor;"
        + " begin open c for select generate_series(1, 3) n; return c; end $$",
    "create or replace function yes() returns bool language sql as 'select true'",
    "create or replace function half() returns float8 language sql as 'select 1.5::float8'",
    "create or replace function day() returns date language sql as $$ select date '2020-01-02' $$",
    "create or replace function nil() returns int language sql as 'select null::int'",
    "create or replace function bytes() returns bytea language sql as $$ select '\\x0102'::bytea"
        + " $$",
    "create or replace function overloaded(a int) returns int language sql as 'select 1'",
    "create or replace function overloaded(a text) returns int language sql as 'select 2'",
  };

  private static Connection connect(DriverUnderTest driver, String... properties)
      throws SQLException {
    Connection connection = driver.connect(properties);
    try (Statement statement = connection.createStatement()) {
      statement.execute("select pg_advisory_lock(1)");
      for (String sql : ROUTINES) {
        statement.execute(sql);
      }
      statement.execute("select pg_advisory_unlock(1)");
    }
    return connection;
  }

  @EveryDriver
  void a_function_returns_its_value(DriverUnderTest driver) throws SQLException {
    try (Connection connection = connect(driver);
        CallableStatement call = connection.prepareCall("{?= call f(?)}")) {
      call.registerOutParameter(1, Types.INTEGER);
      for (int i = 0; i < 7; i++) {
        call.setInt(2, i);
        assertFalse(call.execute());
        assertEquals(i + 1, call.getInt(1));
        assertEquals(i + 1, call.getObject(1));
        assertFalse(call.wasNull());
        assertEquals(-1, call.getUpdateCount());
        assertNull(call.getResultSet());
        assertFalse(call.getMoreResults());
      }
      assertEquals(0, call.executeUpdate());
      assertThrows(SQLException.class, call::executeQuery);
    }
  }

  @EveryDriver
  void output_parameters_take_the_columns_in_order(DriverUnderTest driver) throws SQLException {
    try (Connection connection = connect(driver);
        CallableStatement call = connection.prepareCall("{call outs(?, ?, ?)}")) {
      call.setInt(1, 7);
      call.setString(2, "q");
      call.registerOutParameter(2, Types.VARCHAR);
      call.registerOutParameter(3, Types.NUMERIC);
      assertFalse(call.execute());
      assertEquals("q7", call.getString(2));
      assertEquals(new BigDecimal("1.255"), call.getBigDecimal(3));
    }
  }

  @EveryDriver
  void procedures_are_called_as_they_are_spelled_or_by_the_mode(DriverUnderTest driver)
      throws SQLException {
    try (Connection connection = connect(driver)) {
      inOut(connection, "call p(?, ?)");
      outs(connection, "call po(?, ?, ?)");
      try (CallableStatement call = connection.prepareCall("{call bare()}")) {
        assertEquals("42809", assertThrows(SQLException.class, call::execute).getSQLState());
      }
    }
    for (String mode : new String[] {"callIfNoReturn", "call"}) {
      try (Connection connection = connect(driver, "escapeSyntaxCallMode", mode)) {
        inOut(connection, "{call p(?, ?)}");
        outs(connection, "{call po(?, ?, ?)}");
        try (CallableStatement call = connection.prepareCall("{call bare()}")) {
          assertFalse(call.execute());
        }
        try (CallableStatement call = connection.prepareCall("{?= call f(?)}")) {
          call.registerOutParameter(1, Types.INTEGER);
          call.setInt(2, 1);
          if (mode.equals("call")) {
            assertThrows(SQLException.class, call::execute);
          } else {
            call.execute();
            assertEquals(2, call.getInt(1));
          }
        }
      }
    }
  }

  private static void inOut(Connection connection, String sql) throws SQLException {
    try (CallableStatement call = connection.prepareCall(sql)) {
      call.setInt(1, 7);
      call.setString(2, "q");
      call.registerOutParameter(2, Types.VARCHAR);
      assertFalse(call.execute());
      assertEquals("q7", call.getString(2));
    }
  }

  private static void outs(Connection connection, String sql) throws SQLException {
    try (CallableStatement call = connection.prepareCall(sql)) {
      call.setInt(1, 7);
      call.registerOutParameter(2, Types.VARCHAR);
      call.registerOutParameter(3, Types.INTEGER);
      assertFalse(call.execute());
      assertEquals("x7", call.getString(2));
      assertEquals(7, call.getInt(3));
    }
  }

  @EveryDriver
  void without_registered_outputs_a_call_returns_rows(DriverUnderTest driver) throws SQLException {
    try (Connection connection = connect(driver);
        CallableStatement call = connection.prepareCall("{call f(?)}")) {
      call.setInt(1, 4);
      assertTrue(call.execute());
      try (ResultSet rows = call.getResultSet()) {
        assertTrue(rows.next());
        assertEquals(5, rows.getInt("result"));
      }
      try (ResultSet rows = call.executeQuery()) {
        assertTrue(rows.next());
      }
    }
  }

  @EveryDriver
  void the_first_row_of_several_counts_and_none_is_a_fault(DriverUnderTest driver)
      throws SQLException {
    try (Connection connection = connect(driver);
        CallableStatement several = connection.prepareCall("{?= call several()}");
        CallableStatement nothing = connection.prepareCall("{?= call nothing()}")) {
      several.registerOutParameter(1, Types.INTEGER);
      several.execute();
      assertEquals(1, several.getInt(1));
      nothing.registerOutParameter(1, Types.INTEGER);
      assertEquals("02000", assertThrows(SQLException.class, nothing::execute).getSQLState());
      several.execute();
    }
  }

  @EveryDriver
  void values_come_in_the_registered_type(DriverUnderTest driver) throws SQLException {
    try (Connection connection = connect(driver)) {
      assertEquals(true, value(connection, "yes", Types.BIT));
      assertEquals(true, value(connection, "yes", Types.BOOLEAN));
      assertEquals(1.5f, value(connection, "half", Types.REAL));
      assertEquals(1.5, value(connection, "half", Types.FLOAT));
      assertEquals(1.5, value(connection, "half", Types.DOUBLE));
      assertEquals(Date.valueOf("2020-01-02"), value(connection, "day", Types.DATE));
      assertArrayEquals(new byte[] {1, 2}, (byte[]) value(connection, "bytes", Types.BINARY));
      assertNull(value(connection, "nil", Types.INTEGER));
      assertNull(value(connection, "v", Types.OTHER));
    }
  }

  private static Object value(Connection connection, String function, int type)
      throws SQLException {
    try (CallableStatement call = connection.prepareCall("{?= call " + function + "()}")) {
      call.registerOutParameter(1, type);
      call.execute();
      Object value = call.getObject(1);
      assertEquals(value == null, call.wasNull());
      return value;
    }
  }

  @EveryDriver
  void a_cursor_is_read_as_a_result(DriverUnderTest driver) throws SQLException {
    try (Connection connection = connect(driver)) {
      connection.setAutoCommit(false);
      for (int type : new int[] {Types.REF_CURSOR, Types.OTHER}) {
        try (CallableStatement call = connection.prepareCall("{?= call cur()}")) {
          call.registerOutParameter(1, type);
          call.execute();
          try (var rows = (ResultSet) call.getObject(1)) {
            int sum = 0;
            while (rows.next()) {
              sum += rows.getInt("n");
            }
            assertEquals(6, sum);
          }
        }
        connection.rollback();
      }
    }
  }

  @EveryDriver
  void what_is_missing_or_wrong_is_told(DriverUnderTest driver) throws SQLException {
    try (Connection connection = connect(driver);
        CallableStatement call = connection.prepareCall("{?= call f(?)}")) {
      assertEquals(
          "22023",
          assertThrows(SQLException.class, () -> call.registerOutParameter(3, Types.INTEGER))
              .getSQLState());
      call.setInt(2, 4);
      assertEquals("22023", assertThrows(SQLException.class, call::execute).getSQLState());
      call.registerOutParameter(1, Types.INTEGER);
      assertEquals("02000", assertThrows(SQLException.class, () -> call.getInt(1)).getSQLState());
      call.execute();
      assertEquals("2200G", assertThrows(SQLException.class, () -> call.getInt(2)).getSQLState());
      call.clearParameters();
      assertEquals("22023", assertThrows(SQLException.class, call::execute).getSQLState());
      try (CallableStatement few = connection.prepareCall("{call outs(?, ?, ?)}")) {
        few.setInt(1, 7);
        few.setString(2, "q");
        few.registerOutParameter(3, Types.NUMERIC);
        assertEquals("42601", assertThrows(SQLException.class, few::execute).getSQLState());
      }
    }
  }

  /// pgjdbc knows neither names, nor other types than the registered one, nor `SQLType`.
  @EveryDriver
  void names_conversions_and_sql_types_are_ours_alone(DriverUnderTest driver) throws SQLException {
    if (!driver.isTiercel()) {
      return;
    }
    try (Connection connection = connect(driver)) {
      try (CallableStatement call = connection.prepareCall("{call outs(?, ?, ?)}")) {
        call.setInt("i", 7);
        call.setString("io", "q");
        call.registerOutParameter("io", JDBCType.VARCHAR);
        call.registerOutParameter("O", JDBCType.NUMERIC, 2);
        call.execute();
        assertEquals("q7", call.getString("io"));
        assertEquals(new BigDecimal("1.26"), call.getObject("o"));
        assertEquals(1, call.getInt("o"));
      }
      try (CallableStatement call = connection.prepareCall("{?= call f(a => ?)}")) {
        call.registerOutParameter(1, Types.VARCHAR);
        call.setInt("a", 3);
        call.execute();
        assertEquals("4", call.getString(1));
      }
      try (CallableStatement call = connection.prepareCall("{call f(a => ?)}")) {
        call.setInt("a", 3);
        call.registerOutParameter(1, Types.VARCHAR);
        call.execute();
        assertEquals("4", call.getString(1));
        assertEquals(4L, call.getLong("a"));
        assertThrows(SQLException.class, () -> call.setInt("b", 3));
      }
      try (CallableStatement call = connection.prepareCall("{?= call overloaded(?)}")) {
        SQLException unknown = assertThrows(SQLException.class, () -> call.setInt("a", 3));
        assertTrue(unknown.getMessage().contains("a => ?"), unknown.getMessage());
      }
    }
  }
}
