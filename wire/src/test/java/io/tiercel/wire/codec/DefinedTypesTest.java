package io.tiercel.wire.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Types that a database defines itself, found through its catalog.
class DefinedTypesTest {
  private static final String TYPES =
      """
      create type mood as enum ('sad', 'so la, la', 'happy');
      create domain positive as int check (value > 0);
      create domain label as text;
      create type pair as (n int, t text, at timestamptz);
      create type span as range (subtype = float8, multirange_type_name = spans);
      create type cash as (n int, paid money[]);
      create type nested as (p pair, s span, many spans);
      create domain wrapped as cash;
      create type deep as (c wrapped);
      """;

  @EveryPostgres
  void enums_domains_composites_ranges_and_their_arrays_are_read_and_written(TestServer server)
      throws SQLException, IOException {
    try (var database = server.newDatabase();
        var connection = database.connect();
        var oracle = new OracleServer(database)) {
      oracle.execute(TYPES);
      Codecs codecs = Codecs.builtin().with(definitions(connection));

      int mood = oid(connection, "mood");
      assertEquals(Format.BINARY, codecs.preferredFormat(mood));
      assertHeld(oracle, codecs, mood, "mood", "happy", "happy");
      int moods = codecs.arrayOid(mood);
      assertEquals(mood, codecs.elementOid(moods));
      assertHeld(
          oracle,
          codecs,
          moods,
          "mood[]",
          new String[] {"sad", "so la, la", null},
          "{sad,\"so la, la\",NULL}");

      int positive = oid(connection, "positive");
      assertHeld(oracle, codecs, positive, "positive", 5, "5");
      assertHeld(
          oracle, codecs, codecs.arrayOid(positive), "positive[]", new Integer[] {5, 6}, "{5,6}");
      assertHeld(oracle, codecs, oid(connection, "label"), "label", "x", "x");

      int span = oid(connection, "span");
      assertEquals(Format.BINARY, codecs.preferredFormat(span));
      assertArrayEquals(
          new String[] {"[1,2)", "empty"},
          Bytes.decode(
              codecs,
              codecs.arrayOid(span),
              Format.TEXT,
              String[].class,
              Bytes.utf8("{\"[1,2)\",empty}")));

      assertComposite(oracle, codecs, oid(connection, "pair"));

      int nested = oid(connection, "nested");
      assertEquals(Format.BINARY, codecs.preferredFormat(nested));
      assertEquals(Format.TEXT, codecs.preferredFormat(oid(connection, "cash")));
      assertEquals(Format.TEXT, codecs.preferredFormat(oid(connection, "deep")));
      byte[] sent = oracle.send("row(null, '[1,2.5)'::span, '{[1,2),[3,4)}'::spans)::nested");
      CompositeValue value =
          Bytes.decode(codecs, nested, Format.BINARY, CompositeValue.class, sent);
      assertEquals("[1,2.5)", value.get(1, codecs, String.class));
      assertEquals("{[1,2),[3,4)}", value.get(2, codecs, String.class));
    }
  }

  private static void assertComposite(OracleServer oracle, Codecs codecs, int pair)
      throws SQLException, IOException {
    byte[] sent = oracle.send("row(1, 'a \"b\", (c)\\', null)::pair");
    CompositeValue value = Bytes.decode(codecs, pair, Format.BINARY, CompositeValue.class, sent);
    assertEquals(3, value.attributes().size());
    assertEquals(1, value.get(0, codecs, Integer.class));
    assertEquals("a \"b\", (c)\\", value.get(1, codecs, String.class));
    assertEquals(Oids.TIMESTAMPTZ, value.attributes().get(2).oid());
    assertEquals(null, value.get(2, codecs, Object.class));
    assertArrayEquals(sent, Bytes.encode(codecs, pair, Format.BINARY, value));

    OracleServer.Held held = oracle.receive("pair", List.of(sent)).getFirst();
    CompositeValue spelled =
        Bytes.decode(codecs, pair, Format.TEXT, CompositeValue.class, held.text());
    assertEquals("1", spelled.get(0, codecs, String.class));
    assertEquals(1, spelled.get(0, codecs, Integer.class));
    assertEquals("a \"b\", (c)\\", spelled.get(1, codecs, String.class));
    assertEquals(null, spelled.get(2, codecs, String.class));
    String printed =
        new String(
            Bytes.encode(codecs, pair, Format.TEXT, spelled),
            java.nio.charset.StandardCharsets.UTF_8);
    assertArrayEquals(sent, oracle.read("pair", List.of(printed)).getFirst().binary());

    byte[] array =
        Bytes.encode(codecs, codecs.arrayOid(pair), Format.BINARY, List.of(value, value));
    assertArrayEquals(array, oracle.receive("pair[]", List.of(array)).getFirst().binary());
  }

  /// In binary and in text the server holds what was meant and sends it back.
  private static void assertHeld(
      OracleServer oracle, Codecs codecs, int oid, String type, Object value, String spelled)
      throws SQLException, IOException {
    byte[] binary = Bytes.encode(codecs, oid, Format.BINARY, value);
    OracleServer.Held held = oracle.receive(type, List.of(binary)).getFirst();
    assertArrayEquals(binary, held.binary());
    assertArrayEquals(Bytes.utf8(spelled), held.text());
    for (Format format : Format.values()) {
      byte[] bytes = format == Format.BINARY ? held.binary() : held.text();
      Object read = Bytes.decode(codecs, oid, format, value.getClass(), bytes);
      assertTrue(java.util.Objects.deepEquals(value, read), type + " in " + format);
    }
  }

  @EveryPostgres
  void an_anonymous_record_is_read(TestServer server) throws SQLException, IOException {
    try (var oracle = new OracleServer(server.defaultDatabase())) {
      byte[] sent = oracle.send("row(1::int8, array[1,2])");
      CompositeValue value =
          Bytes.decode(Codecs.builtin(), Oids.RECORD, Format.BINARY, CompositeValue.class, sent);
      assertEquals(1L, value.get(0, Codecs.builtin(), Object.class));
      assertArrayEquals(new int[] {1, 2}, value.get(1, Codecs.builtin(), int[].class));
    }
  }

  @Test
  void a_catalog_in_a_circle_ends() {
    Codecs codecs =
        Codecs.builtin()
            .with(
                List.of(
                    new TypeDefinition(90_001, "a", 'd', 'N', 0, 0, 90_002, ',', 0, List.of()),
                    new TypeDefinition(90_002, "b", 'd', 'N', 0, 0, 90_001, ',', 0, List.of())));
    assertTrue(codecs.isKnown(90_001));
    assertEquals(Format.TEXT, codecs.preferredFormat(90_001));
  }

  @Test
  void a_definition_never_replaces_a_built_in_type() {
    Codecs codecs =
        Codecs.builtin()
            .with(
                List.of(
                    new TypeDefinition(Oids.INT4, "int4", 'e', 'E', 0, 0, 0, ',', 0, List.of())));
    assertEquals(Integer.class, codecs.defaultJavaType(Oids.INT4));
  }

  private static List<TypeDefinition> definitions(Connection connection) throws SQLException {
    try (var query = connection.prepareStatement(TypeDefinition.QUERY.replace("$1", "?"))) {
      query.setArray(
          1,
          connection.createArrayOf(
              "oid",
              new Long[] {
                (long) oid(connection, "mood"),
                (long) oid(connection, "positive"),
                (long) oid(connection, "label"),
                (long) oid(connection, "pair"),
                (long) oid(connection, "span"),
                (long) oid(connection, "nested"),
                (long) oid(connection, "deep")
              }));
      var definitions = new ArrayList<TypeDefinition>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          definitions.add(
              new TypeDefinition(
                  (int) rows.getLong(1),
                  rows.getString(2),
                  rows.getString(3).charAt(0),
                  rows.getString(4).charAt(0),
                  (int) rows.getLong(5),
                  (int) rows.getLong(6),
                  (int) rows.getLong(7),
                  rows.getString(8).charAt(0),
                  (int) rows.getLong(9),
                  Arrays.stream((Long[]) rows.getArray(10).getArray())
                      .map(Long::intValue)
                      .toList()));
        }
      }
      return definitions;
    }
  }

  private static int oid(Connection connection, String type) throws SQLException {
    try (var query = connection.prepareStatement("select ?::regtype::oid")) {
      query.setString(1, type);
      try (var rows = query.executeQuery()) {
        assertTrue(rows.next());
        return (int) assertNotNullLong(rows.getObject(1));
      }
    }
  }

  private static long assertNotNullLong(Object oid) {
    assertNotNull(oid);
    return ((Number) oid).longValue();
  }
}
