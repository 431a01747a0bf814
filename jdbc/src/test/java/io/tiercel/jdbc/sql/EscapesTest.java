package io.tiercel.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked
class EscapesTest {
  private static final SqlOptions DEFAULTS = new SqlOptions(true, true);

  private static SqlCommand command(String sql, CallMode mode) throws SQLException {
    return ParsedSql.parse(sql, new SqlOptions(true, true, true, mode)).commands().getFirst();
  }

  private static String text(String sql) throws SQLException {
    return ParsedSql.parse(sql, DEFAULTS).commands().getFirst().text();
  }

  /// What an escape yields, as text; each value by the specification.
  private static Map<String, String> values() {
    var values = new LinkedHashMap<String, String>();
    values.put("{fn abs(-2)}", "2");
    values.put("{fn ceiling(1.2)}", "2");
    values.put("{fn LOG({fn exp(2.0)})}", "2.0000000000000000");
    values.put("{fn log10(100.0)}", "2.0000000000000000");
    values.put("{fn mod(7, 3)}", "1");
    values.put("{fn pi()} > 3", "t");
    values.put("{fn power(2, 10)}", "1024");
    values.put("{fn rand(7)} = {fn rand(7)}", "t");
    values.put("{fn rand()} < 1", "t");
    values.put("{fn round(1.256, 2)}", "1.26");
    values.put("{fn truncate(1.29::float8, 1)}", "1.2");
    values.put("{fn sign(-3)}", "-1");
    values.put("{fn ascii('A')}", "65");
    values.put("{fn char(65)}", "A");
    values.put("{fn char_length('añb ')}", "4");
    values.put("{fn character_length('añb', OCTETS)}", "4");
    values.put("{fn concat('a', {fn concat('b', 'c')})}", "abc");
    values.put("{fn concat('a,(?)', -- x\n '{}')}", "a,(?){}");
    values.put("{fn insert('abcdef', 2, 3, 'X')}", "aXef");
    values.put("{fn lcase('AB')}", "ab");
    values.put("{fn left('abc', 2)}", "ab");
    values.put("{fn length(' ab  ')}", "3");
    values.put("{fn locate('b', 'abcb')}", "2");
    values.put("{fn locate('b', 'abcb', 1 + 2)}", "4");
    values.put("{fn locate('z', 'abcb', 3)}", "0");
    values.put("{fn ltrim('  a ')} || '|'", "a |");
    values.put("{fn octet_length('ñ')}", "2");
    values.put("{fn position('b' in 'abc')}", "2");
    values.put("{fn position('b' in 'abc', CHARACTERS)}", "2");
    values.put("{fn repeat('ab', 2)}", "abab");
    values.put("{fn replace('abc', 'b', 'x')}", "axc");
    values.put("{fn right('abc', 2)}", "bc");
    values.put("{fn rtrim(' a  ')} || '|'", " a|");
    values.put("{fn space(2)} || '|'", "  |");
    values.put("{fn substring('abcdef', 2, 3)}", "bcd");
    values.put("{fn substring('abcdef', 2, 3, CHARACTERS)}", "bcd");
    values.put("{fn ucase('ab')}", "AB");
    values.put("{fn curdate()} = {fn current_date()}", "t");
    values.put("{fn now()} = {fn current_timestamp()}", "t");
    values.put("{fn dayname({d '2024-02-29'})}", "Thursday");
    values.put("{fn monthname({d '2024-02-29'})}", "February");
    values.put("{fn dayofmonth({d '2024-02-29'})}", "29");
    values.put("{fn dayofweek({d '2024-02-29'})}", "5");
    values.put("{fn dayofyear({d '2024-02-29'})}", "60");
    values.put("{fn extract(year from {ts '2024-02-29 01:02:03'})}", "2024");
    values.put("{fn hour({t '01:02:03'})}", "1");
    values.put("{fn minute({t '01:02:03'})}", "2");
    values.put("{fn second({ts '2024-02-29 01:02:03'})}", "3.000000");
    values.put("{fn month({d '2024-02-29'})}", "2");
    values.put("{fn quarter({d '2024-04-29'})}", "2");
    values.put("{fn week({d '2024-02-29'})}", "9");
    values.put("{fn year({d '2024-02-29'})}", "2024");
    values.put(
        "{fn timestampadd(SQL_TSI_MONTH, 1 + 1, {ts '2024-01-31 00:00:00'})}",
        "2024-03-31 00:00:00");
    values.put(
        "{fn timestampadd(SQL_TSI_FRAC_SECOND, 5000, {ts '2024-01-31 00:00:00'})}",
        "2024-01-31 00:00:00.000005");
    values.put(
        "{fn timestampadd(SQL_TSI_QUARTER, 1, {ts '2024-01-31 00:00:00'})}", "2024-04-30 00:00:00");
    values.put("{fn timestampdiff(SQL_TSI_DAY, {d '2024-01-31'}, {d '2024-03-01'})}", "30");
    values.put(
        "{fn timestampdiff(SQL_TSI_MONTH, {ts '2024-01-31 00:00:00'}, {ts '2023-03-01 00:00:00'})}",
        "-10");
    values.put("{fn timestampdiff(SQL_TSI_YEAR, {d '2020-01-31'}, {d '2024-01-30'})}", "3");
    values.put(
        "{fn timestampdiff(SQL_TSI_MINUTE, {ts '2024-01-31 00:00:00'}, {ts '2024-01-31 01:30:59'})}",
        "90");
    values.put("{fn database()} = current_database()", "t");
    values.put("{fn ifnull(null, 'x')}", "x");
    values.put("{fn user()} = current_user", "t");
    values.put("{fn convert('12', SQL_INTEGER)} + 1", "13");
    values.put("{fn convert(12, VARCHAR)} || 'x'", "12x");
    values.put("{fn convert('{\"a\":1}', jsonb)} -> 'a'", "1");
    values.put("{d '2024-02-29'}", "2024-02-29");
    values.put("{t '01:02:03'}", "01:02:03");
    values.put("{ts '2024-02-29 01:02:03.5'}", "2024-02-29 01:02:03.5");
    values.put("'a%b' like 'a|%b' {escape '|'}", "t");
    return values;
  }

  @EveryPostgres
  void escapes_mean_on_the_server_what_the_specification_says(TestServer server) throws Exception {
    try (var database = server.newDatabase();
        Connection connection = database.connect();
        var statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      for (var expected : values().entrySet()) {
        String sql = text("select " + expected.getKey());
        try (ResultSet result = statement.executeQuery(sql)) {
          result.next();
          assertEquals(expected.getValue(), result.getString(1), sql);
        } catch (SQLException e) {
          throw new AssertionError(sql, e);
        }
      }
    }
  }

  @Test
  void an_argument_used_twice_stays_one_parameter() throws SQLException {
    SqlCommand command = command("select {fn locate(?, ?, ?)}, ?", CallMode.SELECT);
    assertEquals(4, command.parameterCount());
    assertEquals(
        "select coalesce(nullif(position($1 IN substr($2, $3)), 0) + $3 - 1, 0), $4",
        command.text());
  }

  @Test
  void a_date_escape_takes_a_placeholder() throws SQLException {
    assertEquals("select CAST($1 AS DATE)", text("select {d ?}"));
  }

  @Test
  void other_escapes_lose_their_braces() throws SQLException {
    assertEquals(
        "select * from a left outer join b on a.x = b.x where y = $1",
        text("select * from {oj a left outer join b on a.x = b.x} where y = ?"));
    assertEquals("select 1 LIMIT $1 offset 2", text("select 1 {limit ? offset 2}"));
    assertEquals("select my.f(1)", text("select {fn my.f(1)}"));
  }

  @Test
  void without_escape_processing_braces_stay() throws SQLException {
    String sql = "select {fn user()}";
    assertEquals(
        sql, ParsedSql.parse(sql, new SqlOptions(false, true)).commands().getFirst().text());
  }

  @Test
  void what_cannot_be_expressed_is_refused() {
    var fault =
        assertThrows(
            SQLFeatureNotSupportedException.class,
            () -> text("select {fn substring('a', 1, 1, OCTETS)}"));
    assertTrue(fault.getMessage().contains("Hint: "), fault.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{call f(?, 1)} | SELECT | SELECT * FROM f($1, 1) AS result | false",
        "{ ? = call s.\"F\" (?) } | SELECT | SELECT * FROM s.\"F\"($1, $2) AS result | true",
        "{?=call f} | SELECT | SELECT * FROM f($1) AS result | true",
        "{call f} | SELECT | SELECT * FROM f() AS result | false",
        "{call f(a => ?)} | CALL | CALL f(a => $1) | false",
        "{?= call f(?)} | CALL | CALL f($1, $2) | true",
        "{?= call f(?)} | CALL_IF_NO_RETURN | SELECT * FROM f($1, $2) AS result | true",
        "{CALL f(?)} ; | CALL_IF_NO_RETURN | CALL f($1) | false",
      })
  void calls_follow_the_mode(String sql, CallMode mode, String text, boolean returnsValue)
      throws SQLException {
    SqlCommand command = command(sql, mode);
    assertEquals(text, command.text().strip());
    assertNotNull(command.call());
    assertEquals(returnsValue, command.call().returnsValue());
    assertEquals(text.startsWith("CALL"), command.kind() == CommandKind.CALL);
  }

  @Test
  void native_sql_keeps_the_placeholders() throws SQLException {
    assertEquals(
        "select upper(?), 1;select ?",
        ParsedSql.nativeSql("select {fn ucase(?)}, 1;select ?", DEFAULTS));
  }
}
