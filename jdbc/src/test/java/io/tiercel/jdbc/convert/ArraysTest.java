package io.tiercel.jdbc.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.row.DataRow;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Arrays of every element type, read with pgjdbc as the oracle and written back.
@NullUnmarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArraysTest {
  private TestDatabase database;
  private WireContext context;
  private Connection oracle;

  @BeforeAll
  void connect() throws SQLException {
    database = TestServer.v18().newDatabase();
    database.execute(
        "create extension hstore",
        "create type floatrange as range (subtype = float8)",
        "create type mood as enum ('sad', 'ok')",
        "create type comp as (a int, b text)");
    context = new WireContext(database);
    oracle = database.connect(Map.of("prepareThreshold", "0"));
  }

  @AfterAll
  void disconnect() throws SQLException {
    context.close();
    oracle.close();
    database.close();
  }

  static Stream<String> expressions() {
    return Expressions.ARRAYS.stream();
  }

  @ParameterizedTest
  @MethodSource("expressions")
  void an_array_is_read_as_pgjdbc_reads_it(String expression) throws SQLException {
    try (var statement = oracle.createStatement();
        ResultSet result = statement.executeQuery("select " + expression)) {
      result.next();
      Array theirs = result.getArray(1);
      for (DataRow row :
          List.of(context.row("select " + expression), context.textRow(expression))) {
        var reader = new ColumnReader(context);
        Array ours = reader.getArray(row, 0);
        assertEquals(result.getString(1), reader.getString(row, 0));
        assertEquals(theirs.toString(), ours.toString());
        assertEquals(theirs.getBaseTypeName(), ours.getBaseTypeName());
        assertEquals(theirs.getBaseType(), ours.getBaseType());
        assertEquals(theirs.getArray().getClass(), ours.getArray().getClass());
        assertEquals(
            Arrays.deepToString((Object[]) theirs.getArray()),
            Arrays.deepToString((Object[]) ours.getArray()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("expressions")
  void an_array_that_was_read_can_be_bound(String expression) throws SQLException {
    for (DataRow row : List.of(context.row("select " + expression), context.textRow(expression))) {
      Array array = new ColumnReader(context).getArray(row, 0);
      assertEquals(array.toString(), bound(Parameters.ofObject(array, context)));
    }
  }

  static Stream<String> ownExpressions() {
    return Expressions.ARRAYS_OF_OUR_CLASSES.stream();
  }

  @ParameterizedTest
  @MethodSource("ownExpressions")
  void an_array_of_our_classes_prints_as_on_the_server(String expression) throws SQLException {
    String text = context.textRow(expression).getString(0);
    Array array = new ColumnReader(context).getArray(context.row("select " + expression), 0);
    assertEquals(text, array.toString());
    assertEquals(text, bound(Parameters.ofObject(array, context)));
    Object javaArray = array.getArray();
    assertEquals(
        text,
        bound(
            Parameters.ofObject(
                SqlArray.of(array.getBaseTypeName(), javaArray, context), context)));
  }

  static Stream<Object[]> javaArrays() {
    return Stream.of(
        new Object[] {"int4", new Integer[] {1, null}, "{1,NULL}"},
        new Object[] {"int4", new int[] {1, 2}, "{1,2}"},
        new Object[] {"integer", new Object[] {1, "2"}, "{1,2}"},
        new Object[] {"int4", new Integer[][] {{1, 2}, {3, 4}}, "{{1,2},{3,4}}"},
        new Object[] {"int4", List.of(List.of(1), List.of(2)), "{{1},{2}}"},
        new Object[] {"text", new String[] {"a", null, "b\"c\\"}, "{a,NULL,\"b\\\"c\\\\\"}"},
        new Object[] {"varchar", new String[0], "{}"},
        new Object[] {"numeric", new Object[] {new BigDecimal("1.50"), 2L}, "{1.50,2}"},
        new Object[] {"bytea", new byte[][] {{1, -1}}, "{\"\\\\x01ff\"}"},
        new Object[] {"bool", new boolean[] {true, false}, "{t,f}"},
        new Object[] {"mood", new String[] {"ok"}, "{ok}"},
        new Object[] {"jsonb", new String[] {"{\"a\": 1}"}, "{\"{\\\"a\\\": 1}\"}"},
        new Object[] {"uuid", new Object[] {new UUID(0, 1).toString()}, "{" + new UUID(0, 1) + "}"},
        new Object[] {
          "timestamp",
          new Timestamp[] {Timestamp.valueOf("2024-02-29 10:11:12.5")},
          "{\"2024-02-29 10:11:12.5\"}"
        });
  }

  @ParameterizedTest
  @MethodSource("javaArrays")
  void an_array_is_made_of_java_objects(String type, Object javaArray, String expected)
      throws SQLException {
    SqlArray array = SqlArray.of(type, javaArray, context);
    assertEquals(expected, array.toString());
    assertEquals(expected, bound(array.parameter()));
    assertEquals(expected, SqlArray.of(type, array.getArray(), context).toString());
  }

  @Test
  void java_arrays_and_collections_are_parameters() throws SQLException {
    assertEquals("{1,2}", bound(Parameters.ofObject(new int[] {1, 2}, context)));
    assertEquals("{1.5}", bound(Parameters.ofObject(new double[] {1.5}, context)));
    assertEquals("{a,NULL}", bound(Parameters.ofObject(Arrays.asList("a", null), context)));
    assertEquals("{{1},{2}}", bound(Parameters.ofObject(new Object[][] {{1}, {2}}, context)));
    assertEquals(1007, Parameters.ofObject(List.of(1), context).declaredOid());
    assertEquals(1015, Parameters.ofObject(new String[] {"a"}, context).declaredOid());
  }

  @Test
  void a_column_is_read_as_any_java_array() throws SQLException {
    var reader = new ColumnReader(context);
    DataRow row = context.row("select '{{1,2},{3,4}}'::int4[], '{a,NULL}'::text[], '{1}'::int8[]");
    assertArrayEquals(new int[][] {{1, 2}, {3, 4}}, reader.getObject(row, 0, int[][].class));
    assertArrayEquals(
        new Integer[][] {{1, 2}, {3, 4}}, reader.getObject(row, 0, Integer[][].class));
    assertEquals(Arrays.asList("a", null), reader.getObject(row, 1, List.class));
    assertArrayEquals(new long[] {1}, reader.getObject(row, 2, long[].class));
  }

  @Test
  void a_slice_counts_from_one() throws SQLException {
    Array array =
        new ColumnReader(context).getArray(context.row("select '[5:7]={1,2,3}'::int4[]"), 0);
    assertArrayEquals(new Integer[] {2, 3}, (Object[]) array.getArray(2, 2));
    assertThrows(SQLException.class, () -> array.getArray(0, 1));
    assertThrows(SQLException.class, () -> array.getArray(3, 2));
  }

  @Test
  void an_unknown_element_type_is_named() {
    SQLException e =
        assertThrows(SQLException.class, () -> SqlArray.of("nope", new Object[0], context));
    assertEquals("42602", e.getSQLState());
  }

  /// What the server makes of an array parameter, in its own text.
  private String bound(Parameter parameter) {
    var statement =
        parameter.declaredOid() == 0
            ? context.wire.prepare("select format('%s', $1::text[])")
            : context.wire.prepare("select format('%s', $1)", parameter.declaredOid());
    var found = new String[1];
    context.wire.query(statement, row -> found[0] = row.getString(0), parameter.value());
    return found[0];
  }
}
