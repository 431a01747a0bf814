package io.tiercel.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParsedSqlTest {
  private static final SqlOptions DEFAULTS = new SqlOptions(true, true);

  private static String text(String sql) throws SQLException {
    return only(sql, DEFAULTS).text();
  }

  private static SqlCommand only(String sql, SqlOptions options) throws SQLException {
    List<SqlCommand> commands = ParsedSql.parse(sql, options).commands();
    assertEquals(1, commands.size(), commands::toString);
    return commands.getFirst();
  }

  private static List<String> texts(String sql) throws SQLException {
    return ParsedSql.parse(sql, DEFAULTS).commands().stream().map(SqlCommand::text).toList();
  }

  @Test
  void placeholders_are_numbered() throws SQLException {
    assertEquals("select $1, f($2)+$3::int", text("select ?, f(?)+?::int"));
    assertEquals("select a[$1:$2]", text("select a[?:?]"));
    assertEquals("a=$1 and b=$2 or c", text("a=?and b=?or c"));
    assertEquals("call p(x := $1, y => $2)", text("call p(x := ?, y => ?)"));
  }

  @Test
  void a_doubled_question_mark_is_an_operator() throws SQLException {
    assertEquals("select a ? $1, b ?| $2, c @? $3", text("select a ?? ?, b ??| ?, c @?? ?"));
  }

  @Test
  void a_statement_without_placeholders_keeps_its_question_marks() throws SQLException {
    SqlCommand command = only("select a ? 'b' and c ?? 'd'", DEFAULTS.withoutPlaceholders());
    assertEquals("select a ? 'b' and c ? 'd'", command.text());
    assertEquals(0, command.parameterCount());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 'a?;{b}''?'",
        "select 'back\\'",
        "select E'it\\'s ?;'",
        "select e'\\\\'",
        "select E'a\\'?'\n  'b\\'?;'",
        "select E'a' -- ';\n 'b\\'?;'",
        "select U&'d\\0061?'",
        "select U&\"d\\0061?\" from t",
        "select B'01', X'1F', N'?'",
        "select \"a?;{\"\"b\"",
        "select $$?;{'$$",
        "select $a$ $$ ?; $b$ $a$",
        "select $é1$?;$é1$",
        "select a$b$c, d$$ from t",
        "select 1 -- ?; ' {",
        "select 1 /* ?; ' { /* ? */ ' */",
        "select 1e-5, 0xe+1, 1_000.5, .5",
        "create rule r as on insert to t do also (delete from u; insert into v values (1))",
        "create function f() returns int language sql begin atomic select case when true then 1 end;"
            + " select 2; end",
        "create or replace procedure s.p(a int) language sql begin atomic insert into t values (a);"
            + " end",
      })
  void nothing_within_strings_comments_and_bodies_is_touched(String sql) throws SQLException {
    assertEquals(sql, text(sql));
    assertEquals(0, ParsedSql.parse(sql, DEFAULTS).parameterCount());
  }

  @Test
  void a_backslash_escapes_in_plain_strings_only_without_standard_conforming_strings()
      throws SQLException {
    String sql = "select 'a\\', ?, '";
    assertEquals("select 'a\\', $1, 'b'", only("select 'a\\', ?, 'b'", DEFAULTS).text());
    var backslashes = new SqlOptions(true, false);
    assertEquals(sql, only(sql, backslashes).text());
    assertThrows(SQLException.class, () -> ParsedSql.parse(sql, DEFAULTS));
  }

  @Test
  void semicolons_separate_commands_and_each_counts_its_own_placeholders() throws SQLException {
    ParsedSql parsed =
        ParsedSql.parse(
            " ;select ?, ?; /* nothing */ ; update t set a = ? where b = ';' ;", DEFAULTS);

    assertEquals(3, parsed.parameterCount());
    assertEquals(2, parsed.commands().size());
    SqlCommand second = parsed.commands().get(1);
    assertEquals(" update t set a = $1 where b = ';' ", second.text());
    assertEquals(2, second.firstParameter());
    assertEquals(1, second.parameterCount());
    assertEquals(CommandKind.UPDATE, second.kind());
  }

  @Test
  void a_body_ends_with_its_end() throws SQLException {
    assertEquals(
        2,
        texts(
                "create function f() returns int begin atomic select 1; end;"
                    + "create table begin_atomic (a int)")
            .size());
    assertEquals(List.of("begin", " select 1", " end"), texts("begin; select 1; end;"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "select 1 | SELECT",
        "/* a */ /* b */ ((select 1)) | SELECT",
        "WITH a AS (SELECT 1), update AS (select 2) INSERT INTO t TABLE a | INSERT",
        "with recursive merge(n) as (values (1)) select * from merge | SELECT",
        "with a as (delete from t returning *) table a | TABLE",
        "with | WITH",
        "VALUES (1) | VALUES",
        "merge into t using s on a = b when matched then delete | MERGE",
        "{call f(?)} | SELECT",
        "start transaction read only | BEGIN",
        "abort | ROLLBACK",
        "end work | COMMIT",
        "rollback to savepoint a | SAVEPOINT",
        "rollback prepared 'a' | OTHER",
        "commit prepared 'a' | OTHER",
        "release a | SAVEPOINT",
        "reset all | SET",
        "copy t from stdin | COPY",
        "move 1 from c | FETCH",
        "explain analyze delete from t | EXPLAIN",
        "create table t (a int) | DDL",
        "discard all | DISCARD",
        "vacuum | OTHER",
        "'x' | OTHER",
        "{fn user()} | OTHER",
      })
  void the_kind_is_told_by_the_main_keyword(String sql, CommandKind kind) throws SQLException {
    assertEquals(kind, only(sql, DEFAULTS).kind());
  }

  @Test
  void returning_is_added_once_and_only_where_rows_change() throws SQLException {
    List<String> columns = List.of("\"a\"", "b");
    assertAll(
        () ->
            assertEquals(
                "insert into t values ($1) -- x\nRETURNING \"a\", b",
                only("insert into t values (?) -- x", DEFAULTS).returning(columns).text()),
        () -> {
          SqlCommand own = only("update t set a = (select 1) returning *", DEFAULTS);
          assertTrue(own.hasReturning());
          assertEquals(own, own.returning(columns));
        },
        () -> {
          SqlCommand nested =
              only("with x as (delete from t returning *) insert into u table x", DEFAULTS);
          assertFalse(nested.hasReturning());
          assertTrue(nested.returning(List.of("*")).text().endsWith("\nRETURNING *"));
        },
        () -> assertEquals("select 1", only("select 1", DEFAULTS).returning(columns).text()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "select 'abc | unterminated string at character 8",
        "select E'abc\\' | unterminated string at character 9",
        "select \"abc | unterminated quoted identifier at character 8",
        "select $a$ $$ | unterminated dollar-quoted string at character 8",
        "select 1 /* /* */ | unterminated comment at character 10",
        "select {fn abs(1) | unterminated JDBC escape at character 8",
        "select {d '2020-01-01' | unterminated JDBC escape at character 8",
        "select {nothing 1} | unknown JDBC escape {nothing at character 8",
        "select {fn abs(1} | unexpected } in a JDBC escape at character 17",
        "select {fn abs(1) x} | unexpected text in a JDBC escape at character 19",
        "select {fn concat('a',)} | missing argument in a JDBC escape at character 8",
        "select {d } | empty JDBC escape at character 8",
        "select {call f()} | call escape within a command at character 8",
        "{call f() | unterminated JDBC escape at character 1",
        "{call f()} where | unexpected text behind a call escape at character 12",
        "{? call f()} | malformed call escape at character 1",
        "{?= select f()} | malformed call escape at character 1",
        "{call} | call escape without a name at character 1",
        "select {fn timestampadd(SQL_TSI_AGE, 1, a)} |"
            + " unknown interval SQL_TSI_AGE in {fn timestampadd} at character 8",
      })
  void a_fault_names_its_place(String sql, String message) {
    var fault = assertThrows(SQLSyntaxErrorException.class, () -> ParsedSql.parse(sql, DEFAULTS));
    assertEquals("42601", fault.getSQLState());
    assertTrue(fault.getMessage().startsWith(message + "\nHint: "), fault.getMessage());
  }

  @Test
  void escapes_nested_without_end_are_refused() {
    String sql = "select " + "{fn abs(".repeat(100_000);
    var fault = assertThrows(SQLException.class, () -> ParsedSql.parse(sql, DEFAULTS));
    assertTrue(fault.getMessage().startsWith("too deeply nested escape"), fault.getMessage());
  }

  @Test
  void any_text_becomes_commands_or_a_clear_fault() {
    String[] parts = {
      "?",
      "??",
      "'",
      "\"",
      "$$",
      "$a$",
      "--",
      "/*",
      "*/",
      "\n",
      ";",
      "{",
      "}",
      "{fn ",
      "{call ",
      "{?=call ",
      "(",
      ")",
      "[",
      "]",
      ",",
      "E'",
      "U&'",
      "\\",
      "select ",
      "insert into t values (",
      "with a as (",
      "begin atomic ",
      "create function f() ",
      "end",
      "case ",
      "1",
      "é",
      "\0",
      ".",
      "concat(",
      "{d '",
      "{ts ?}",
      "{limit ",
      "{escape '",
      "x",
      " ",
      "::",
      ":=",
      "$1",
      "returning "
    };
    long seed = System.nanoTime();
    var random = new Random(seed);
    var modes = List.of(CallMode.values());
    for (int round = 0; round < 50_000; round++) {
      var text = new StringBuilder();
      for (int i = random.nextInt(20); i >= 0; i--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      String sql = text.toString();
      var options =
          new SqlOptions(
              random.nextInt(4) > 0,
              random.nextBoolean(),
              random.nextInt(4) > 0,
              modes.get(random.nextInt(modes.size())));
      try {
        ParsedSql parsed = ParsedSql.parse(sql, options);
        int counted = parsed.commands().stream().mapToInt(SqlCommand::parameterCount).sum();
        assertEquals(counted, parsed.parameterCount(), () -> sql + "\nseed " + seed);
      } catch (SQLException e) {
        assertTrue(e.getMessage().contains("Hint: "), () -> sql + "\nseed " + seed);
      } catch (RuntimeException e) {
        throw new AssertionError(sql + "\nseed " + seed, e);
      }
    }
  }
}
