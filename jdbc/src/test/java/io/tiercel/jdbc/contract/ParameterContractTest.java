package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullUnmarked;

/// What setters make of values at the edges.
@NullUnmarked
class ParameterContractTest {
  private interface Setting {
    void on(PreparedStatement statement) throws SQLException;
  }

  private static String echo(Connection connection, String sql, Setting setting)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      setting.on(statement);
      try (var result = statement.executeQuery()) {
        assertTrue(result.next());
        return result.getString(1);
      }
    }
  }

  @EveryDriver
  void digits_beyond_microseconds_are_rounded_half_up(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      LocalDateTime lastMoment = LocalDateTime.parse("2018-12-31T23:59:59.999999500");
      for (var setting :
          new Setting[] {
            s -> s.setObject(1, lastMoment), s -> s.setObject(1, lastMoment, Types.TIMESTAMP)
          }) {
        assertEquals("2019-01-01 00:00:00", echo(connection, "select ?::timestamp::text", setting));
      }
      assertEquals(
          "2018-12-31 23:59:59.999999",
          echo(
              connection,
              "select ?::timestamp::text",
              s -> s.setObject(1, lastMoment.minusNanos(1))));
      assertEquals(
          "2001-02-03 04:05:06.000001",
          echo(
              connection,
              "select (?::timestamptz at time zone 'UTC')::text",
              s -> s.setObject(1, OffsetDateTime.parse("2001-02-03T04:05:06.000000500Z"))));
      assertEquals(
          "24:00:00",
          echo(
              connection,
              "select ?::time::text",
              s -> s.setObject(1, LocalTime.parse("23:59:59.999999500"))));
      assertEquals(
          "infinity",
          echo(connection, "select ?::timestamp::text", s -> s.setObject(1, LocalDateTime.MAX)));
    }
  }

  @EveryDriver
  void any_number_is_a_numeric(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      assertEquals(
          "733",
          echo(connection, "select (?::numeric)::text", s -> s.setObject(1, new AtomicLong(733))));
    }
  }

  @EveryDriver
  void booleans_are_spelled_as_java_does_in_texts(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      assertEquals(
          "true", echo(connection, "select ?::text", s -> s.setObject(1, true, Types.VARCHAR)));
      assertEquals(
          "false",
          echo(connection, "select ?::text", s -> s.setObject(1, false, Types.LONGVARCHAR)));
    }
  }

  @EveryDriver
  void what_is_no_boolean_is_refused_by_the_setter(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.prepareStatement("select ?")) {
      for (Object value : new Object[] {"neither", 'X', 2, new BigDecimal("0.5")}) {
        var thrown =
            assertThrows(SQLException.class, () -> statement.setObject(1, value, Types.BOOLEAN));
        assertEquals("42846", thrown.getSQLState());
      }
    }
  }

  @EveryDriver
  void a_stream_that_ends_early_is_an_error(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.prepareStatement("select ?::bytea")) {
      assertThrows(
          SQLException.class,
          () -> {
            statement.setBinaryStream(1, new ByteArrayInputStream(new byte[10]), 11);
            statement.executeQuery();
          });
      assertThrows(
          SQLException.class,
          () -> statement.setBinaryStream(1, new ByteArrayInputStream(new byte[10]), -1));
    }
    try (var connection = driver.connect()) {
      assertEquals(
          "4",
          echo(
              connection,
              "select length(?::bytea)::text",
              s -> s.setBinaryStream(1, new ByteArrayInputStream(new byte[10]), 4)));
    }
  }

  @EveryDriver
  void a_statement_has_65535_parameters_at_most(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      assertEquals(
          "65535",
          echo(connection, count(65_535), s -> fill(s, 65_535)),
          "as many as there can be");
      var thrown =
          assertThrows(
              SQLException.class, () -> echo(connection, count(65_536), s -> fill(s, 65_536)));
      assertEquals("22023", thrown.getSQLState());
      assertEquals("1", echo(connection, "select ?::text", s -> s.setString(1, "1")));
    }
  }

  private static String count(int parameters) {
    return "select cardinality(array["
        + String.join(",", Collections.nCopies(parameters, "?"))
        + "])::text";
  }

  private static void fill(PreparedStatement statement, int parameters) throws SQLException {
    for (int i = 1; i <= parameters; i++) {
      statement.setInt(i, i);
    }
  }

  @EveryDriver
  void arrays_are_made_of_nothing_and_of_texts(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect()) {
      var nulls = connection.createArrayOf("int8", new String[2]);
      assertEquals(
          "{NULL,NULL}", echo(connection, "select (?::int8[])::text", s -> s.setArray(1, nulls)));
      var texts = connection.createArrayOf("int8", new String[] {"1", null, "3"});
      assertEquals(
          "{1,NULL,3}", echo(connection, "select (?::int8[])::text", s -> s.setArray(1, texts)));
      var none = connection.createArrayOf("int8", new String[0]);
      assertEquals("{}", echo(connection, "select (?::int8[])::text", s -> s.setArray(1, none)));
      var absent = connection.createArrayOf("float8", null);
      assertNull(absent.getArray());
      try (var statement = connection.prepareStatement("select ?")) {
        statement.setArray(1, nulls);
        try (var result = statement.executeQuery()) {
          assertTrue(result.next());
          assertArrayEquals(new Long[2], (Long[]) result.getArray(1).getArray());
        }
      }
    }
  }

  @EveryDriver
  void xml_can_be_null(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement = connection.prepareStatement("select ?::xml")) {
      SQLXML xml = connection.createSQLXML();
      xml.setString(null);
      statement.setObject(1, xml);
      try (var result = statement.executeQuery()) {
        assertTrue(result.next());
        assertNull(result.getSQLXML(1));
      }
    }
  }

  @EveryDriver
  void dates_and_times_are_texts_as_they_print_themselves(DriverUnderTest driver)
      throws SQLException {
    try (var connection = driver.connect()) {
      for (Object value :
          new Object[] {
            Date.valueOf("1999-05-05"),
            Time.valueOf("12:59:59"),
            Timestamp.valueOf("1999-12-31 12:59:59.5")
          }) {
        for (int type : new int[] {Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR}) {
          assertEquals(
              value.toString(),
              echo(connection, "select ?::text", s -> s.setObject(1, value, type)));
        }
      }
    }
  }

  @EveryDriver
  void a_statement_shows_its_values(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement =
            connection.prepareStatement(
                "select ?, '?', \"$1\", $$?$$ /* ? */ from t where a = ?")) {
      String rest = ", '?', \"$1\", $$?$$ /* ? */ from t where a = ";
      assertEquals("select ?" + rest + "?", statement.toString());
      statement.setString(1, "it's");
      assertEquals("select ('it''s')" + rest + "?", statement.toString());
      statement.setInt(2, 7);
      assertEquals("select ('it''s')" + rest + "('7'::int4)", statement.toString());
      statement.setNull(1, Types.VARCHAR);
      statement.setBytes(2, new byte[] {0, 1, (byte) 0xAB});
      assertEquals("select (NULL)" + rest + "'\\x0001ab'::bytea", statement.toString());
      statement.clearParameters();
      assertEquals("select ?" + rest + "?", statement.toString());
    }
  }

  @EveryDriver
  void a_batch_shows_its_entries(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter("create temp table b (a int8, t text)");
        var statement = connection.prepareStatement("insert into b values (?, ?)")) {
      statement.setLong(1, 1);
      statement.setString(2, "one");
      statement.addBatch();
      statement.setLong(1, 2);
      statement.setString(2, "two");
      statement.addBatch();
      String last = "insert into b values (('2'::int8), ('two'))";
      assertEquals("insert into b values (('1'::int8), ('one'));\n" + last, statement.toString());
      statement.executeBatch();
      assertEquals(last, statement.toString());
    }
  }

  @EveryDriver
  void empty_vectors_are_read(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connect();
        var statement =
            connection.prepareStatement(
                "select ''::int2vector, ''::oidvector, '1 2'::int2vector")) {
      for (int run = 0; run < 6; run++) {
        try (var result = statement.executeQuery()) {
          assertTrue(result.next());
          assertEquals("", result.getString(1));
          assertEquals("", result.getString(2));
          assertEquals("1 2", result.getString(3));
        }
      }
    }
  }

  @EveryDriver
  void an_array_of_a_composite_type_is_made_of_texts(DriverUnderTest driver) throws SQLException {
    driver.database().execute("drop type if exists pair", "create type pair as (a int, b text)");
    for (Object[] elements :
        List.of(new Object[] {"(1,x)", null}, new String[] {"(1,x)", null}, new Object[] {null})) {
      try (var connection = driver.connect();
          var select = connection.prepareStatement("select (?::pair[])::text")) {
        select.setArray(1, connection.createArrayOf("pair", elements));
        for (int i = 0; i < 3; i++) {
          try (ResultSet result = select.executeQuery()) {
            assertTrue(result.next());
            assertEquals(elements.length == 1 ? "{NULL}" : "{\"(1,x)\",NULL}", result.getString(1));
          }
          // The same with a type that the connection knows by now.
          select.setArray(1, connection.createArrayOf("pair", elements));
        }
      }
    }
  }
}
