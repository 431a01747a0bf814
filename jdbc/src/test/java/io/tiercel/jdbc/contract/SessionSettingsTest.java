package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.codec.Interval;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Timeout;

/// Values that came in binary print as the server prints them under the settings of the session.
@NullUnmarked
@Timeout(60)
class SessionSettingsTest {
  private static Connection connect(TestDatabase database) throws SQLException {
    return new TiercelDriver().connect(database.jdbcUrl(), new Properties());
  }

  /// The first column of a prepared statement, which travels in binary, and the second in text.
  private static void assertPrintsAsTheServer(Connection connection, String expression)
      throws SQLException {
    String sql = "select v, v::text from (select %s as v) x".formatted(expression);
    try (var select = connection.prepareStatement(sql);
        ResultSet result = select.executeQuery()) {
      result.next();
      assertEquals(result.getString(2), result.getString(1), expression);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @EveryPostgres
  void intervals_print_in_the_style_of_the_session(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      List<String> values =
          List.of("0", "1 year 2 mons -3 days 04:05:06.789", "-1 year -2 mons", "-3 days -01:00");
      for (String style : List.of("sql_standard", "iso_8601", "postgres_verbose", "postgres")) {
        execute(connection, "set IntervalStyle = " + style);
        for (String value : values) {
          assertPrintsAsTheServer(connection, "interval '%s'".formatted(value));
          assertPrintsAsTheServer(connection, "array[interval '%s', null]".formatted(value));
          String sql = "select interval '%s'".formatted(value);
          try (var plain = connection.createStatement();
              ResultSet text = plain.executeQuery(sql);
              var prepared = connection.prepareStatement(sql);
              ResultSet binary = prepared.executeQuery()) {
            text.next();
            binary.next();
            assertEquals(binary.getObject(1), text.getObject(1), style);
            assertEquals(
                binary.getObject(1, Interval.class), text.getObject(1, Interval.class), style);
          }
        }
      }
    }
  }

  @EveryPostgres
  void instants_print_in_any_time_zone_of_the_session(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      for (String zone :
          List.of(
              "'Europe/Berlin'",
              "'UTC+3'",
              "'GMT-2'",
              "'<+0530>-05:30'",
              "'FOO12:30'",
              "5.5",
              "-8",
              "'CET-1CEST,M3.5.0,M10.5.0/3'",
              "'Etc/GMT+3'",
              "'UTC'",
              "interval '-03:30' hour to minute",
              "'Zulu'")) {
        execute(connection, "set time zone " + zone);
        for (String value :
            List.of("2024-01-31 23:30:00.5+00", "2024-07-01 12:00+00", "infinity", "1850-01-01Z")) {
          assertPrintsAsTheServer(connection, "timestamptz '%s'".formatted(value));
          assertPrintsAsTheServer(connection, "tstzrange('%s', null)".formatted(value));
        }
        try (var select = connection.prepareStatement("select timestamptz '2024-07-01 12:00Z'");
            ResultSet result = select.executeQuery()) {
          result.next();
          assertEquals(Instant.parse("2024-07-01T12:00:00Z"), result.getObject(1, Instant.class));
        }
      }
    }
  }

  @EveryPostgres
  void parameters_of_a_call_tell_their_mode(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      execute(
          connection,
          "create function f(a int, inout b text, out c date) language sql as"
              + " $$ select b || a, date '2024-02-29' $$");
      try (var call = connection.prepareCall("{call f(?, ?, ?)}")) {
        call.setInt(1, 5);
        call.setString(2, "x");
        call.registerOutParameter(2, Types.VARCHAR);
        call.registerOutParameter(3, Types.DATE);
        ParameterMetaData metaData = call.getParameterMetaData();
        assertEquals(ParameterMetaData.parameterModeIn, metaData.getParameterMode(1));
        assertEquals(ParameterMetaData.parameterModeInOut, metaData.getParameterMode(2));
        assertEquals(ParameterMetaData.parameterModeOut, metaData.getParameterMode(3));
        call.execute();
        assertEquals("x5", call.getString(2));
      }
    }
  }
}
