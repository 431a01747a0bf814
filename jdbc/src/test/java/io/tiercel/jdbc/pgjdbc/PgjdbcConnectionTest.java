package io.tiercel.jdbc.pgjdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.contract.DriverUnderTest;
import io.tiercel.jdbc.contract.EveryDriver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.geometric.PGpoint;
import org.postgresql.jdbc.AutoSave;
import org.postgresql.jdbc.PreferQueryMode;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/// What tools do with pgjdbc's own interfaces, on our connection and on pgjdbc's.
class PgjdbcConnectionTest {
  private static long count(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from item")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @EveryDriver
  void data_go_in_by_the_copy_manager(DriverUnderTest driver) throws SQLException, IOException {
    try (var connection = driver.connectAfter("create temp table item (id int, name text)")) {
      assertTrue(connection.isWrapperFor(PGConnection.class));
      var copy = connection.unwrap(PGConnection.class).getCopyAPI();
      assertEquals(2, copy.copyIn("copy item from stdin", new StringReader("1\tä😀\n2\t\\N\n")));
      byte[] bytes = "3\tthree\n".getBytes(StandardCharsets.UTF_8);
      assertEquals(1, copy.copyIn("copy item from stdin", new ByteArrayInputStream(bytes)));
      assertEquals(3, count(connection));
      var other = new CopyManager(connection.unwrap(BaseConnection.class));
      connection.setAutoCommit(false);
      assertEquals(1, other.copyIn("copy item from stdin", new StringReader("4\tfour\n")));
      connection.rollback();
      assertEquals(3, count(connection));
    }
  }

  @EveryDriver
  void a_copy_that_fails_or_is_cancelled_leaves_the_connection_usable(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connectAfter("create temp table item (id int, name text)")) {
      var copy = connection.unwrap(PGConnection.class).getCopyAPI();
      var failure =
          assertThrows(
              SQLException.class,
              () -> copy.copyIn("copy item from stdin", new StringReader("x\ty\n")));
      assertEquals("22P02", failure.getSQLState());
      assertThrows(
          SQLException.class, () -> copy.copyIn("copy nowhere from stdin", new StringReader("")));
      var begun = copy.copyIn("copy item from stdin");
      byte[] row = "1\tone\n".getBytes(StandardCharsets.UTF_8);
      begun.writeToCopy(row, 0, row.length);
      assertTrue(begun.isActive());
      begun.cancelCopy();
      assertFalse(begun.isActive());
      assertEquals(0, count(connection));
    }
  }

  private static PGobject object(String type, String value) throws SQLException {
    var object = new PGobject();
    object.setType(type);
    object.setValue(value);
    return object;
  }

  @EveryDriver
  void objects_of_pgjdbc_are_parameters(DriverUnderTest driver) throws SQLException {
    try (var connection =
            driver.connectAfter(
                "create temp table thing (j jsonb, o jsonb, i interval, p point, n jsonb)");
        var insert = connection.prepareStatement("insert into thing values (?, ?, ?, ?, ?)");
        var statement = connection.createStatement()) {
      for (int row = 0; row < 6; row++) {
        insert.setObject(1, object("jsonb", "{\"a\": 1}"));
        insert.setObject(2, object("jsonb", "[]"), Types.OTHER);
        insert.setObject(3, new PGInterval("1 day 02:00:00"));
        insert.setObject(4, new PGpoint(1, 2.5));
        insert.setObject(5, object("jsonb", null));
        insert.addBatch();
      }
      insert.executeBatch();
      String sql =
          "select j->>'a', jsonb_array_length(o), i = '26 hours', p[1], n is null, j, p, n from"
              + " thing";
      try (ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        assertEquals("1", rows.getString(1));
        assertEquals(0, rows.getInt(2));
        assertTrue(rows.getBoolean(3));
        assertEquals(2.5, rows.getDouble(4));
        assertTrue(rows.getBoolean(5));
        PGobject json = rows.getObject(6, PGobject.class);
        assertEquals("jsonb", json.getType());
        assertEquals("{\"a\": 1}", json.getValue());
        assertEquals(new PGpoint(1, 2.5), rows.getObject(7, PGpoint.class));
        if (driver.isTiercel()) {
          // pgjdbc gives an object without a value; JDBC 4.3, 15.2.3.3 wants null.
          assertNull(rows.getObject(8, PGobject.class));
        }
      }
    }
  }

  @EveryDriver
  void an_object_without_a_type_is_refused(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var select = connection.prepareStatement("select ?::text")) {
      if (driver.isTiercel()) {
        assertThrows(SQLException.class, () -> select.setObject(1, new PGobject()));
      } else {
        assertThrows(Throwable.class, () -> select.setObject(1, new PGobject()));
      }
    }
  }

  @EveryDriver
  void the_rest_that_tools_ask_for(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.createStatement()) {
      var own = connection.unwrap(PGConnection.class);
      try (ResultSet rows = statement.executeQuery("select pg_backend_pid()")) {
        rows.next();
        assertEquals(rows.getInt(1), own.getBackendPID());
      }
      assertEquals("UTF8", own.getParameterStatus("client_encoding"));
      assertEquals("\"a\"\"b\"", own.escapeIdentifier("a\"b"));
      assertEquals("it''s a \\", own.escapeLiteral("it's a \\"));
      statement.execute("set standard_conforming_strings = off");
      assertEquals("it''s a \\\\", own.escapeLiteral("it's a \\"));
      statement.execute("listen news");
      statement.execute("notify news, 'hello'");
      var heard = own.getNotifications();
      assertEquals(1, heard.length);
      assertEquals("news", heard[0].getName());
      assertEquals("hello", heard[0].getParameter());
      assertEquals(own.getBackendPID(), heard[0].getPID());
      assertEquals(connection.isReadOnly(), connection.unwrap(BaseConnection.class).isReadOnly());
      assertEquals(PreferQueryMode.EXTENDED, own.getPreferQueryMode());
      assertEquals(AutoSave.NEVER, own.getAutosave());
      assertEquals(5, own.getPrepareThreshold());
      assertEquals(0, own.getDefaultFetchSize());
      assertEquals(Types.INTEGER, own.createArrayOf("int4", new int[] {1, 2}).getBaseType());
      var base = connection.unwrap(BaseConnection.class);
      assertEquals(TransactionState.IDLE, base.getTransactionState());
      connection.setAutoCommit(false);
      statement.execute("select 1");
      assertEquals(TransactionState.OPEN, base.getTransactionState());
      assertThrows(SQLException.class, () -> statement.execute("select 1 / 0"));
      assertEquals(TransactionState.FAILED, base.getTransactionState());
      if (driver.isTiercel()) {
        assertThrows(SQLFeatureNotSupportedException.class, own::getLargeObjectAPI);
        assertThrows(UnsupportedOperationException.class, own::getReplicationAPI);
      }
    }
  }
}
