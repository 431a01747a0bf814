package io.tiercel.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionsTest {
  private static InsideServer server;
  private static TestDatabase database;

  @BeforeAll
  static void start() {
    server = InsideServer.orSkip();
    database = server.newDatabase();
    database.execute(
        "create type point2 as (x int, label text)",
        "create type segment as (a point2, b point2)",
        "create type mood as enum ('glad', 'sad')",
        "create domain positive as int check (value > 0)",
        "create domain filled as text not null");
  }

  @AfterAll
  static void drop() {
    if (database != null) {
      database.close();
    }
  }

  /// The server is the oracle: what comes back must be what was sent, to the last bit.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bool      | bool        | true",
        "bool      | bool        | false",
        "int2      | int2        | -32768",
        "int4      | int4        | 2147483647",
        "int8      | int8        | -9223372036854775808",
        "float4    | float4      | '1.5e-40'",
        "float4    | float4      | 'NaN'",
        "float8    | float8      | '-Infinity'",
        "numeric   | numeric     | 12345678901234567890.000100",
        "text      | text        | ''",
        "text      | text        | 'Grüße, 世界 😀'",
        "text      | varchar     | 'abc'",
        "text      | bpchar      | 'abc  '",
        "text      | xml         | '<a>ü</a>'",
        "text      | json        | '{\"a\": [1, null]}'",
        "text      | jsonb       | '{\"a\": [1, null]}'",
        "text      | mood        | 'sad'",
        "text      | name        | 'pg_class'",
        "bytea     | bytea       | '\\x00ff10'",
        "uuid      | uuid        | 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
        "date      | date        | '2024-02-29'",
        "date      | date        | '0044-03-15 BC'",
        "time      | time        | '23:59:59.999999'",
        "timetz    | timetz      | '12:00:00.5+05:30'",
        "timestamp | timestamp   | '1969-12-31 23:59:59.999999'",
        "instant   | timestamptz | '2026-01-01 00:00:00.000001+00'",
        "timestamptz | timestamptz | '1066-10-14 09:00:00+00'",
        "interval  | interval    | '1 year 2 mons -3 days 04:05:06.7'",
        "ints      | int[]       | '{1,NULL,3}'",
        "ints      | int[]       | '{}'",
        "intArray  | int[]       | '{-2147483648,0,2147483647}'",
        "intArray  | int[]       | '{}'",
        "longArray | bigint[]    | '{-9223372036854775808,9223372036854775807}'",
        "longs     | bigint[]    | '{1,NULL,3}'",
        "doubleArray | float8[]  | '{NaN,-Infinity,0.1}'",
        "any       | real[]      | '{1.5,NaN,-0}'",
        "any       | real[]      | '{{1,2},{3,4}}'",
        "grid      | int[]       | '{{1,2},{3,4},{5,6}}'",
        "texts     | text[]      | '{a,NULL,\"b,c\",\"\"}'",
        "texts     | mood[]      | '{glad,sad}'",
        "int4      | positive    | 7",
        "point     | point2      | '(1,one)'",
        "point     | point2      | '(2,)'",
        "segment   | segment     | '(\"(1,a)\",\"(2,\\\"b c\\\")\")'",
        "any       | int4range   | '[1,10)'",
        "any       | inet        | '192.168.0.1/24'",
        "any       | bit(5)      | '10110'",
        "any       | point       | '(1.5,2.5)'",
        "any       | tsvector    | 'a:1 b:2'",
      })
  void values_come_back_as_they_went(String method, String type, String value) throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create or replace function echo(v %1$s) returns %1$s language javau as".formatted(type)
              + " 'io.tiercel.inside.samples.Echo.%s'".formatted(method));
      String literal = value.startsWith("'") ? value : "'" + value + "'";
      // CSV takes one pair of quotes away.
      assertEquals(
          "t,t",
          scalar(
              connection,
              "select (echo(v)::text is not distinct from v::text)::text || ',' ||"
                      .replace("::text || ','", "::text::char(1) || ','")
                  + " (echo(null::%1$s) is null)::text::char(1) from (select %2$s::%1$s as v) t"
                      .formatted(type, literal)));
      execute(connection, "drop function echo");
    }
  }

  @Test
  void arrays_of_numbers_keep_their_values_whatever_their_size_and_where_they_lie()
      throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create function echo_ints(int[]) returns int[] language javau as"
              + " 'io.tiercel.inside.samples.Echo.intArray'",
          "create function echo_longs(bigint[]) returns bigint[] language javau as"
              + " 'io.tiercel.inside.samples.Echo.longs'",
          "create temp table kept (i int[], l bigint[])",
          "insert into kept select array_agg(n), array_agg(n::bigint << 20)"
              + " from generate_series(1, 100000) n",
          "insert into kept values ('{7}', '{8}'), ('[5:6]={1,2}', '[0:1]={3,4}')");
      assertEquals(
          "3,3",
          scalar(
              connection,
              "select count(*) filter (where i is not distinct from echo_ints(i) or"
                  + " array_to_string(i, ' ') = '1 2' and echo_ints(i) = '{1,2}')"
                  + " || ',' || count(*) filter (where l is not distinct from echo_longs(l) or"
                  + " array_to_string(l, ' ') = '3 4' and echo_longs(l) = '{3,4}') from kept"));
      execute(connection, "drop function echo_ints", "drop function echo_longs");
    }
  }

  @Test
  void a_strict_function_is_not_called_with_null_and_another_one_says_what_is_null()
      throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create function strict_echo(int) returns int strict language javau as"
              + " 'io.tiercel.inside.samples.Echo.primitive'",
          "create function primitive(int) returns int language javau as"
              + " 'io.tiercel.inside.samples.Echo.primitive'");
      assertNull(scalar(connection, "select strict_echo(null)"));
      Failures.assertFails(
          connection,
          "select primitive(null)",
          "22004",
          "argument 1 is null, and Java takes it as int");
    }
  }

  @Test
  void overloads_are_told_apart_by_types_or_by_name() throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create function over_int(int) returns text language javau as"
              + " 'io.tiercel.inside.samples.Samples.overloaded(int)'",
          "create function over_text(text) returns text language javau as"
              + " 'io.tiercel.inside.samples.Samples.overloaded( java.lang.String )'");
      assertEquals("int 5", scalar(connection, "select over_int(5)"));
      assertEquals("text 5", scalar(connection, "select over_text('5')"));
    }
  }

  @Test
  void create_function_refuses_what_could_not_be_called() throws SQLException {
    try (var connection = database.connect()) {
      String create = "create function bad(int) returns int language javau as '%s'";
      Failures.assertFails(
          connection,
          create.formatted("no.such.Type.method"),
          "42883",
          "no class \"no.such.Type\"");
      Failures.assertFails(
          connection,
          create.formatted("io.tiercel.inside.samples.Samples.add"),
          "42883",
          "no public static method \"add\" of 1 parameters");
      Failures.assertFails(
          connection, create.formatted("nonsense"), "42601", "names no Java method");
      Failures.assertFails(
          connection,
          "create function bad(date) returns int language javau as"
              + " 'io.tiercel.inside.samples.Echo.primitive'",
          "42804",
          "cannot read date");
      Failures.assertFails(
          connection,
          "create function bad(int) returns date language javau as"
              + " 'io.tiercel.inside.samples.Echo.primitive'",
          "42804",
          "cannot write int as date");
      Failures.assertFails(
          connection,
          "create function bad(anyelement) returns int language javau as"
              + " 'io.tiercel.inside.samples.Echo.primitive'",
          "0A000",
          "anyelement");
      Failures.assertFails(
          connection,
          "create function bad() returns trigger language javau as"
              + " 'io.tiercel.inside.samples.Samples.nothing'",
          "42883",
          "one parameter PgTrigger");
      // And the session is none the worse for it.
      assertEquals("1", scalar(connection, "select 1"));
    }
  }

  @Test
  void only_superusers_create_functions() throws SQLException {
    server.server().execute("drop role if exists plain_user", "create role plain_user");
    try (var connection = database.connect()) {
      execute(connection, "grant create on schema public to plain_user", "set role plain_user");
      Failures.assertFails(
          connection,
          "create function sneak(int) returns int language javau as"
              + " 'io.tiercel.inside.samples.Echo.primitive'",
          "42501",
          "permission denied for language javau");
      execute(connection, "reset role", "drop owned by plain_user");
    }
    server.server().execute("drop role plain_user");
  }

  @Test
  void out_parameters_and_composite_results_are_records_or_arrays() throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create function named(in int, out id int, out name text) language javau as"
              + " 'io.tiercel.inside.samples.Samples.named'",
          "create function as_point(int) returns point2 language javau as"
              + " 'io.tiercel.inside.samples.Samples.named'",
          "create function as_row(int) returns point2 language javau as"
              + " 'io.tiercel.inside.samples.Samples.row'",
          "create function no_point() returns point2 language javau as"
              + " 'io.tiercel.inside.samples.Samples.noName'");
      assertEquals("(3,n3)", scalar(connection, "select named(3)::text"));
      assertEquals("n4", scalar(connection, "select name from named(4)"));
      assertEquals("(5,n5)", scalar(connection, "select as_point(5)::text"));
      assertEquals("(6,)", scalar(connection, "select as_row(6)::text"));
      assertEquals("t", scalar(connection, "select no_point() is null"));
    }
  }

  @Test
  void a_composite_type_that_changes_is_noticed() throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create table changing (x int, label text)",
          "create function changing(int) returns changing language javau as"
              + " 'io.tiercel.inside.samples.Samples.named'");
      assertEquals("(1,n1)", scalar(connection, "select changing(1)::text"));
      execute(connection, "alter table changing add column more int");
      Failures.assertFails(
          connection, "select changing(1)", "42804", "2 components, and the row 3 columns");
      execute(connection, "alter table changing drop column more");
      Failures.assertFails(
          connection, "select changing(1)", "42804", "2 components, and the row 3 columns");
    }
  }

  @Test
  void domains_check_what_java_returns() throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create function to_positive(int) returns positive language javau as"
              + " 'io.tiercel.inside.samples.Echo.primitive'",
          "create function to_filled(text) returns filled language javau as"
              + " 'io.tiercel.inside.samples.Echo.text'");
      assertEquals("1", scalar(connection, "select to_positive(1)"));
      Failures.assertFails(connection, "select to_positive(-1)", "23514", "positive");
      Failures.assertFails(connection, "select to_filled(null)", "23502", "filled");
      assertEquals("2", scalar(connection, "select to_positive(2)"));
    }
  }

  @Test
  void a_replaced_function_is_the_new_one_at_once() throws SQLException {
    try (var connection = database.connect();
        var other = database.connect()) {
      String create =
          "create or replace function changes(int) returns int language javau as"
              + " 'io.tiercel.inside.samples.%s'";
      execute(connection, create.formatted("Echo.primitive"));
      assertEquals("5", scalar(connection, "select changes(5)"));
      assertEquals("5", scalar(other, "select changes(5)"));
      execute(connection, create.formatted("Samples.factorial"));
      execute(connection, "create function factorial(int) returns int language sql as 'select 24'");
      assertEquals("120", scalar(connection, "select changes(5)"));
      assertEquals("120", scalar(other, "select changes(5)"));
    }
  }

  @Test
  void procedures_and_void_functions_return_nothing() throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create procedure doing() language javau as 'io.tiercel.inside.samples.Samples.nothing'",
          "create function voided() returns void language javau as"
              + " 'io.tiercel.inside.samples.Samples.nothing'",
          "call doing()");
      assertEquals("", scalar(connection, "select voided()"));
    }
  }

  @Test
  void text_is_right_whatever_the_client_speaks() throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create function echo_text(text) returns text language javau as"
              + " 'io.tiercel.inside.samples.Echo.text'",
          "create function echo_chars(bpchar) returns bpchar language javau as"
              + " 'io.tiercel.inside.samples.Echo.text'",
          // A result comes through the type's receive function, which converts from the client's.
          "create table spoken as select 'x' as v where false");
      execute(
          connection,
          """
          do $$ begin
            set client_encoding = latin1;
            insert into spoken select echo_text(chr(252) || chr(19990)) || echo_chars(chr(252)::bpchar);
            set client_encoding = utf8;
          end $$\
          """);
      assertEquals("ü世ü", scalar(connection, "select v from spoken"));
    }
  }

  @Test
  void large_values_travel_whole() throws SQLException {
    try (var connection = database.connect()) {
      execute(
          connection,
          "create function big_text(text) returns text language javau as"
              + " 'io.tiercel.inside.samples.Echo.text'",
          "create function big_bytes(bytea) returns bytea language javau as"
              + " 'io.tiercel.inside.samples.Echo.bytea'");
      assertEquals(
          "t",
          scalar(
              connection,
              "select big_text(v) = v from (select string_agg(md5(i::text), '') v from"
                  + " generate_series(1, 400000) i) t"));
      execute(connection, "set pgjava.max_frame = '1MB'");
      Failures.assertFails(
          connection,
          "select big_text(repeat('x', 2000000))",
          "54000",
          "cannot send 2000012 bytes");
      execute(connection, "reset pgjava.max_frame");
      assertEquals("3", scalar(connection, "select length(big_text('abc'))"));
    }
  }

  @Test
  void a_session_keeps_attributes_and_others_have_their_own() throws SQLException {
    try (var connection = database.connect();
        var other = database.connect()) {
      execute(
          connection,
          "create function calls() returns int language javau as"
              + " 'io.tiercel.inside.samples.Samples.calls'",
          "create function who() returns text language javau as"
              + " 'io.tiercel.inside.samples.Samples.who'");
      assertEquals("1", scalar(connection, "select calls()"));
      assertEquals("2", scalar(connection, "select calls()"));
      assertEquals("1", scalar(other, "select calls()"));
      assertTrue(
          scalar(connection, "select who()").startsWith(database.name() + " postgres "),
          () -> database.name());
    }
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    Failures.execute(connection, statements);
  }

  static String scalar(Connection connection, String sql) throws SQLException {
    return Failures.scalar(connection, sql);
  }
}
