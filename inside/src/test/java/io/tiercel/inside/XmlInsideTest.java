package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.inside.deploy.PgJava;
import io.tiercel.inside.xml.XmlFunctions;
import io.tiercel.testkit.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/// XMLTABLE, XMLQUERY and XMLEXISTS as SQL calls them: deployed, in the language `java` where the
/// machine has its walls.
@Timeout(120)
class XmlInsideTest {
  private static final String SHOP =
      """
      <shop xmlns:s="urn:stock"><item id="1"><name>pen</name><price>2.50</price></item>\
      <item id="2" s:left="7"><name>ink</name><price>8</price><price>9</price></item>\
      <item id="3"/></shop>\
      """;

  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void deploy() throws SQLException {
    database = InsideServer.orSkip().newDatabase();
    var source = new PGSimpleDataSource();
    source.setUrl(database.jdbcUrl("postgresql"));
    source.setUser(database.user());
    source.setPassword(database.password());
    PgJava.deploy(source, "xml", XmlFunctions.class);
    if (!hasTrustedLanguage()) {
      // What is tested here are the functions.
      database.execute(
          """
          do $$ declare f text; begin
            for f in select pg_get_functiondef(p.oid) from pg_proc p
                join pg_language l on l.oid = prolang
                where l.lanname = 'java' and prosrc like 'xml!%' loop
              execute replace(f, 'LANGUAGE java', 'LANGUAGE javau');
            end loop;
          end $$\
          """);
    }
    database.execute(
        "create table shop as select '" + SHOP + "'::xml as doc",
        "create table catalog as select schema_to_xml('pg_catalog', true, false, '') as doc");
  }

  private static boolean hasTrustedLanguage() throws SQLException {
    try (var connection = database.connect()) {
      scalar(connection, "select xmlquery('1', '<a/>')");
      return true;
    } catch (SQLException e) {
      if (!"0A000".equals(e.getSQLState())) {
        throw e;
      }
      System.out.println("XML IS TESTED IN THE UNTRUSTED LANGUAGE ONLY: " + e.getMessage());
      return false;
    }
  }

  @AfterAll
  static void drop() {
    if (database != null) {
      database.close();
    }
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = database.connect();
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void rows_and_columns_of_a_document() throws SQLException {
    assertEquals(
        "1 1:pen 2.50|2 2:ink |3 3:- -",
        scalar(
            connection,
            """
            select string_agg(concat_ws(' ', n, c[1]::int || ':' || coalesce(c[2], '-'),
                case when c[1] <> '2' then coalesce(c[3], '-') else '' end), '|' order by n)
            from shop, "xmltable"('/shop/item', doc,
                array['@id', 'name', 'price[1]']) with ordinality as r(c, n)\
            """));
    assertEquals(
        "2",
        scalar(
            connection,
            "select c[1] from shop, \"xmltable\"('//item[@s:left = 7]', doc, array['@id'],"
                + " array['s', 'urn:stock']) c"));
    assertEquals("0", scalar(connection, "select count(*) from \"xmltable\"('/a', null, '{.}')"));
    // What XPath 1.0 has not.
    assertEquals(
        "{PEN,\"pen ink\"}",
        scalar(
            connection,
            """
            select array_agg(v[1]) from shop, "xmltable"(
                'for $i in //name order by $i descending return
                    if ($i = "pen") then upper-case($i) else string-join(//name, " ")',
                doc, array['.']) v\
            """));
  }

  @Test
  void a_query_makes_content_and_takes_variables() throws SQLException {
    assertEquals(
        "<n>pen</n><n>ink</n>",
        scalar(connection, "select xmlquery('//name/<n>{text()}</n>', doc) from shop"));
    assertEquals(
        "1 2 3", scalar(connection, "select xmlquery('//item/@id/string()', doc) from shop"));
    assertNull(scalar(connection, "select xmlquery('//nothing', doc) from shop"));
    assertEquals(
        "8 9",
        scalar(
            connection,
            """
            select xmlquery('declare variable $least external; //price[. >= $least]/data()', doc,
                jsonb_build_object('least', 5)) from shop\
            """));
    assertFails(
        connection, "select xmlquery('1', doc, '[1]') from shop", "22023", "no JSON object");
  }

  @Test
  void what_exists() throws SQLException {
    assertEquals(
        "t,f,t,f,t",
        scalar(
            connection,
            """
            select concat_ws(',', "xmlexists"('//item[@id = 2]', doc, '{}'),
                "xmlexists"('//cup', doc, '{}'), "xmlexists"('//item[price > 8.5]', doc, '{}'),
                "xmlexists"('//item[every $p in price satisfies $p > 9]/@id[. = 1]', doc, '{}'),
                "xmlexists"('declare variable $n external; //name[. = $n]', doc, '{"n": "ink"}'))
            from shop\
            """));
    assertFails(
        connection, "select \"xmlexists\"('//a[. + 1]', '<a>x</a>', '{}')", "10000", "FORG0001");
  }

  @Test
  void errors_have_their_states() throws SQLException {
    String several = "select count(*) from shop, \"xmltable\"('//item', doc, array['price']) c";
    assertFails(connection, several, "21000", "column 1 has more than one item");
    assertFails(connection, "select xmlquery('//item[', doc) from shop", "10000", "XPST0003");
    assertFails(connection, "select xmlquery('1 idiv 0', '<a/>')", "10000", "FOAR0001");
    assertFails(
        connection, "select xmlquery('.', xmlparse(content 'no document'))", "2200M", "parse");
    assertFails(
        connection,
        "select count(*) from \"xmltable\"('//a', xmlconcat('<a/>', '<a/>'), array['.'])",
        "2200M",
        "parse");
    assertFails(connection, "select \"xmltable\"('/a', '<a/>', array[null])", "22023", "is NULL");
    assertFails(
        connection, "select \"xmltable\"('/a', '<a/>', '{.}', '{p}')", "22023", "there are 1");
    assertFails(
        connection,
        "select \"xmlexists\"('//a', xmlconcat('<a/>', '<b/>'), '{}')",
        "2200M",
        "parse");
    assertEquals("1", scalar(connection, "select xmlquery('1', '<a/>')")); // the session goes on
  }

  /// Each would read or tell something of the machine. All of them are tried in the untrusted
  /// language, where no kernel helps.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "doc('file:%s')",
        "doc('%s')",
        "unparsed-text('file:%s')",
        "unparsed-text-lines('file:%s')",
        "json-doc('file:%s')",
        "collection('file:%s')",
        "uri-collection('file:%s')",
        "doc-available('file:%s')[.]",
        "unparsed-text-available('file:%s')[.]",
        "environment-variable('PATH')",
        "available-environment-variables()",
        "parse-xml('<!DOCTYPE a [<!ENTITY x SYSTEM \"file:%s\">]><a>&amp;x;</a>')/a/text()",
        "parse-xml('<!DOCTYPE a SYSTEM \"file:%s\"><a>&amp;secret;</a>')/a/text()",
        "transform(map{'stylesheet-location': 'file:%s'})?output",
        "load-xquery-module('urn:x', map{'location-hints': 'file:%s'})?variables",
        "transform(map{'source-node': ., 'stylesheet-text': '<xsl:stylesheet version=\"3.0\""
            + " xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\"><xsl:template match=\"/\">"
            + "<xsl:value-of select=\"unparsed-text(''file:%s'')\"/></xsl:template>"
            + "</xsl:stylesheet>'})?output"
      })
  void expressions_see_nothing_of_the_machine(String expression) throws Exception {
    Path secret = Files.createTempFile("tiercel", ".txt");
    try {
      Files.writeString(secret, secretFor(expression));
      secret.toFile().setReadable(true, false);
      execute(
          connection,
          "create or replace function free_xmlquery(text, xml) returns xml language javau as"
              + " 'io.tiercel.inside.xml.XmlFunctions.xmlquery(java.lang.String, byte[])'");
      String query =
          "select free_xmlquery('%s', '<a/>')"
              .formatted(expression.formatted(secret).replace("'", "''"));
      String answer;
      try {
        answer = scalar(connection, query);
      } catch (SQLException e) {
        assertEquals("10000", e.getSQLState(), e::toString);
        answer = String.valueOf(e.getMessage()).replace(secret.toString(), "");
        assertTrue(!answer.contains("XPST"), answer); // it is an expression
      }
      // Nothing, or the error that says so.
      assertTrue(answer == null || answer.isEmpty() || answer.startsWith("ERROR"), answer);
      assertTrue(answer == null || !answer.contains("hidden"), answer);
    } finally {
      Files.delete(secret);
    }
  }

  /// What the expression could read, were it let.
  private static String secretFor(String expression) {
    if (expression.contains("DOCTYPE a SYSTEM")) {
      return "<!ENTITY secret 'hidden'>";
    }
    return expression.startsWith("json") ? "\"hidden\"" : "<secret>hidden</secret>";
  }

  @Test
  void an_external_entity_of_a_document_is_not_read() throws SQLException {
    assertEquals(
        "<a>in </a>",
        scalar(
            connection,
            """
            select xmlquery('.', '<!DOCTYPE a [<!ENTITY i "in"><!ENTITY x SYSTEM "/etc/passwd">]>\
            <a>&i; &x;</a>')\
            """));
  }

  @Test
  void the_catalog_has_the_rows_that_the_server_finds_streamed_and_not() throws SQLException {
    for (String[] query :
        new String[][] {
          {"//*[string-length(.) = 6]", "."},
          {"//row[@none or 1 = 1]", "oid"}, // not streamed
          {"/pg_catalog/pg_type/row", "typname"},
          {"//typname[starts-with(., 'pg_')]", "."},
          {"//prosrc[contains(., 'int4')]", "text()"}
        }) {
      String ours =
          "select count(*) || ' ' || coalesce(md5(string_agg(coalesce(c[1], '-'), '|' order by n)),"
              + " '') from catalog, \"xmltable\"('%s', doc, array['%s']) with ordinality r(c, n)";
      String native15 =
          "select count(*) || ' ' || coalesce(md5(string_agg(coalesce(c, '-'), '|' order by n)),"
              + " '') from catalog, xmltable('%s' passing doc columns c text path '%s', n for"
              + " ordinality)";
      Object[] values = {query[0].replace("'", "''"), query[1]};
      String expected = scalar(connection, native15.formatted(values));
      assertEquals(expected, scalar(connection, ours.formatted(values)), query[0]);
      Object[] bySaxon = {values[0] + "[true()]", values[1]};
      assertEquals(expected, scalar(connection, ours.formatted(bySaxon)), query[0]);
    }
  }

  private static final Pattern EXAMPLES = Pattern.compile("(?s)```sql xml\n(.*?)```");
  private static final Pattern STATEMENT =
      Pattern.compile("(?s)(.*?);(?:\\n? {2,}-- ([^\\n]*)|(?=\\n\\n))\\n");

  @Test
  void the_manuals_examples_return_what_it_says() throws Exception {
    var example = EXAMPLES.matcher(Files.readString(Path.of("../docs/inside.md")));
    assertTrue(example.find());
    var statement = STATEMENT.matcher(example.group(1));
    int asked = 0;
    execute(connection, "create schema if not exists manual", "set search_path = manual, public");
    while (statement.find()) {
      String result = statement.group(2);
      if (result == null) {
        execute(connection, statement.group(1));
      } else {
        assertEquals(result, rows(statement.group(1)), statement.group(1));
        asked++;
      }
    }
    assertEquals(5, asked);
  }

  private String rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      while (row.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          values.add(row.getString(i));
        }
        rows.add(String.join(" ", values));
      }
    }
    return String.join(", ", rows);
  }
}
