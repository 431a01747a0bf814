package io.tiercel.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Timeout;

/// Different statements in one flight.
@NullUnmarked
@Timeout(60)
class PipelineTest {

  private static TiercelConnection connect(TestServer server) throws SQLException {
    var connection =
        new TiercelDriver()
            .connect(server.defaultDatabase().jdbcUrl(), new Properties())
            .unwrap(TiercelConnection.class);
    try (var statement = connection.createStatement()) {
      statement.execute("create temp table t (id int primary key, name text)");
    }
    return connection;
  }

  @EveryPostgres
  void a_transaction_of_different_statements_is_one_flight(TestServer server) throws SQLException {
    try (var connection = connect(server);
        var insert = connection.prepareStatement("insert into t values (?, ?)");
        var select = connection.prepareStatement("select name from t where id = ?")) {
      connection.setAutoCommit(false);
      try (var pipeline = connection.pipeline()) {
        insert.setInt(1, 1);
        insert.setString(2, "one");
        var first = pipeline.add(insert);
        insert.setInt(1, 2);
        insert.setString(2, "two");
        var second = pipeline.add(insert);
        select.setInt(1, 2);
        var found = pipeline.add(select);
        var text = pipeline.add("select 'x' as y; select 'z'");
        pipeline.commit();
        assertEquals(1, first.updateCount());
        assertEquals(1, second.updateCount());
        assertEquals(-1, found.updateCount());
        try (var result = found.resultSet()) {
          assertTrue(result.next());
          assertEquals("two", result.getString("name"));
          assertFalse(result.next());
        }
        try (var result = text.resultSet()) {
          assertTrue(result.next());
          assertEquals("x", result.getString("y"));
        }
        assertEquals("02000", assertThrows(SQLException.class, first::resultSet).getSQLState());
      }
      connection.rollback();
      assertEquals(2, count(connection));
    }
  }

  @EveryPostgres
  void begin_statements_and_commit_are_one_round_trip(TestServer server) throws SQLException {
    try (var shared = new SharedConnection(server)) {
      Connection connection = shared.connection;
      try (var setUp = connection.createStatement()) {
        setUp.execute("create temp table t (id int primary key, name text)");
      }
      connection.setAutoCommit(false);
      try (var insert = connection.prepareStatement("insert into t values (?, ?)");
          var select = connection.prepareStatement("select name from t where id = ?")) {
        assertEquals(2, roundTrips(shared, insert, select, 1), "with what has to be described");
        assertEquals(1, roundTrips(shared, insert, select, 2));
      }
      assertEquals("2", SharedConnection.text(connection, "select count(*) from t"));
      connection.rollback();
    }
  }

  /// What a transaction takes that is known to the server, but for new statements.
  private static long roundTrips(
      SharedConnection shared, PreparedStatement insert, PreparedStatement select, int id)
      throws SQLException {
    long before = shared.proxy.roundTrips();
    try (var pipeline = shared.connection.unwrap(TiercelConnection.class).pipeline()) {
      insert.setInt(1, id);
      insert.setString(2, "name " + id);
      var inserted = pipeline.add(insert);
      select.setInt(1, id);
      var found = pipeline.add(select);
      pipeline.commit();
      assertEquals(1, inserted.updateCount());
      try (var result = found.resultSet()) {
        assertTrue(result.next());
        assertEquals("name " + id, result.getString(1));
      }
    }
    return shared.proxy.roundTrips() - before;
  }

  private static long count(TiercelConnection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery("select count(*) from t")) {
      result.next();
      return result.getLong(1);
    }
  }

  @EveryPostgres
  void looking_at_a_result_awaits_it(TestServer server) throws SQLException {
    try (var connection = connect(server);
        var pipeline = connection.pipeline()) {
      var inserted = pipeline.add("insert into t values (1), (2)");
      assertEquals(2, inserted.updateCount());
      assertEquals(2, count(connection));
    }
  }

  @EveryPostgres
  void a_failure_keeps_the_commit_from_happening(TestServer server) throws SQLException {
    try (var connection = connect(server);
        var insert = connection.prepareStatement("insert into t (id) values (?)")) {
      connection.setAutoCommit(false);
      var pipeline = connection.pipeline();
      insert.setInt(1, 1);
      var good = pipeline.add(insert);
      var bad = pipeline.add(insert);
      var behind = pipeline.add("insert into t values (3)");
      var thrown = assertThrows(SQLException.class, pipeline::commit);
      assertEquals("23505", thrown.getSQLState());
      assertEquals(1, good.updateCount());
      assertEquals("23505", assertThrows(SQLException.class, bad::updateCount).getSQLState());
      assertEquals("23505", assertThrows(SQLException.class, behind::updateCount).getSQLState());
      connection.rollback();
      assertEquals(0, count(connection));
      connection.setAutoCommit(true);
      assertThrows(SQLException.class, pipeline::commit);
      pipeline.close();
    }
  }

  @EveryPostgres
  void a_statement_may_use_what_one_before_it_creates(TestServer server) throws SQLException {
    try (var connection = connect(server);
        var pipeline = connection.pipeline()) {
      pipeline.add("create temp table u (id int)");
      pipeline.add("insert into u values (7)");
      var found = pipeline.add("select id from u");
      pipeline.await();
      try (var result = found.resultSet()) {
        assertTrue(result.next());
        assertEquals(7, result.getInt(1));
      }
    }
  }
}
