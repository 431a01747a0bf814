package io.tiercel.jdbc.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.row.DataRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every getter on every type, in binary and in text, with pgjdbc as the oracle.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GettersTest {
  private final TimeZone zoneBefore = TimeZone.getDefault();
  private TestDatabase database;
  private WireContext context;
  private Connection oracle;

  @BeforeAll
  void connect() throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
    database = TestServer.v18().newDatabase();
    database.execute(
        "create extension hstore",
        "create extension citext",
        "create type mood as enum ('sad', 'ok')",
        "create domain posint as int check (value > 0)",
        "create domain dtext as text",
        "create type comp as (a int, b text)",
        "create type floatrange as range (subtype = float8)",
        "create schema s2",
        "create type s2.comp2 as (x int4)");
    context = new WireContext(database);
    oracle = database.connect(Map.of("prepareThreshold", "0"));
  }

  @AfterAll
  void disconnect() throws SQLException {
    context.close();
    oracle.close();
    database.close();
    TimeZone.setDefault(zoneBefore);
  }

  static Stream<String> expressions() {
    return Stream.of(Expressions.SCALARS, Expressions.TIMES, Expressions.SPELLED)
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("expressions")
  void every_getter_returns_what_pgjdbc_returns(String expression) throws SQLException {
    var differences = new ArrayList<String>();
    try (var statement = oracle.prepareStatement("select " + expression);
        ResultSet theirs = statement.executeQuery()) {
      theirs.next();
      DataRow binary = context.row("select " + expression);
      compare(theirs, binary, differences);
      if (binary.description().fields().getFirst().format() == Format.BINARY) {
        compare(theirs, context.textRow(expression), differences);
      }
    }
    assertEquals(List.of(), differences);
  }

  private void compare(ResultSet theirs, DataRow row, List<String> differences)
      throws SQLException {
    var reader = new ColumnReader(context);
    var field = row.description().fields().getFirst();
    String type = context.types().typeName(field.typeOid());
    for (Getters.Getter getter : Getters.all()) {
      String expected = getter.ofTheirs(theirs);
      String actual = getter.ofOurs(reader, row);
      if (!actual.equals(expected)
          && !Differences.isDeliberate(type, getter.name(), expected, actual)) {
        differences.add(
            "%s %s: %s, pgjdbc %s".formatted(field.format(), getter.name(), actual, expected));
      }
    }
  }
}
