package io.tiercel.jdbc.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.row.Field;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What types are called and how wide they are, with pgjdbc as the oracle.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypeInfoTest {
  private TestDatabase database;
  private WireContext context;
  private Connection oracle;

  @BeforeAll
  void connect() throws SQLException {
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
    oracle = database.connect();
  }

  @AfterAll
  void disconnect() throws SQLException {
    context.close();
    oracle.close();
    database.close();
  }

  static Stream<String> expressions() {
    return Stream.of(
            Expressions.SCALARS.stream(),
            Expressions.TIMES.stream(),
            Expressions.ARRAYS.stream(),
            Expressions.TYPED_NULLS.stream())
        .flatMap(stream -> stream);
  }

  @ParameterizedTest
  @MethodSource("expressions")
  void a_type_is_described_as_pgjdbc_describes_it(String expression) throws SQLException {
    Field field = context.row("select " + expression).description().fields().getFirst();
    int oid = field.typeOid();
    int typmod = field.typeModifier();
    TypeInfo types = context.types();
    try (var statement = oracle.createStatement();
        ResultSet result = statement.executeQuery("select " + expression)) {
      ResultSetMetaData theirs = result.getMetaData();
      assertEquals(
          "%s sql=%d precision=%d scale=%d size=%d signed=%b case=%b"
              .formatted(
                  theirs.getColumnTypeName(1),
                  theirs.getColumnType(1),
                  theirs.getPrecision(1),
                  theirs.getScale(1),
                  theirs.getColumnDisplaySize(1),
                  theirs.isSigned(1),
                  theirs.isCaseSensitive(1)),
          "%s sql=%d precision=%d scale=%d size=%d signed=%b case=%b"
              .formatted(
                  types.typeName(oid),
                  types.sqlType(oid),
                  types.precision(oid, typmod),
                  types.scale(oid, typmod),
                  types.displaySize(oid, typmod),
                  types.isSigned(oid),
                  types.isCaseSensitive(oid)));
    }
  }

  @Test
  void a_type_is_found_by_any_spelling_of_its_name() throws SQLException {
    TypeInfo types = context.types();
    assertEquals(23, types.oid("int4"));
    assertEquals(23, types.oid("integer"));
    assertEquals(1007, types.oid("int4[]"));
    assertEquals(1007, types.oid("_int4"));
    assertEquals(1184, types.oid("timestamp with time zone"));
    assertEquals(types.oid("s2.comp2"), types.oid("\"s2\".\"comp2\""));
    assertEquals(0, types.oid("no_such_type"));
    assertEquals("\"s2\".\"comp2\"", types.typeName(types.oid("s2.comp2")));
    int mood = types.oid("mood");
    assertEquals(mood, types.elementOid(types.arrayOid(mood)));
  }

  @Test
  void the_scale_of_a_numeric_may_be_negative() throws SQLException {
    Field field = context.row("select null::numeric(2,-3)").description().fields().getFirst();
    assertEquals(2, context.types().precision(field.typeOid(), field.typeModifier()));
    assertEquals(-3, context.types().scale(field.typeOid(), field.typeModifier()));
    assertEquals(6, context.types().displaySize(field.typeOid(), field.typeModifier()));
  }
}
