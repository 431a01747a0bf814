package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;

/// Values through the setters into columns and back through the getters.
@NullUnmarked
@SuppressWarnings("JavaUtilDate") // it is the subject
class ValuesContractTest {
  private interface Setting {
    void on(java.sql.PreparedStatement statement) throws Exception;
  }

  /// Sets the one parameter of `select ?::TYPE` and returns what the server holds, as text.
  private static String held(Connection connection, String type, Setting setting) throws Exception {
    try (var statement = connection.prepareStatement("select format('%s', ?::" + type + ")")) {
      setting.on(statement);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return result.getString(1);
      }
    }
  }

  /// What a table holds after the value was inserted without a cast.
  private static String stored(Connection connection, String type, Setting setting)
      throws Exception {
    try (var ddl = connection.createStatement()) {
      ddl.execute("drop table if exists stored; create temporary table stored (v " + type + ")");
    }
    try (var insert = connection.prepareStatement("insert into stored values (?)")) {
      setting.on(insert);
      assertEquals(1, insert.executeUpdate());
    }
    try (var query = connection.createStatement();
        ResultSet result = query.executeQuery("select format('%s', v) from stored")) {
      result.next();
      return result.getString(1);
    }
  }

  @EveryDriver
  void primitives_and_numbers_arrive_as_they_are(DriverUnderTest driver) throws Exception {
    try (var connection = driver.connect()) {
      assertEquals("t", stored(connection, "bool", s -> s.setBoolean(1, true)));
      assertEquals("-7", stored(connection, "int2", s -> s.setByte(1, (byte) -7)));
      assertEquals("7", stored(connection, "int8", s -> s.setShort(1, (short) 7)));
      assertEquals("7", stored(connection, "numeric", s -> s.setInt(1, 7)));
      assertEquals("1.5", stored(connection, "float4", s -> s.setFloat(1, 1.5f)));
      assertEquals("NaN", stored(connection, "float8", s -> s.setDouble(1, Double.NaN)));
      assertEquals(
          "1.50", stored(connection, "numeric", s -> s.setBigDecimal(1, new BigDecimal("1.50"))));
      assertEquals("12", stored(connection, "int4", s -> s.setObject(1, "12", Types.INTEGER)));
      assertEquals("12", stored(connection, "int4", s -> s.setObject(1, 12.9, Types.INTEGER)));
      assertEquals("1", stored(connection, "int2", s -> s.setObject(1, true, Types.SMALLINT)));
      assertEquals(
          "1.3", stored(connection, "numeric", s -> s.setObject(1, "1.25", Types.NUMERIC, 1)));
      assertEquals("t", stored(connection, "bool", s -> s.setObject(1, "yes", Types.BOOLEAN)));
      assertEquals("12", stored(connection, "text", s -> s.setObject(1, 12, Types.VARCHAR)));
    }
  }

  @EveryDriver
  void what_cannot_be_converted_is_refused(DriverUnderTest driver) throws Exception {
    try (var connection = driver.connect();
        var statement = connection.prepareStatement("select ?")) {
      for (Object[] pair :
          new Object[][] {
            {"x", Types.INTEGER},
            {UUID.randomUUID(), Types.INTEGER}
          }) {
        SQLException e =
            assertThrows(
                SQLException.class, () -> statement.setObject(1, pair[0], (Integer) pair[1]));
        assertTrue(e.getSQLState().matches("22...|07006"), e::getSQLState);
      }
    }
  }

  @EveryDriver
  void null_of_any_type_is_null(DriverUnderTest driver) throws Exception {
    try (var connection = driver.connect()) {
      int[] types = {
        Types.BIT,
        Types.SMALLINT,
        Types.INTEGER,
        Types.BIGINT,
        Types.REAL,
        Types.DOUBLE,
        Types.NUMERIC,
        Types.CHAR,
        Types.VARCHAR,
        Types.DATE,
        Types.TIME,
        Types.TIMESTAMP,
        Types.TIMESTAMP_WITH_TIMEZONE,
        Types.BINARY,
        Types.ARRAY,
        Types.OTHER,
        Types.NULL,
        Types.STRUCT,
        Types.SQLXML
      };
      for (int type : types) {
        assertEquals("", held(connection, "text", s -> s.setNull(1, type)));
      }
      assertNull(read(connection, "int4", s -> s.setObject(1, null)));
      assertNull(read(connection, "text", s -> s.setString(1, null)));
      assertNull(read(connection, "timestamptz", s -> s.setTimestamp(1, null)));
      assertNull(read(connection, "date", s -> s.setDate(1, null)));
      assertNull(read(connection, "bytea", s -> s.setBytes(1, null)));
    }
  }

  private static Object read(Connection connection, String type, Setting setting) throws Exception {
    try (var statement = connection.prepareStatement("select ?::" + type)) {
      setting.on(statement);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return result.getObject(1);
      }
    }
  }

  @EveryDriver
  void legacy_times_keep_their_fields_or_their_instant(DriverUnderTest driver) throws Exception {
    TimeZone before = TimeZone.getDefault();
    try {
      for (String zone : List.of("Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "UTC")) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try (var connection = driver.connect()) {
          legacyTimes(connection);
        }
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private static void legacyTimes(Connection connection) throws Exception {
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
    var instant = new Timestamp(1_711_845_000_000L); // 2024-03-31T00:30Z
    instant.setNanos(123_456_000);
    assertEquals(
        "2024-03-31 09:30:00.123456",
        stored(connection, "timestamp", s -> s.setTimestamp(1, instant, tokyo)));
    for (String fields :
        List.of(
            "2024-03-30 23:59:59.5",
            "1900-06-01 12:00:00.25",
            "1600-02-29 00:00:00.1",
            "1000-02-03 04:05:06.7",
            "2024-10-27 12:00:00.125")) {
      assertEquals(
          fields,
          stored(connection, "timestamp", s -> s.setTimestamp(1, Timestamp.valueOf(fields))));
      for (String type : List.of("timestamp", "timestamptz")) {
        assertEquals(
            Timestamp.valueOf(fields),
            read(connection, type, s -> s.setTimestamp(1, Timestamp.valueOf(fields))));
      }
      String day = fields.substring(0, 10);
      assertEquals(day, stored(connection, "date", s -> s.setDate(1, Date.valueOf(day))));
      assertEquals(
          Date.valueOf(day), read(connection, "date", s -> s.setDate(1, Date.valueOf(day))));
    }
    assertEquals(
        "10:11:12", stored(connection, "time", s -> s.setTime(1, Time.valueOf("10:11:12"))));
    assertEquals(
        Time.valueOf("10:11:12"),
        read(connection, "time", s -> s.setTime(1, Time.valueOf("10:11:12"))));
    assertEquals(
        "2024-02-29", stored(connection, "date", s -> s.setObject(1, "2024-02-29", Types.DATE)));
    assertEquals(
        "2024-02-29 10:11:12",
        stored(
            connection, "timestamp", s -> s.setObject(1, "2024-02-29 10:11:12", Types.TIMESTAMP)));
  }

  @EveryDriver
  void infinity_is_a_timestamp(DriverUnderTest driver) throws Exception {
    try (var connection = driver.connect()) {
      for (String value : List.of("infinity", "-infinity")) {
        for (String type : List.of("timestamp", "timestamptz", "date")) {
          Object read = read(connection, type, s -> s.setObject(1, value, Types.OTHER));
          assertEquals(
              value,
              stored(
                  connection,
                  type,
                  s -> s.setTimestamp(1, new Timestamp(((java.util.Date) read).getTime()))));
        }
      }
    }
  }

  @EveryDriver
  void java_time_goes_there_and_back(DriverUnderTest driver) throws Exception {
    var date = LocalDate.of(-43, 3, 15);
    var time = LocalTime.of(10, 11, 12, 123_456_000);
    var dateTime = LocalDateTime.of(2024, 2, 29, 23, 59, 59, 999_999_000);
    var offset = dateTime.atOffset(ZoneOffset.ofHoursMinutes(5, 30));
    var offsetTime = time.atOffset(ZoneOffset.ofHours(-3));
    try (var connection = driver.connect();
        var statement =
            connection.prepareStatement(
                "select ?::date, ?::time, ?::timestamp, ?::timestamptz, ?::timetz")) {
      statement.setObject(1, date);
      statement.setObject(2, time);
      statement.setObject(3, dateTime);
      statement.setObject(4, offset);
      statement.setObject(5, offsetTime);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        assertEquals(date, result.getObject(1, LocalDate.class));
        assertEquals(time, result.getObject(2, LocalTime.class));
        assertEquals(dateTime, result.getObject(3, LocalDateTime.class));
        assertEquals(offset.toInstant(), result.getObject(4, OffsetDateTime.class).toInstant());
        assertEquals(offsetTime, result.getObject(5, OffsetTime.class));
      }
    }
  }

  @EveryDriver
  void arrays_are_made_bound_and_read(DriverUnderTest driver) throws Exception {
    try (var connection = driver.connect()) {
      Array numbers = connection.createArrayOf("int4", new Object[] {1, null, 3});
      assertEquals("{1,NULL,3}", stored(connection, "int4[]", s -> s.setArray(1, numbers)));
      assertEquals("{1,NULL,3}", stored(connection, "int4[]", s -> s.setObject(1, numbers)));
      assertEquals("{1,2}", stored(connection, "int8[]", s -> s.setObject(1, new long[] {1, 2})));
      assertEquals(
          "{a,\"b c\"}",
          stored(connection, "varchar[]", s -> s.setObject(1, new String[] {"a", "b c"})));
      try (var statement = connection.createStatement();
          ResultSet result = statement.executeQuery("select '{{1,2},{3,4}}'::int4[]")) {
        result.next();
        Array array = result.getArray(1);
        assertEquals(Types.INTEGER, array.getBaseType());
        assertArrayEquals(new Integer[][] {{1, 2}, {3, 4}}, (Object[]) array.getArray());
        assertArrayEquals(new Integer[][] {{3, 4}}, (Object[]) array.getArray(2, 1));
        var rows = new ArrayList<String>();
        try (ResultSet members = array.getResultSet()) {
          while (members.next()) {
            Object member = members.getArray("VALUE").getArray();
            rows.add(members.getInt("INDEX") + ((Integer[]) member)[0].toString());
          }
        }
        assertEquals(List.of("11", "23"), rows);
        array.free();
      }
    }
  }

  @EveryDriver
  void xml_is_made_bound_and_read(DriverUnderTest driver) throws Exception {
    try (var connection = driver.connect()) {
      SQLXML xml = connection.createSQLXML();
      xml.setString("<a>1</a>");
      assertEquals("<a>1</a>", stored(connection, "xml", s -> s.setSQLXML(1, xml)));
      try (var statement = connection.createStatement();
          ResultSet result = statement.executeQuery("select '<a>1</a>'::xml")) {
        result.next();
        assertEquals("<a>1</a>", result.getSQLXML(1).getString());
        assertTrue(result.getObject(1) instanceof SQLXML);
      }
    }
  }

  @EveryDriver
  void streams_are_read_to_their_length(DriverUnderTest driver) throws Exception {
    byte[] bytes = {1, 2, 3, 4};
    try (var connection = driver.connect()) {
      assertEquals(
          "\\x010203",
          stored(
              connection,
              "bytea",
              s -> s.setBinaryStream(1, new ByteArrayInputStream(bytes, 0, 3), 3)));
      assertEquals(
          "\\x01020304",
          stored(connection, "bytea", s -> s.setBinaryStream(1, new ByteArrayInputStream(bytes))));
      assertEquals(
          "grü",
          stored(connection, "text", s -> s.setCharacterStream(1, new StringReader("grüße"), 3)));
      assertEquals(
          "grüße",
          stored(connection, "text", s -> s.setCharacterStream(1, new StringReader("grüße"))));
      assertEquals(
          "ab",
          stored(
              connection,
              "text",
              s ->
                  s.setAsciiStream(
                      1,
                      new ByteArrayInputStream(
                          "ab".getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
                      2)));
    }
  }

  @EveryDriver
  void a_large_object_is_bound_and_read(DriverUnderTest driver) throws Exception {
    try (var connection = driver.connect()) {
      connection.setAutoCommit(false);
      try (var ddl = connection.createStatement()) {
        ddl.execute("create temporary table lobs (v oid)");
      }
      try (var insert = connection.prepareStatement("insert into lobs values (?)")) {
        insert.setBlob(1, new ByteArrayInputStream(new byte[] {1, 2, 3}));
        insert.executeUpdate();
      }
      try (var query = connection.createStatement();
          ResultSet result = query.executeQuery("select v from lobs")) {
        result.next();
        assertEquals(3, result.getBlob(1).length());
        assertArrayEquals(new byte[] {1, 2, 3}, result.getBlob(1).getBinaryStream().readAllBytes());
        result.getBlob(1).setBytes(2, new byte[] {9});
        assertArrayEquals(new byte[] {1, 9, 3}, result.getBlob(1).getBytes(1, 3));
      }
      connection.rollback();
    }
  }
}
