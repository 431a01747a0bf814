package io.tiercel.lab.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The engine itself in functions: one factory, whose connections lead into the calling session.
class EntityManagerInsideTest {
  private static TestDatabase database;
  private Connection connection;

  @BeforeAll
  static void start() {
    database = InsideWorkbench.orSkip();
    String as = " language javau as 'io.tiercel.lab.inside.Books.";
    database.execute(
        "create table author (id bigint primary key, name text check (name <> 'nobody'))",
        "create table book (id bigint primary key, version int not null, title text,"
            + " author_id bigint references author)",
        "create sequence author_seq increment 50",
        "create sequence book_seq increment 50",
        "create function write(text, int) returns bigint" + as + "write'",
        "create function titles(text) returns text" + as + "titles'",
        "create function shout(bigint) returns int" + as + "shout'",
        "create function refused(text) returns text" + as + "refused'",
        "create function stale(bigint) returns text" + as + "stale'");
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = database.connect();
    execute(connection, "truncate author, book");
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void entities_are_persisted_and_queried() throws SQLException {
    String id = scalar(connection, "select write('Ann', 3)");
    assertEquals("book 1,book 2,book 3", scalar(connection, "select titles('Ann')"));
    assertEquals("3", scalar(connection, "select shout(" + id + ")"));
    assertEquals("BOOK 1,BOOK 2,BOOK 3", scalar(connection, "select titles('Ann')"));
    assertEquals("1 1 1", scalar(connection, "select string_agg(version::text, ' ') from book"));
  }

  @Test
  void what_they_do_belongs_to_the_callers_transaction() throws SQLException {
    connection.setAutoCommit(false);
    scalar(connection, "select write('Ann', 2)");
    // uncommitted, and seen by the session alone
    assertEquals("book 1,book 2", scalar(connection, "select titles('Ann')"));
    try (var other = database.connect()) {
      assertEquals("", scalar(other, "select titles('Ann')"));
    }
    connection.rollback();
    assertEquals("", scalar(connection, "select titles('Ann')"));
  }

  @Test
  void two_sessions_use_one_factory() throws SQLException {
    try (var other = database.connect()) {
      for (int i = 0; i < 5; i++) {
        scalar(connection, "select write('here', 1)");
        scalar(other, "select write('there', 1)");
      }
      assertEquals("10", scalar(connection, "select count(*) from book"));
    }
  }

  @Test
  void a_transaction_that_is_refused_is_undone_and_the_next_one_is_not() throws SQLException {
    String message = scalar(connection, "select refused('nobody')");
    assertTrue(message.contains("check constraint"), message);
    assertEquals(
        "nobody's brother", scalar(connection, "select string_agg(name, ',') from author"));
  }

  @Test
  void lost_races_are_noticed() throws SQLException {
    String id = scalar(connection, "select write('Ann', 1)");
    assertEquals("stale", scalar(connection, "select stale(" + id + ")"));
  }

  /// So many go by COPY.
  @Test
  void many_rows_are_inserted() throws SQLException {
    scalar(connection, "select write('Ann', 5000)");
    assertEquals("5000", scalar(connection, "select count(distinct title) from book"));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String scalar(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery(sql)) {
      assertTrue(result.next(), sql);
      return result.getString(1);
    }
  }
}
