package io.tiercel.json.cql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CqlParserTest {
  /// A query and how it is printed, after the examples of the specification.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "dinosaur | dinosaur",
        "\"complete dinosaur\" | \"complete dinosaur\"",
        "\"\" | \"\"",
        "\"feathered\" | feathered",
        "title = \"complete dinosaur\" | title = \"complete dinosaur\"",
        "title=dinosaur | title = dinosaur",
        "title exact \"the complete dinosaur\" | title exact \"the complete dinosaur\"",
        "dc.title any fish | dc.title any fish",
        "dc.title ANY/relevant fish | dc.title ANY/relevant fish",
        "dc.title any / rel.algorithm = cori fish | dc.title any/rel.algorithm=cori fish",
        "date within \"2002 2005\" | date within \"2002 2005\"",
        "year>=1998 | year >= 1998",
        "year<>1998 | year <> 1998",
        "a==b | a == b",
        "a = = | !",
        "dinosaur and bird or dinobird | dinosaur and bird or dinobird",
        "dinosaur and (bird or dinobird) | dinosaur and (bird or dinobird)",
        "(dinosaur and bird) or dinobird | dinosaur and bird or dinobird",
        "((((a)))) | a",
        "a NOT b PROX c | a not b prox c",
        "foo prox/unit=word/distance>3 bar | foo prox/unit=word/distance>3 bar",
        "a and/rel.combine=sum b | a and/rel.combine=sum b",
        "\"and\" and \"or\" | \"and\" and \"or\"",
        "and | \"and\"",
        "and and and | \"and\" and \"and\"",
        "or = not | \"or\" = \"not\"",
        "title any and | title any \"and\"",
        "dinosaur sortby title | dinosaur sortby title",
        "a sortBy date/sort.descending title/sort.ascending | a sortby date/sort.descending"
            + " title/sort.ascending",
        "> dc = \"info:srw/context-sets/1/dc-v1.1\" dc.title any fish | > dc ="
            + " info:srw/context-sets/1/dc-v1.1 dc.title any fish",
        "> \"http://a/b\" title any fish | > \"http://a/b\" title any fish",
        ">a=b >c=d x and (>e=f y or z) | > a = b > c = d x and (> e = f y or z)",
        "a and (> p = u (b or c)) | a and (> p = u b or c)",
        "(> p = u b) sortby x | (> p = u b) sortby x",
        "> p = u b sortby x | > p = u b sortby x",
        "title = \"a \\\"b\\\" c\" | title = \"a \\\"b\\\" c\"",
        "title = a\\\"b\\\" | !",
        "d?nos*r^ | d?nos*r^",
        "path\\ | path\\\\",
        "dc.title \"any\" fish | dc.title any fish",
        "größe = 質量 | größe = 質量"
      })
  void a_query_reads_as_it_is_printed(String query, String printed) {
    if (printed.equals("!")) {
      assertThrows(CqlException.class, () -> CqlQuery.parse(query));
      return;
    }
    CqlQuery parsed = CqlQuery.parse(query);
    // A URI is quoted because of its slashes.
    assertEquals(
        printed.replace("info:srw/context-sets/1/dc-v1.1", "\"info:srw/context-sets/1/dc-v1.1\""),
        parsed.toString());
    assertEquals(parsed, CqlQuery.parse(parsed.toString()));
  }

  @Test
  void booleans_go_from_left_to_right() {
    var root = (CqlNode.BooleanClause) CqlQuery.parse("a or b and c").root();
    assertEquals(BooleanOperator.AND, root.operator());
    assertEquals("a or b", root.left().toString());
    assertEquals(7, root.position());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | 10 | 0 | expected a term, an index or (, got the end of the query",
        "`   ` | 10 | 3 | got the end of the query",
        "a b | 10 | 3 | expected a term, got the end of the query",
        "a = | 10 | 3 | expected a term",
        "= a | 10 | 0 | expected a term, an index or (, got \"=\"",
        "a and | 10 | 5 | expected a term, an index or (",
        "a and and b | 10 | 11 | expected a term, got the end of the query",
        "a = b c | 10 | 6 | expected a boolean or sortby, got \"c\"",
        "a and/ b = c | 10 | 12 | expected a term, an index or (, got the end",
        "a =/x=  | 10 | 6 | expected the value of a modifier",
        "a / b | 10 | 2 | expected a boolean or sortby, got \"/\"",
        "a sortby | 10 | 8 | expected an index to sort by",
        "(a sortby b) | 10 | 3 | expected a boolean or ), got \"sortby\"",
        "a sortby b = c | 10 | 11 | expected a sort key, got \"=\"",
        "> | 10 | 1 | expected a prefix or a URI",
        "> a = | 10 | 5 | expected a URI",
        "> a | 10 | 3 | expected a term, an index or (",
        "(a or b | 13 | 0 | 0",
        "a or (b and (c) | 13 | 5 | 5",
        "a) | 13 | 1 | 1",
        "() | 10 | 1 | expected a term, an index or (, got \")\"",
        "title = \"a | 14 | 8 | no quote ends the one at 8",
        "title = \"a\\\" | 14 | 8 | no quote ends",
        "a\"b\" | 10 | 4 | expected a term"
      })
  void a_query_that_breaks_the_grammar_is_answered_with_number_and_place(
      String query, int number, int position, String details) {
    var refused = assertThrows(CqlException.class, () -> CqlQuery.parse(query));
    assertEquals(number, refused.type().number(), refused::toString);
    assertEquals(position, refused.position(), refused::toString);
    assertTrue(refused.details().contains(details), refused::toString);
    assertEquals("info:srw/diagnostic/1/" + number, refused.type().uri());
  }

  @Test
  void limits_are_answered_with_their_diagnostics() {
    String deep = "(".repeat(CqlParser.MAX_DEPTH) + "a" + ")".repeat(CqlParser.MAX_DEPTH);
    assertEquals("a", CqlQuery.parse(deep).toString());
    assertDiagnostic(DiagnosticType.PARENTHESES, "(" + deep + ")");
    String wide = "a" + " and a".repeat(CqlParser.MAX_BOOLEANS);
    assertEquals(wide, CqlQuery.parse(wide).toString());
    assertDiagnostic(DiagnosticType.TOO_MANY_BOOLEANS, wide + " or a");
    assertDiagnostic(DiagnosticType.TOO_MANY_CHARACTERS, "a".repeat(CqlParser.MAX_CHARACTERS + 1));
  }

  private static void assertDiagnostic(DiagnosticType type, String query) {
    assertEquals(type, assertThrows(CqlException.class, () -> CqlQuery.parse(query)).type());
  }

  @Test
  void a_text_becomes_a_string_that_reads_as_the_text() {
    for (String text : List.of("", "a", "a\"b", "\\", "*?^", "and", "größe (1)")) {
      CqlString string = CqlString.literal(text);
      assertEquals(text, string.text());
      var clause = (CqlNode.SearchClause) CqlQuery.parse(string.toString()).root();
      assertEquals(string, clause.term());
    }
  }

  /// Random trees: printed, parsed and printed again they are the same.
  @Test
  void what_is_printed_is_parsed_as_what_it_was() {
    long seed = System.nanoTime();
    System.out.println("what_is_printed_is_parsed_as_what_it_was: seed " + seed);
    var random = new RandomQueries(new Random(seed));
    for (int i = 0; i < 20_000; i++) {
      CqlQuery query = random.query();
      String printed = query.toString();
      CqlQuery parsed = CqlQuery.parse(printed);
      assertEquals(query, parsed, printed);
      assertEquals(printed, parsed.toString());
    }
  }

  /// Random texts end in a query or a diagnostic.
  @Test
  void any_text_ends_in_a_query_or_a_diagnostic() {
    long seed = System.nanoTime();
    System.out.println("any_text_ends_in_a_query_or_a_diagnostic: seed " + seed);
    var random = new Random(seed);
    String[] pieces = {
      "a",
      "dc.title",
      "=",
      "==",
      "<>",
      "<",
      ">",
      "/",
      "(",
      ")",
      "\"",
      "\\",
      "and",
      "or",
      "not",
      "prox",
      "sortby",
      " ",
      "\t",
      "\n",
      "*",
      "?",
      "^",
      "any",
      "1",
      "é",
      "\ud83d\ude00",
      "\u0000"
    };
    int parsed = 0;
    for (int i = 0; i < 100_000; i++) {
      var text = new StringBuilder();
      for (int j = random.nextInt(14); j > 0; j--) {
        text.append(pieces[random.nextInt(pieces.length)]);
        if (random.nextInt(3) == 0) {
          text.append(' ');
        }
      }
      try {
        CqlQuery query = CqlQuery.parse(text.toString());
        assertEquals(query, CqlQuery.parse(query.toString()), text::toString);
        parsed++;
      } catch (CqlException e) {
        assertTrue(e.position() >= 0 && e.position() <= text.length(), text::toString);
      }
    }
    assertTrue(parsed > 1_000, "too few were queries: " + parsed);
  }

  private static final class RandomQueries {
    private static final String[] STRINGS = {
      "a",
      "dc.title",
      "and",
      "OR",
      "sortby",
      "",
      "a b",
      "x*",
      "^y",
      "\\*",
      "\\\"",
      "=",
      "/",
      "(é)",
      ">"
    };

    private final Random random;

    RandomQueries(Random random) {
      this.random = random;
    }

    CqlQuery query() {
      List<SortKey> keys = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        keys.add(new SortKey(string(), modifiers()));
      }
      return new CqlQuery(prefixes(0), node(4), keys);
    }

    private List<PrefixAssignment> prefixes(int least) {
      List<PrefixAssignment> prefixes = new ArrayList<>();
      for (int i = least + random.nextInt(2); i > 0; i--) {
        prefixes.add(new PrefixAssignment(random.nextBoolean() ? string() : null, string()));
      }
      return prefixes;
    }

    private CqlNode node(int depth) {
      int choice = random.nextInt(depth == 0 ? 1 : 4);
      return switch (choice) {
        case 0 ->
            random.nextBoolean()
                ? new CqlNode.SearchClause(null, null, string())
                : new CqlNode.SearchClause(string(), relation(), string());
        case 1 -> new CqlNode.Scope(prefixes(1), node(depth - 1));
        default ->
            new CqlNode.BooleanClause(
                node(depth - 1), one(BooleanOperator.values()), modifiers(), node(depth - 1), 0);
      };
    }

    private Relation relation() {
      if (random.nextBoolean()) {
        return new Relation.Symbol(comparison(), modifiers(), 0);
      }
      // A reserved word without quotes is no relation; the printer puts it into quotes.
      return new Relation.Named(string(), modifiers());
    }

    private Comparison comparison() {
      return one(Comparison.values());
    }

    private <T> T one(T[] choices) {
      return choices[random.nextInt(choices.length)];
    }

    private List<Modifier> modifiers() {
      List<Modifier> modifiers = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        modifiers.add(
            random.nextBoolean()
                ? new Modifier(string(), null, null)
                : new Modifier(string(), comparison(), string()));
      }
      return modifiers;
    }

    private CqlString string() {
      return new CqlString(one(STRINGS), 0);
    }
  }
}
