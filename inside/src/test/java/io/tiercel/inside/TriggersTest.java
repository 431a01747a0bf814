package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TriggersTest {
  private static final String CLASS = "io.tiercel.inside.samples.Triggers.";
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void start() {
    database = InsideServer.orSkip().newDatabase();
    String function =
        "create function %1$s() returns trigger language javau as '" + CLASS + "%2$s'";
    database.execute(
        "create table product (id int primary key, gone text, name text, unit_price numeric,"
            + " tags text[], doubled numeric generated always as (unit_price * 2) stored)",
        "alter table product drop column gone",
        "create table log (no int generated always as identity, what text)",
        function.formatted("tidy", "tidy"),
        function.formatted("generic", "generic"),
        function.formatted("audit", "audit"),
        function.formatted("summary", "summary"),
        function.formatted("missing_table", "missingTable"),
        function.formatted("keep", "keep"),
        function.formatted("wrong_row", "wrongRow"),
        "create function read_kept() returns int language javau as '" + CLASS + "readKept'",
        "create function ddl() returns event_trigger language javau as '" + CLASS + "ddl'");
  }

  /// Each test runs in a transaction that is rolled back.
  @BeforeEach
  void connect() throws SQLException {
    connection = database.connect();
    connection.setAutoCommit(false);
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.rollback();
    connection.close();
  }

  private String rows() throws SQLException {
    return scalar(
        connection,
        "select coalesce(string_agg(concat_ws('|', id, name, unit_price, doubled, tags::text), ' '"
            + " order by id), '') from product");
  }

  private String log() throws SQLException {
    return scalar(connection, "select coalesce(string_agg(what, '; ' order by no), '') from log");
  }

  @Test
  void the_row_that_is_returned_is_stored() throws SQLException {
    execute(
        connection,
        "create trigger t before insert or update on product for each row execute function tidy()",
        "insert into product (id, name, unit_price, tags) values"
            + " (1, ' pen ', 2.00, '{a,b}'), (2, 'skip', 3, null), (3, null, null, null)");
    assertEquals("1|pen|2.0|4.0|{a,b} 3", rows());
    execute(connection, "update product set name = ' ink', unit_price = 5 where id = 1");
    assertEquals("1|ink|5.0|10.0|{a,b} 3", rows());
    execute(connection, "update product set name = 'skip' where id = 1");
    assertEquals("1|ink|5.0|10.0|{a,b} 3", rows());
  }

  @Test
  void an_exception_is_the_statement_s_error() throws SQLException {
    execute(
        connection,
        "create trigger t before insert on product for each row execute function tidy()",
        "savepoint s");
    var failure =
        assertFails(
            connection,
            "insert into product (id, name, unit_price) values (1, 'fail', 1)",
            "P0999",
            "no such product");
    assertTrue(String.valueOf(failure.getServerErrorMessage()).contains("Name it otherwise."));
    execute(connection, "rollback to s", "insert into product values (1, 'ok', 1)");
    assertEquals("1|ok|1.0|2.0", rows());
  }

  @Test
  void rows_go_by_the_names_of_all_columns_as_well() throws SQLException {
    execute(
        connection,
        "create trigger tr before insert or delete on product for each row"
            + " execute function generic()",
        "insert into product (id, tags) values (1, '{x}')");
    assertTrue(rows().startsWith("1|tr["), this::rowsOrFailure);
    execute(connection, "delete from product");
    assertEquals("", rows());
  }

  private String rowsOrFailure() {
    try {
      return rows();
    } catch (SQLException e) {
      return e.toString();
    }
  }

  @Test
  void a_table_that_changes_is_read_anew() throws SQLException {
    execute(
        connection,
        "create trigger t before insert on product for each row execute function tidy()",
        "insert into product (id, name, unit_price) values (1, ' a', 1)",
        "alter table product add column more int",
        "alter table product drop column tags, drop column doubled",
        "alter table product alter column unit_price type numeric(10, 3)");
    execute(connection, "insert into product (id, name, unit_price, more) values (2, ' b', 2, 9)");
    assertEquals(
        "a b", scalar(connection, "select string_agg(name, ' ' order by id) from product"));
    execute(connection, "alter table product rename name to title");
    assertFails(
        connection, "insert into product (id) values (3)", "42703", "no column for component");
  }

  @Test
  void all_kinds_of_triggers_are_told_what_they_are() throws SQLException {
    execute(
        connection,
        "create trigger a before insert or update or delete on product for each row"
            + " when (pg_trigger_depth() = 0) execute function tidy()",
        "drop trigger a on product",
        "create trigger row_after after insert or update or delete on product for each row"
            + " execute function audit('log')",
        "create trigger st_before before insert or truncate on product"
            + " execute function audit('log')",
        "insert into product values (1), (2)",
        "update product set name = 'x' where id = 2",
        "delete from product where id = 1",
        "truncate product");
    assertEquals(
        "BEFORE INSERT STATEMENT st_before public.product null null; "
            + "AFTER INSERT ROW row_after public.product null 1; "
            + "AFTER INSERT ROW row_after public.product null 2; "
            + "AFTER UPDATE ROW row_after public.product 2 2; "
            + "AFTER DELETE ROW row_after public.product 1 null; "
            + "BEFORE TRUNCATE STATEMENT st_before public.product null null",
        log());
  }

  @Test
  void when_decides_and_not_java() throws SQLException {
    execute(
        connection,
        "create trigger t after insert on product for each row when (new.id > 1)"
            + " execute function audit('log')",
        "insert into product values (1), (2)");
    assertEquals("AFTER INSERT ROW t public.product null 2", log());
  }

  @Test
  void views_have_instead_of_triggers() throws SQLException {
    execute(
        connection,
        "create view cheap as select id, name, unit_price from product",
        "create trigger t instead of insert on cheap for each row execute function tidy()");
    assertEquals(
        "pen 2.0",
        scalar(
            connection,
            "with i as (insert into cheap values (1, ' pen', 2) returning *)"
                + " select name || ' ' || unit_price from i"));
  }

  @Test
  void partitions_are_named_and_read_each_by_its_own_columns() throws SQLException {
    execute(
        connection,
        "create table part (name text, id int) partition by list (id)",
        "create table part1 partition of part for values in (1)",
        "create table part2 (gone int, id int, name text)",
        "alter table part2 drop column gone",
        "alter table part attach partition part2 for values in (2)",
        "create trigger t after insert on part for each row execute function audit('log')",
        "insert into part values ('a', 1), ('b', 2)");
    assertEquals(
        "AFTER INSERT ROW t public.part1 null 1; AFTER INSERT ROW t public.part2 null 2", log());
  }

  @Test
  void transition_tables_come_in_batches() throws SQLException {
    execute(
        connection,
        "insert into product (id, name) select i, repeat('x', 50) from generate_series(1, 50000) i",
        "create trigger t after update on product referencing old table as old_rows"
            + " new table as new_rows for each statement execute function summary()",
        "update product set id = -id where id <= 40000",
        "update product set id = id where id = 50000",
        "update product set id = id where false");
    assertEquals(
        "old 800020000 new -1600040000 of 80000, 0; old 50000 new 100000 of 2, 1; "
            + "old 0 new 0 of 0, 0",
        log());
  }

  @Test
  void a_transition_table_that_is_not_there_is_an_error() throws SQLException {
    execute(
        connection,
        "create trigger t after insert on product for each statement"
            + " execute function missing_table()");
    assertFails(connection, "insert into product values (1)", "55000", "has no table of new rows");
  }

  @Test
  void rows_of_a_call_that_is_over_cannot_be_read() throws SQLException {
    execute(
        connection,
        "create trigger t after insert on product referencing new table as n"
            + " for each statement execute function keep()",
        "insert into product values (1)");
    assertFails(connection, "select read_kept()", "55000", "its call is over");
  }

  @Test
  void a_row_of_another_class_is_refused() throws SQLException {
    execute(
        connection,
        "create trigger t before insert on product for each row execute function wrong_row()");
    assertFails(connection, "insert into product values (1)", "42804", "Triggers$Id");
  }

  @Test
  void methods_that_are_none_for_triggers_are_refused_when_created() {
    assertFails(
        connection,
        "create function f() returns trigger language javau as '" + CLASS + "readKept'",
        "42883",
        "one parameter PgTrigger");
  }

  @Test
  void event_triggers_see_commands() throws SQLException {
    execute(
        connection,
        "create event trigger e1 on ddl_command_end execute function ddl()",
        "create event trigger e2 on ddl_command_start when tag in ('DROP TABLE')"
            + " execute function ddl()",
        "create table fresh (id int)",
        "drop table fresh");
    assertEquals(
        "ddl_command_end CREATE TABLE [public.fresh]; ddl_command_start DROP TABLE [];"
            + " ddl_command_end DROP TABLE []",
        log());
    assertFails(connection, "create table forbidden (id int)", "42501", "not that one");
  }
}
