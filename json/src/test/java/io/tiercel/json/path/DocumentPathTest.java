package io.tiercel.json.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.json.SqlName;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DocumentPathTest {
  /// Names that mean something to SQL, to arrays, to jsonpath or to JSON.
  private static final List<String> NAMES =
      List.of(
          "plain",
          "a b",
          "'",
          "''; drop table t; --",
          "\"",
          "\\",
          "\\\"",
          "\\'",
          "$1",
          "$.x",
          "{",
          ",",
          "}",
          "[*]",
          "*",
          "NULL",
          "ö",
          "\ud83d\ude00",
          "\n",
          "%s",
          "%",
          ".",
          "245",
          "");

  @Test
  void a_path_reads_as_it_is_printed() {
    assertEquals(
        Arrays.asList("fields", null, "245", "subfields", null, "a"),
        DocumentPath.parse("fields[*].245.subfields[*].a").steps());
    for (String name : NAMES) {
      var path = new DocumentPath(Arrays.asList("x", name, null, name));
      assertEquals(path, DocumentPath.parse(path.toString()), path::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".a", "a.", "a..b", "[*]", "a[*", "a[0]", "a b", "a\"b\"", "\"a", "a[*]b"})
  void what_is_no_path_is_refused(String path) {
    assertThrows(IllegalArgumentException.class, () -> DocumentPath.parse(path));
  }

  @Test
  void every_name_finds_its_member_and_nothing_else() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      SqlName table = SqlName.of("public", "documents of \"everybody\"; --");
      SqlName document = SqlName.of("the 'document'");
      SqlName id = SqlName.of("the \"id\"");
      for (boolean standard : new boolean[] {true, false}) {
        connection.execute("set standard_conforming_strings = " + (standard ? "on" : "off"));
        for (String name : NAMES) {
          var single = mapped(Arrays.asList(name), IndexKind.TEXT);
          var nested = mapped(Arrays.asList("o", name), IndexKind.TEXT);
          var plural = mapped(Arrays.asList("l", null, name), IndexKind.TEXT);
          var tables = new DocumentTable(table, id, "bigint", document, List.of(single));
          connection.execute(tables.createTable());
          connection.execute(
              "insert into %s (%s) select jsonb_build_object($1::text, 's', 'o', jsonb_build_object($1::text, 'n'), 'l', jsonb_build_array(jsonb_build_object($1::text, 'p')))"
                  .formatted(table, document),
              name);
          for (MappedPath path : List.of(single, nested, plural)) {
            path.indexes(table, id, document).forEach(connection::execute);
            connection.execute(
                "drop index public." + SqlName.of(path.index(table, IndexKind.TEXT)));
          }
          assertEquals("s", one(connection, single.text(document), table), name);
          assertEquals("n", one(connection, nested.text(document), table), name);
          assertEquals("[\"p\"]", one(connection, plural.texts(document) + "::text", table), name);
          connection.execute("drop table " + table);
        }
      }
    }
  }

  private static MappedPath mapped(List<String> steps, IndexKind kind) {
    return new MappedPath("p", new DocumentPath(steps), Normalisation.NONE, Set.of(kind));
  }

  private static String one(Connection connection, String expression, SqlName table) {
    return connection
        .queryList(
            "select %s from %s".formatted(expression, table),
            row -> String.valueOf(row.getString(0)))
        .getFirst();
  }

  @Test
  void normalised_arrays_are_what_normalised_texts_are() {
    String[] texts = {
      "Ärger",
      "\"quoted\"",
      "back\\slash",
      "line\nend\t",
      "É\u0301",
      "\u0301",
      "\u001f",
      "ΟΔΟΣ",
      "İstanbul",
      "\uff02\uff3c",
      "\u2260\u226e",
      "\ud83d\ude00A"
    };
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      var path = MappedPath.of("p", "l[*]", Normalisation.FOLDED, IndexKind.TEXT);
      for (String text : texts) {
        boolean[] same = new boolean[1];
        connection.query(
            "select %s = jsonb_build_array(%s) from (select jsonb_build_object('l', array[$1::text]) as \"d\") as one"
                .formatted(path.texts(SqlName.of("d")), Normalisation.FOLDED.of("$1::text")),
            row -> same[0] = row.getBoolean(0),
            text);
        assertTrue(same[0], text);
      }
    }
  }

  @Test
  void a_mapped_path_that_makes_no_sense_is_refused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> MappedPath.of("p", "l[*]", Normalisation.NONE, IndexKind.NUMBER));
    assertThrows(IllegalArgumentException.class, () -> MappedPath.of("p", "l", Normalisation.NONE));
    assertThrows(
        IllegalArgumentException.class,
        () -> MappedPath.of("p; drop", "l", Normalisation.NONE, IndexKind.TEXT));
  }
}
