package io.tiercel.json.advisor.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Path, operator, class and expression of what statements of other tools ask.
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementUsesTest {
  private TestDatabase database = TestServer.v18().newDatabase();
  private Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()));
  private DocumentColumns columns = DocumentColumns.read(connection);

  @BeforeAll
  void create() {
    connection.script(
        """
        create table records (id bigint primary key, content jsonb, owner text);
        create table "Item Store" (id uuid primary key, jsonb jsonb, "recordId" text);
        create schema other; create table other.notes (id int, body json);
        """);
    columns = DocumentColumns.read(connection);
  }

  @AfterAll
  void close() {
    connection.close();
    database.close();
  }

  private StatementUses uses(String sql) {
    return StatementUses.of(sql, columns);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      textBlock =
          """
          content->>'leader' = 'x' ! leader ! EQUAL ! TEXT ! content->>'leader'
          'x' = r.content ->> 'leader' ! leader ! EQUAL ! TEXT ! content ->> 'leader'
          content->'a'->>'b' in ('x', 'y') ! a.b ! EQUAL ! TEXT ! content->'a'->>'b'
          content#>>'{a,"b c"}' = $1 ! a."b c" ! EQUAL ! TEXT ! content#>>'{a,"b c"}'
          content #>> array['a','b'] = $1 ! a.b ! EQUAL ! TEXT ! content #>> array['a','b']
          content['a']['b'] = '"x"' ! a.b ! EQUAL ! JSON ! content['a']['b']
          jsonb_extract_path_text(content, 'a', 'b') = $1 ! a.b ! EQUAL ! TEXT ! jsonb_extract_path_text(content, 'a', 'b')
          json_value(content, '$.a.b' returning int) > 7 ! a.b ! RANGE ! TEXT ! json_value(content, '$.a.b' returning int)
          json_value(content, '$.a' returning jsonb)#>>'{}' = 'x' ! a ! EQUAL ! TEXT ! json_value(content, '$.a' returning jsonb)#>>'{}'
          cast(content->>'leader' as varchar(255)) = $1 ! leader ! EQUAL ! TEXT ! cast(content->>'leader' as varchar(255))
          (content->>'y')::int between 1 and 9 ! y ! RANGE ! NUMBER ! (content->>'y')::int
          (r.content->>'on')::boolean ! on ! EQUAL ! BOOLEAN ! (content->>'on')::boolean
          not (content->>'on')::boolean ! on ! EQUAL ! BOOLEAN ! (content->>'on')::boolean
          lower(content->>'title') like 'ba%' ! title ! BEGINS ! TEXT ! lower(content->>'title')
          content->>'title' ilike '%ba%' ! title ! MATCHES ! TEXT ! content->>'title'
          content->>'title' not like $1 escape '#' ! title ! MATCHES ! TEXT ! content->>'title'
          to_tsvector('simple', content->>'title') @@ plainto_tsquery($1) ! title ! WORDS ! WORDS ! to_tsvector('simple', content->>'title')
          content @> '{"a":{"b":"x"}}' ! a.b ! CONTAINS ! JSON ! content
          content @> '{"ids":[{"type":"i"}]}'::jsonb ! ids[*].type ! CONTAINS ! JSON ! content
          content->'tags' ? 'x' ! tags ! MEMBER ! JSON ! content->'tags'
          content @@ '$.a.b == "x"' ! a.b ! CONTAINS ! JSON ! content
          content @? '$.ids[*] ? (@.type == "i")' ! ids[*].type ! CONTAINS ! JSON ! content
          jsonb_path_exists(content, '$.f[*]."999"') ! f[*].999 ! EXISTS ! JSON ! content
          json_exists(content, '$.a ? (@ > 3)') ! a ! RANGE ! JSON ! content
          content->>'a' is not null ! a ! EXISTS ! TEXT ! content->>'a'
          content->>'a' <> 'x' ! a ! NOT_EQUAL ! TEXT ! content->>'a'
          content->>'a' = any($1) ! a ! EQUAL ! TEXT ! content->>'a'
          content->>'a' = r.owner ! a ! JOIN ! TEXT ! content->>'a'
          content->>'a' in (select "recordId" from "Item Store") ! a ! JOIN ! TEXT ! content->>'a'
          (left(content ->> 'a', 600) collate "C") >= $1 ! a ! RANGE ! TEXT ! (left(content ->> 'a', 600) collate "C")
          jsonb_path_query_array(content, '$."f"[*]."a"') @> jsonb_build_array(lower($1)) ! f[*].a ! CONTAINS ! JSON ! jsonb_path_query_array(content, '$."f"[*]."a"')
          """,
      quoteCharacter = '`')
  void a_condition_is_understood(
      String condition, String path, PathOperator operator, ValueClass value, String expression) {
    StatementUses found = uses("select count(*) from public.records r where " + condition);
    assertEquals(List.of(), found.notUnderstood());
    assertEquals(1, found.uses().size(), found.uses()::toString);
    PathUse use = found.uses().getFirst();
    assertEquals(path, use.pathText());
    assertEquals(operator, use.operator());
    assertEquals(value, use.valueClass());
    assertEquals(expression, use.expression());
    assertTrue(use.isIndexable());
  }

  @Test
  void every_clause_has_its_uses() {
    StatementUses found =
        uses(
            """
            with big as (select i.jsonb->>'status' as status from "Item Store" i)
            select r.content->>'title' title, count(*) filter (where r.content ? 'x')
            from records r join other.notes n on n.body->>'ref' = r.content->>'hrid' /* -- */
            where exists (select 1 from "Item Store" s where s.jsonb #>> '{a}' = $1)
              and (r.content->>'a' = $2 or not r.content @> '{"b": [1, {"c": true}]}')
            group by r.content->>'title', 1 order by lower(r.content->>'title') desc nulls last
            limit $3 offset 10
            """);
    assertEquals(
        List.of(
            "other.notes.body ref JOIN",
            "public.Item Store.jsonb a EQUAL",
            "public.Item Store.jsonb status PROJECT",
            "public.records.content a EQUAL",
            "public.records.content b[*] CONTAINS",
            "public.records.content b[*].c CONTAINS",
            "public.records.content hrid JOIN",
            "public.records.content title GROUP",
            "public.records.content title PROJECT",
            "public.records.content title SORT"),
        found.uses().stream()
            .map(use -> use.column() + " " + use.pathText() + " " + use.operator())
            .sorted()
            .toList());
    assertEquals(
        List.of("1 VALUE jsonb #>> '{a}'", "2 VALUE content->>'a'", "3 LIMIT "),
        found.sources().stream()
            .map(s -> s.parameter() + " " + s.shape() + " " + s.expression())
            .sorted()
            .toList());
  }

  @Test
  void elements_made_by_a_function_have_their_path() {
    StatementUses found =
        uses(
            "select id from records where exists (select 1 from"
                + " jsonb_array_elements(content->'ids') as e where e->>'type' = 'isbn')");
    PathUse use =
        found.uses().stream()
            .filter(u -> u.operator() == PathOperator.EQUAL)
            .findFirst()
            .orElseThrow();
    assertEquals("ids[*].type", use.pathText());
    assertFalse(use.isIndexable(), "no index serves rows that a function makes");
    assertTrue(use.note().contains("no index serves it"), use.note());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      textBlock =
          """
          content->>$1 = $2 ! the path is $1
          content @> $1 || content ! an operator without a rule
          my_function(content, owner) ! an operator without a rule
          content->>'a' || (content->>'b') = 'xy' ! compared as a whole
          content @@ $1::jsonpath ! a jsonpath that is not known
          content @? '$.keyvalue() ? (@.value == 1)' ! jsonpath
          """)
  void what_is_not_understood_is_listed(String condition, String reason) {
    StatementUses found = uses("select * from records where " + condition);
    assertTrue(
        found.notUnderstood().stream().anyMatch(line -> line.contains(reason)),
        found.notUnderstood()::toString);
  }

  @Test
  void a_statement_without_documents_has_no_uses() {
    assertTrue(uses("select r.owner from records r where id = $1 for update").isEmpty());
    assertTrue(uses("select 1 from unknown where content->>'a' = 'b'").isEmpty());
  }

  @Test
  void a_broken_statement_ends() {
    for (String sql :
        List.of(
            "",
            "select",
            "select (",
            "select 'x",
            "select $$x",
            "select \"x",
            "/* x",
            "select case from",
            "select * from records where content->>",
            "((((",
            "))))",
            "select * from records where content->>'a' = (select",
            "insert into records values (")) {
      uses(sql);
    }
    uses("select " + "(".repeat(10_000) + "1" + ")".repeat(10_000));
  }

  @Test
  void whatever_stands_in_a_statement_the_reader_ends() {
    List<String> words =
        List.of(
            "select",
            "from",
            "records",
            "r",
            "where",
            "content",
            "r.content",
            "->",
            "->>",
            "#>>",
            "@>",
            "@?",
            "'a'",
            "'{a,b}'",
            "'$.a ? (@ == 1)'",
            "$1",
            "$2",
            "(",
            ")",
            "(",
            ")",
            "[",
            "]",
            ",",
            ".",
            "::",
            "int",
            "and",
            "or",
            "not",
            "is",
            "null",
            "in",
            "between",
            "like",
            "case",
            "when",
            "then",
            "end",
            "cast",
            "as",
            "exists",
            "array",
            "any",
            "join",
            "on",
            "group by",
            "order by",
            "limit",
            "with",
            "union",
            "values",
            "$$x$$",
            "\"q\"",
            "'",
            "--",
            "/*",
            "E'\\",
            "lower",
            "json_value",
            "jsonb_array_elements",
            "at time zone",
            "collate",
            "over",
            "filter",
            "returning",
            "*",
            "-",
            "1.5",
            "for update",
            "lateral",
            "using");
    long seed = new java.util.Random().nextLong();
    var random = new java.util.Random(seed);
    for (int i = 0; i < 20_000; i++) {
      var sql = new StringBuilder("select * from records r where ");
      for (int n = random.nextInt(25); n > 0; n--) {
        sql.append(words.get(random.nextInt(words.size()))).append(' ');
      }
      try {
        uses(sql.toString());
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + sql, e);
      }
    }
  }
}
