package io.tiercel.jpa.query.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a malformed query answers.
class JpqlSyntaxExceptionTest {

  private static JpqlSyntaxException error(String query) {
    return assertThrows(JpqlSyntaxException.class, () -> JpqlParser.parse(query), query);
  }

  @Test
  void the_message_shows_the_place_with_a_caret() {
    var error = error("select o\nfrom Order o\n  wher o.total > 1");
    assertEquals(
        """
        cannot parse query at line 3, column 3: expected the end of the query, found "wher"
            wher o.total > 1
            ^\
        """,
        error.getMessage());
    assertEquals(3, error.line());
    assertEquals(3, error.column());
    assertEquals(24, error.offset());
    assertEquals("select o\nfrom Order o\n  wher o.total > 1", error.query());
  }

  @Test
  void a_long_line_is_cut_around_the_place() {
    var error = error("select o from Order o where " + "o.total > 1 and ".repeat(100) + "> 2");
    var lines = error.getMessage().lines().toList();
    assertEquals('>', lines.get(1).charAt(lines.get(2).indexOf('^')));
    assertTrue(lines.get(1).startsWith("  …"), lines::toString);
    assertTrue(lines.get(1).length() < 150, lines::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                              | 0  | expected SELECT, FROM, UPDATE, DELETE or INSERT,"
            + " found the end of the query",
        "upsert into A                   | 0  | expected SELECT, FROM, UPDATE, DELETE or INSERT,"
            + " found \"upsert\"",
        "insert into A                   | 13 | expected (, found the end of the query",
        "insert into A (b)               | 17 | expected VALUES or a query, found the end",
        "select o                        | 8  | expected FROM, found the end of the query",
        "select from A a                 | 7  | expected an expression, found keyword FROM",
        "select a, from A a              | 10 | expected an expression, found keyword FROM",
        "select a from                   | 13 | expected an entity name or a path, found the end of"
            + " the query",
        "select a from A a where         | 23 | expected an expression, found the end of the query",
        "select a from A a where a.x =   | 29 | expected an expression, found the end of the query",
        "select a from A a where a. = 1  | 27 | expected a name after the dot, found \"=\"",
        "select a from A a where (a.x=1  | 30 | expected ), found the end of the query",
        "select a from A a where a.x not null | 32 | expected BETWEEN, IN, LIKE or MEMBER after"
            + " NOT, found keyword NULL",
        "select a from A a where a.x is 1 | 31 | expected NULL, EMPTY or NOT, found \"1\"",
        "select a from A a where a.x in  | 30 | expected ( or a parameter after IN, found the end"
            + " of the query",
        "select a from A a where a.x in () | 32 | expected an expression, found \")\"",
        "select a from A a where a.x between 1 or 2 | 38 | expected AND, found keyword OR",
        "select a from A a where a.x = 1 = 2 | 32 | expected the end of the query, found \"=\"",
        "select a from A a where a.x ? 1 | 28 | expected the position of a parameter, from 1, after"
            + " \"?\"",
        "select a from A a where a.x = ?0 | 30 | expected the position of a parameter, from 1,"
            + " after \"?\"",
        "select a from A a where a.x = : | 30 | expected the name of a parameter after \":\"",
        "select a from A a where \"x\" = 1 | 24 | unexpected character \"\"\"",
        "select a from A a where a.x % 2 = 1 | 28 | unexpected character \"%\"",
        "select a from A a right join a.b b | 18 | expected a join or a clause, found keyword"
            + " RIGHT",
        "select a from A a join          | 22 | expected an association or an entity name, found"
            + " the end of the query",
        "select a from A a left a.b      | 23 | expected JOIN, found \"a\"",
        "select a from A a limit x       | 18 | expected the end of the query, found \"limit\"",
        "select a from A order           | 21 | expected BY, found the end of the query",
        "select a from A a order by a nulls | 34 | expected FIRST or LAST, found the end of the"
            + " query",
        "select foo(a) from A a          | 7  | unknown function \"foo\"",
        "select concat(a) from A a       | 7  | CONCAT takes at least 2 arguments, found 1",
        "select locate('x') from A a     | 7  | LOCATE takes 2 to 3 arguments, found 1",
        "select abs() from A a           | 7  | ABS takes 1 argument, found 0",
        "select extract(era from a.x) from A a | 15 | expected a field to extract, found \"era\"",
        "select cast(a.x as blob) from A a | 19 | expected a type to cast to, found \"blob\"",
        "select a from A a where new B(1) = 2 | 24 | a constructor expression may only stand in a"
            + " select clause",
        "select a from A a where all (select b from B b) = 1 | 24 | all may only stand at the right"
            + " of a comparison",
        "select a from A a where a.x = all (1) | 35 | expected a subquery, found \"1\"",
        "select case 1 else 2 end from A a | 14 | expected WHEN, found keyword ELSE",
        "select function(f) from A a     | 16 | expected the name of a function as a string, found"
            + " \"f\"",
        "select size(1) from A a         | 12 | expected an identification variable or a path,"
            + " found \"1\"",
        "select a from A a where 1 is empty | 24 | expected a path to a collection before IS EMPTY",
        "update A a where a.x = 1        | 11 | expected SET, found keyword WHERE",
        "update A a set a.x              | 18 | expected =, found the end of the query",
        "delete 1                        | 7  | expected an entity name, found \"1\"",
      })
  void an_error_says_what_was_expected_and_what_was_found(
      String query, int offset, String problem) {
    var error = error(query);
    assertTrue(error.getMessage().contains(problem), error::getMessage);
    assertEquals(offset, error.offset(), error::getMessage);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "select a from A a where a.x = 1 limit a.x | a whole number or a parameter",
        "select lowr(a.x) from A a | did you mean LOWER? Else call a function",
        "select rank() from A a | over (order by …)",
        "select foo(a) from A a    | function('foo', …)",
        "select Year(a.x) from A a | write extract(year from …)",
        "select str(a.x) from A a  | write cast(… as string)",
        "select elements(a.b) from A a | join",
        "select maxelement(a.b) from A a | a subquery",
        "select listagg(a.x, ',') from A a | string_agg",
        "select a from A a where a.x = \"b\" | single quotes",
        "select a from A a where a.x = ? | ?1, ?2",
        "select a from A a full join a.b b | inner and left joins only",
        "from A where end = 1 | this.end",
      })
  void an_error_says_how_to_mend_it(String query, String hint) {
    var message = error(query).getMessage();
    assertTrue(message.substring(message.indexOf("\nHint: ")).contains(hint), message);
  }
}
