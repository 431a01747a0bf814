package io.tiercel.jpa.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.PersistenceException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Scripts of Jakarta Persistence 3.2, section 9.4, cut as PostgreSQL reads them (manual, chapter
/// 4.1).
class SqlScriptTest {
  private static List<String> cut(String text) {
    return SqlScript.statements(text, "test.sql").stream().map(SchemaStatement::sql).toList();
  }

  private static String refusal(String text) {
    return Objects.requireNonNull(
        assertThrows(PersistenceException.class, () -> cut(text)).getMessage());
  }

  @Test
  void semicolons_end_statements_and_empty_ones_are_dropped() {
    assertEquals(List.of("select 1", "select 2"), cut("select 1;;\n ; select 2"));
    assertEquals(List.of(), cut(" \n-- nothing;\n/* at; all */;"));
  }

  @Test
  void quotes_and_comments_hide_semicolons() {
    assertEquals(
        List.of("select 'a;''b', \"c;\"\"d\" -- x;\n from t", "select 2"),
        cut("select 'a;''b', \"c;\"\"d\" -- x;\n from t; /* a /* b; */ c; */ select 2;"));
    assertEquals(List.of("select E'it\\'s; ''e;\\\\'", "x"), cut("select E'it\\'s; ''e;\\\\'; x"));
    assertEquals(List.of("select 'plain\\'", "x"), cut("select 'plain\\'; x"));
  }

  @Test
  void dollar_quotes_hide_semicolons_and_parameters_are_none() {
    assertEquals(
        List.of("do $$ begin; perform 1; end $$", "do $a$ $b$;$$ $a$", "select a$b, $1", "x"),
        cut("do $$ begin; perform 1; end $$; do $a$ $b$;$$ $a$; select a$b, $1; x"));
  }

  @Test
  void bodies_of_sql_functions_and_actions_of_rules_stay_whole() {
    String function =
        "create or replace function f() returns int begin atomic select case when true then 1 end;"
            + " select 2; end";
    String rule = "create rule r as on insert to t do also (select 1; select 2)";
    assertEquals(List.of(function, rule, "x"), cut(function + "; " + rule + "; x"));
  }

  @Test
  void every_statement_knows_its_line() {
    assertEquals(
        List.of("test.sql, line 2", "test.sql, line 5"),
        SqlScript.statements("\n select 1; --\n\n/*\n*/ select\n2;", "test.sql").stream()
            .map(statement -> statement.place(0))
            .toList());
    assertEquals(
        "test.sql, line 3", SqlScript.statements("a\nb\nc", "test.sql").getFirst().place(5));
  }

  @Test
  void a_byte_order_mark_is_no_part_of_the_script() {
    assertEquals(List.of("select 1"), cut("\uFEFFselect 1;"));
  }

  @Test
  void what_has_no_end_is_named_by_its_line() {
    assertTrue(refusal("x;\ny 'abc;\n").contains("line 2 with 'abc"), refusal("x;\ny 'abc;\n"));
    assertTrue(refusal("\n/* /* */").contains("line 2"));
    assertTrue(refusal("do $x$ $y$").contains("$x$"));
    assertTrue(refusal("select e'\\';").contains("line 1"));
  }

  @Test
  void what_does_not_go_into_one_transaction_is_refused() {
    assertTrue(refusal("x;\n\\connect shop").contains("line 2 is a command of psql"));
    assertTrue(refusal("copy t (a) from stdin;\nit's\n\\.").contains("pg_dump --inserts"));
    for (String control :
        List.of("begin", "COMMIT", "end", "rollback", "start  transaction", "abort work")) {
      assertTrue(refusal("x;" + control + ";").contains("one transaction"), control);
    }
    assertEquals(
        List.of("savepoint a", "rollback to a", "rollback work to savepoint a", "beginning"),
        cut("savepoint a; rollback to a; rollback work to savepoint a; beginning"));
  }
}
