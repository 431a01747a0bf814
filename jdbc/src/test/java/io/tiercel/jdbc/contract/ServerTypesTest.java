package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.jdbc.value.BitString;
import io.tiercel.jdbc.value.Circle;
import io.tiercel.jdbc.value.Inet;
import io.tiercel.jdbc.value.MacAddress;
import io.tiercel.jdbc.value.Multirange;
import io.tiercel.jdbc.value.Point;
import io.tiercel.jdbc.value.Range;
import io.tiercel.jdbc.value.TypedText;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.replication.Lsn;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Timeout;

/// Types of PostgreSQL's own: read as their classes, given as parameters, in arrays and composites.
@NullUnmarked
@Timeout(60)
class ServerTypesTest {
  /// A value of a type, and the same as the server spells it.
  private record Value(String type, Object value, Class<?> asClass, String text) {
    Value(String type, Object value, String text) {
      this(type, value, value.getClass(), text);
    }
  }

  private static final List<Value> VALUES =
      List.of(
          new Value("inet", Inet.parse("10.0.0.1/8"), "10.0.0.1/8"),
          new Value("inet", Inet.parse("fe80::1"), "fe80::1"),
          new Value("inet", Inet.parse("::ffff:1.2.3.4/120"), "::ffff:1.2.3.4/120"),
          new Value("inet", InetAddress.ofLiteral("1.2.3.4"), InetAddress.class, "1.2.3.4"),
          new Value("cidr", Inet.parse("10.0.0.0/8"), "10.0.0.0/8"),
          new Value("macaddr", MacAddress.parse("08:00:2b:01:02:03"), "08:00:2b:01:02:03"),
          new Value(
              "macaddr8", MacAddress.parse("f8:00:2b:01:02:03:04:05"), "f8:00:2b:01:02:03:04:05"),
          new Value("varbit", BitString.parse("1010000000"), "1010000000"),
          new Value("bit(3)", BitString.parse("101"), "101"),
          new Value("varbit", BitSet.valueOf(new long[] {5}), "101"),
          new Value("pg_lsn", Lsn.parse("16/B374D848"), "16/B374D848"),
          new Value("point", new Point(1.5, -2), "(1.5,-2)"),
          new Value("circle", new Circle(new Point(1, 2), 1e20), "<(1,2),1e+20>"),
          new Value("int4range", Range.closedOpen(1, 5), "[1,5)"),
          new Value("int8range", Range.closedOpen(null, 5L), "(,5)"),
          new Value("numrange", Range.closedOpen(new BigDecimal("1.50"), null), "[1.50,)"),
          new Value(
              "daterange",
              Range.closedOpen(LocalDate.of(2026, 1, 1), LocalDate.MAX),
              "[2026-01-01,infinity)"),
          new Value(
              "daterange",
              Range.closedOpen(LocalDate.of(-43, 3, 15), LocalDate.of(12026, 1, 1)),
              "[\"0044-03-15 BC\",12026-01-01)"),
          new Value(
              "tsrange",
              Range.closedOpen(LocalDateTime.of(2026, 1, 1, 10, 0), null),
              "[\"2026-01-01 10:00:00\",)"),
          new Value(
              "tstzrange",
              Range.closedOpen(OffsetDateTime.parse("2026-01-01T10:00Z"), null),
              "[\"2026-01-01 10:00:00+00\",)"),
          new Value("int4range", Range.empty(), "empty"),
          new Value(
              "int4multirange",
              new Multirange<>(List.of(Range.closedOpen(1, 3), Range.closedOpen(5, null))),
              "{[1,3),[5,)}"),
          new Value("int8multirange", new Multirange<>(List.of()), "{}"),
          new Value("floatrange", new Range<>(1.5, true, null, false, false), "[1.5,)"),
          new Value(
              "inetrange", Range.closedOpen("10.0.0.1", "10.0.0.9"), null, "[10.0.0.1,10.0.0.9)"));

  private static final String[] TYPES = {
    "create extension hstore",
    "create type floatrange as range (subtype = float8)",
    "create type inetrange as range (subtype = inet)",
    "create type host as (name text, address inet, at point, during tstzrange, tags hstore)",
    "create type bill as (id int, total money, search tsquery, host host)",
    "create type lone as (m money)",
    "create domain invoice as bill"
  };

  private static Connection connect(TestDatabase database) throws SQLException {
    var info = new Properties();
    info.setProperty("options", "-c TimeZone=UTC");
    return new TiercelDriver().connect(database.jdbcUrl(), info);
  }

  private interface Check {
    void on(ResultSet result) throws SQLException;
  }

  /// A prepared statement gets what it can in binary, a plain one gets text.
  private static void inBothFormats(Connection connection, String expression, Check check)
      throws SQLException {
    String sql = "select " + expression;
    try (var prepared = connection.prepareStatement(sql);
        ResultSet result = prepared.executeQuery()) {
      assertTrue(result.next());
      check.on(result);
    }
    try (var statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertTrue(result.next());
      check.on(result);
    }
  }

  @EveryPostgres
  void values_are_read_in_both_formats(TestServer server) throws SQLException {
    try (var database = server.newDatabase()) {
      database.execute(TYPES);
      try (var connection = connect(database)) {
        for (Value value : VALUES) {
          String literal = "'%s'::%s".formatted(value.text(), value.type());
          inBothFormats(
              connection,
              literal + ", array[null, " + literal + "]",
              result -> {
                assertEquals(value.text(), result.getString(1));
                if (value.asClass() != null) {
                  assertEquals(value.value(), result.getObject(1, value.asClass()));
                }
                String array = result.getString(2);
                assertEquals(array, result.getArray(2).toString());
                assertTrue(array.startsWith("{NULL,"), array);
              });
        }
      }
    }
  }

  @EveryPostgres
  void values_are_parameters_alone_and_in_arrays(TestServer server) throws SQLException {
    try (var database = server.newDatabase()) {
      database.execute(TYPES);
      try (var connection = connect(database)) {
        for (Value value : VALUES) {
          String sql = "select ?::%s, (?::%1$s[])[2]".formatted(value.type());
          try (var select = connection.prepareStatement(sql)) {
            select.setObject(1, value.value());
            String elementType = value.type().replaceAll("\\(.*", "");
            select.setArray(
                2, connection.createArrayOf(elementType, new Object[] {null, value.value()}));
            try (ResultSet result = select.executeQuery()) {
              result.next();
              assertEquals(value.text(), result.getString(1));
              assertEquals(value.text(), result.getString(2));
            }
          }
        }
      }
    }
  }

  @EveryPostgres
  void bits_are_read_as_Java_has_them(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      inBothFormats(
          connection,
          "'0110'::bit(4), '1'::bit(1), 'pg_class'::regclass",
          result -> {
            assertArrayEquals(
                new boolean[] {false, true, true, false}, result.getObject(1, boolean[].class));
            assertEquals(BitSet.valueOf(new long[] {6}), result.getObject(1, BitSet.class));
            assertEquals(new TypedText("bit", "0110"), result.getObject(1));
            assertEquals(true, result.getObject(2));
            assertThrows(SQLException.class, () -> result.getObject(3, BitSet.class));
            assertThrows(SQLException.class, () -> result.getObject(1, Inet.class));
          });
    }
  }

  @EveryPostgres
  void a_composite_of_such_types_is_read(TestServer server) throws SQLException {
    try (var database = server.newDatabase()) {
      database.execute(TYPES);
      try (var connection = connect(database)) {
        String host =
            "row('a b', '10.0.0.1/8', '(1,2)', '[2026-01-01,)', '\"x y\"=>NULL, b=>1')::host";
        inBothFormats(
            connection,
            host,
            result -> {
              Object[] attributes = ((Struct) result.getObject(1)).getAttributes();
              assertEquals(new TypedText("inet", "10.0.0.1/8"), attributes[1]);
              assertEquals(new Point(1, 2), attributes[2]);
              assertEquals("[\"2026-01-01 00:00:00+00\",)", attributes[3].toString());
              var tags = new HashMap<String, String>();
              tags.put("x y", null);
              tags.put("b", "1");
              assertEquals(tags, attributes[4]);
              assertEquals(
                  "(\"a b\",10.0.0.1/8,\"(1,2)\",\"[\"\"2026-01-01 00:00:00+00\"\",)\","
                      + "\"\"\"b\"\"=>\"\"1\"\", \"\"x y\"\"=>NULL\")",
                  result.getString(1));
            });
        Struct made =
            connection.createStruct(
                "host",
                new Object[] {
                  "n", Inet.parse("1.2.3.4"), new Point(3, 4), null, java.util.Map.of("k", "v")
                });
        try (var select = connection.prepareStatement("select ?::host")) {
          select.setObject(1, made);
          try (ResultSet result = select.executeQuery()) {
            result.next();
            assertEquals("(n,1.2.3.4,\"(3,4)\",,\"\"\"k\"\"=>\"\"v\"\"\")", result.getString(1));
          }
        }
      }
    }
  }

  /// `money` and `tsquery` have no binary form that can be read here: the whole then travels in
  /// text.
  @EveryPostgres
  void a_composite_with_an_attribute_without_a_codec_is_read(TestServer server)
      throws SQLException {
    try (var database = server.newDatabase()) {
      database.execute(TYPES);
      try (var connection = connect(database)) {
        String bill = "row(1, '12.50', 'a & b', row('n', null, null, null, null))::bill";
        inBothFormats(
            connection,
            "%s, array[%1$s, null], %1$s::invoice, row('3.5')::lone, row(null)::lone"
                .formatted(bill),
            result -> {
              Object[] attributes = ((Struct) result.getObject(1)).getAttributes();
              assertEquals(1, attributes[0]);
              assertEquals(12.5, attributes[1]);
              assertEquals(new TypedText("tsquery", "'a' & 'b'"), attributes[2]);
              assertEquals("n", ((Struct) attributes[3]).getAttributes()[0]);
              Object[] array = (Object[]) result.getArray(2).getArray();
              assertEquals(12.5, ((Struct) array[0]).getAttributes()[1]);
              assertNull(array[1]);
              assertEquals(result.getString(1), result.getString(3));
              assertArrayEquals(new Object[] {3.5}, ((Struct) result.getObject(4)).getAttributes());
              assertArrayEquals(
                  new Object[] {null}, ((Struct) result.getObject(5)).getAttributes());
            });
      }
    }
  }

  /// What an anonymous record is made of, nobody knows before it is there.
  @EveryPostgres
  void an_anonymous_record_of_any_types_is_read(TestServer server) throws SQLException {
    try (var database = server.newDatabase()) {
      database.execute(TYPES);
      try (var connection = connect(database);
          var select =
              connection.prepareStatement(
                  "select row(1, '12.50'::money, 'a & b'::tsquery, 'pg_class'::regclass,"
                      + " 'a=>1'::hstore, '[1,2)'::floatrange, row('3.5'::money)::lone)"
                      + " from generate_series(1, 3)");
          ResultSet result = select.executeQuery()) {
        for (int i = 0; i < 3; i++) {
          assertTrue(result.next());
          assertEquals(
              "(1,$12.50,\"'a' & 'b'\",pg_class,\"\"\"a\"\"=>\"\"1\"\"\",\"[1,2)\",\"($3.50)\")",
              result.getString(1));
        }
      }
    }
  }
}
