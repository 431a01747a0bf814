package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/// The first execution of a prepared statement on a connection, when another connection has run it
/// before: one round trip, and the same result as ever, whatever has become of its tables.
class FirstExecutionTest {
  private static final String SELECT = "select * from item order by 1";

  /// What a column may have become, with a value of it.
  private static final List<List<String>> REDEFINITIONS =
      List.of(
          List.of("id int, v text", "1, 'one'", "2, null"),
          List.of("id int, v money", "1, 12.34", "2, null"),
          List.of("id int, v xml", "1, '<a>ä</a>'"),
          List.of("id int, v tsquery", "1, 'a & b'"),
          List.of("id int, v mood", "1, 'sad'", "2, null"),
          List.of("id int, v mood[]", "1, '{sad,happy}'"),
          List.of("id int, v pair", "1, '(1,sad)'"),
          List.of("id int, v money[]", "1, '{1.5,2.5}'"),
          List.of("id int, v aclitem", "1, makeaclitem(10, 10, 'select', false)"),
          List.of(
              "id int, v aclitem[]", "1, null", "2, ('{=r/' || current_user || '}')::aclitem[]"),
          List.of("id money, v mood, w int", "1, 'sad', 7"),
          List.of("id int", "1"),
          List.of("v int, id int", "1, 2"),
          List.of("id bigint, v numeric", "1, 2.50", "5000000000, 'NaN'"));

  private static Connection connect(TestDatabase database, String... properties)
      throws SQLException {
    var info = new Properties();
    for (int i = 0; i < properties.length; i += 2) {
      info.setProperty(properties[i], properties[i + 1]);
    }
    return new TiercelDriver().connect(database.jdbcUrl(), info);
  }

  private static TestDatabase database(TestServer server) {
    TestDatabase database = server.newDatabase();
    database.execute(
        "create type mood as enum ('sad', 'happy')",
        "create type pair as (a int, m mood)",
        "create table item (id int, v int)",
        "insert into item values (1, 10)");
    return database;
  }

  private static long roundTrips(Connection connection) throws SQLException {
    return connection.unwrap(io.tiercel.wire.Connection.class).statistics().roundTrips();
  }

  /// Labels, texts, and classes of objects.
  private static List<String> read(Connection connection, String sql) throws SQLException {
    var seen = new ArrayList<String>();
    try (var statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int i = 1; i <= columns; i++) {
          Object value = rows.getObject(i);
          seen.add(
              "%s %s = %s (%s)"
                  .formatted(
                      rows.getMetaData().getColumnLabel(i),
                      rows.getMetaData().getColumnTypeName(i),
                      rows.getString(i),
                      value == null ? null : value.getClass().getName()));
          if (value instanceof java.sql.Array array) {
            seen.add(Arrays.deepToString((Object[]) array.getArray()));
            seen.add(Arrays.toString(rows.getObject(i, String[].class)));
          }
        }
      }
    }
    return seen;
  }

  @EveryPostgres
  void takes_one_round_trip_when_another_connection_has_run_it(TestServer server) throws Exception {
    try (var database = database(server)) {
      try (var first = connect(database)) {
        long before = roundTrips(first);
        assertEquals(1, countRows(first));
        assertEquals(2, roundTrips(first) - before);
      }
      try (var second = connect(database)) {
        long before = roundTrips(second);
        assertEquals(1, countRows(second));
        assertEquals(1, countRows(second));
        assertEquals(2, roundTrips(second) - before);
      }
      try (var third = connect(database)) {
        third.setAutoCommit(false);
        long before = roundTrips(third);
        assertEquals(1, countRows(third));
        assertEquals(1, roundTrips(third) - before, "with BEGIN");
        third.commit();
      }
    }
  }

  private static int countRows(Connection connection) throws SQLException {
    int count = 0;
    try (var statement = connection.prepareStatement("select id, v from item where id < ?")) {
      statement.setInt(1, 100);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          count += rows.getInt(1) > 0 ? 1 : 0;
        }
      }
    }
    return count;
  }

  @EveryPostgres
  void reads_what_a_table_has_become_since(TestServer server) throws Exception {
    try (var database = database(server)) {
      for (List<String> redefinition : REDEFINITIONS) {
        for (boolean autoCommit : new boolean[] {true, false}) {
          remember(database);
          redefine(database, redefinition);
          try (var connection = connect(database)) {
            connection.setAutoCommit(autoCommit);
            List<String> first = read(connection, SELECT);
            long before = roundTrips(connection);
            List<String> again = read(connection, SELECT);
            assertEquals(first, again);
            assertTrue(roundTrips(connection) - before <= 3, "type names may be asked for");
            // A text that nobody has run before is described first.
            String unknown = SELECT + " -- " + autoCommit + redefinition;
            assertEquals(read(connection, unknown), first);
          }
        }
      }
    }
  }

  /// Has the statement known as one of two columns that travel in binary.
  private static void remember(TestDatabase database) throws SQLException {
    redefine(database, List.of("id int, v int", "1, 10"));
    try (var connection = connect(database)) {
      read(connection, SELECT);
    }
    try (var connection = connect(database);
        var select = connection.prepareStatement(SELECT)) {
      long before = roundTrips(connection);
      select.executeQuery().close();
      assertEquals(1, roundTrips(connection) - before);
    }
  }

  private static void redefine(TestDatabase database, List<String> redefinition) {
    database.execute("drop table item", "create table item (" + redefinition.getFirst() + ")");
    for (String values : redefinition.subList(1, redefinition.size())) {
      database.execute("insert into item select " + values);
    }
  }

  @EveryPostgres
  void takes_nothing_back_of_a_transaction_under_way(TestServer server) throws Exception {
    try (var database = database(server)) {
      remember(database);
      redefine(database, List.of("id int, v aclitem", "1, makeaclitem(10, 10, 'select', false)"));
      try (var connection = connect(database)) {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
          statement.execute("insert into item values (2, null)");
        }
        assertEquals(4, read(connection, SELECT).size());
        connection.commit();
        assertEquals(4, read(connection, SELECT).size());
      }
    }
  }

  @EveryPostgres
  void changes_rows_once(TestServer server) throws Exception {
    String insert = "insert into item values (5, null) returning *";
    for (boolean autoCommit : new boolean[] {true, false}) {
      for (List<String> redefinition : List.of(REDEFINITIONS.get(1), REDEFINITIONS.get(8))) {
        try (var database = database(server)) {
          try (var connection = connect(database)) {
            read(connection, insert);
          }
          redefine(database, redefinition);
          try (var connection = connect(database)) {
            connection.setAutoCommit(autoCommit);
            assertEquals(2, read(connection, insert).size());
            if (!autoCommit) {
              connection.commit();
            }
            assertEquals(1, read(connection, "select 1 from item where id = 5").size());
          }
        }
      }
    }
  }

  @EveryPostgres
  void follows_the_search_path(TestServer server) throws Exception {
    try (var database = database(server)) {
      database.execute(
          "create schema other",
          "create table other.item (id int, v xml)",
          "insert into other.item values (1, '<b/>')");
      remember(database);
      try (var connection = connect(database)) {
        connection.setSchema("other");
        assertEquals("id int4 = 1 (java.lang.Integer)", read(connection, SELECT).get(0));
        assertEquals(
            "v xml = <b/> (io.tiercel.jdbc.convert.SqlXmlValue)", read(connection, SELECT).get(1));
      }
    }
  }

  @EveryPostgres
  void a_failure_of_its_own_stays_one(TestServer server) throws Exception {
    try (var database = database(server)) {
      String division = "select 10 / id from item";
      try (var connection = connect(database)) {
        read(connection, division);
      }
      database.execute("update item set id = 0");
      try (var connection = connect(database)) {
        connection.setAutoCommit(false);
        try {
          read(connection, division);
          throw new AssertionError("no failure");
        } catch (SQLException e) {
          assertEquals("22012", e.getSQLState());
        }
        connection.rollback();
        assertEquals(2, read(connection, SELECT).size());
      }
    }
  }
}
