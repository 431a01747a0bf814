package io.tiercel.lab.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What pgjdbc says is known, so it is the measure of the counter.
@Timeout(60)
class CountingProxyTest {
  private TestDatabase database;
  private CountingProxy proxy;
  private Connection connection;

  @BeforeEach
  void connect() throws Exception {
    database = TestServer.v18().newDatabase();
    database.execute("create table t (i int)");
    proxy = CountingProxy.to(new InetSocketAddress(database.host(), database.port()));
    connection =
        DriverManager.getConnection(
            "jdbc:postgresql://%s:%d/%s"
                .formatted(
                    proxy.address().getHostString(), proxy.address().getPort(), database.name()),
            database.user(),
            database.password());
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    proxy.close();
    database.close();
  }

  @Test
  void a_query_in_autocommit_is_one_statement_and_one_round_trip() throws Exception {
    var before = proxy.counts();
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("select 1")) {
      row.next();
    }
    var counts = proxy.counts().since(before);
    assertEquals(1, counts.statements());
    assertEquals(1, counts.roundTrips());
    assertEquals(1, counts.syncs());
  }

  @Test
  void begin_travels_with_the_first_statement_and_commit_alone() throws Exception {
    connection.setAutoCommit(false);
    var before = proxy.counts();
    try (var statement = connection.createStatement()) {
      statement.executeUpdate("insert into t values (1)");
      connection.commit();
    }
    var counts = proxy.counts().since(before);
    assertEquals(3, counts.statements());
    assertEquals(2, counts.roundTrips());
  }

  @Test
  void a_batch_is_many_statements_and_few_round_trips() throws Exception {
    try (var insert = connection.prepareStatement("insert into t values (?)")) {
      insertBatch(insert, 50);
      var before = proxy.counts();
      insertBatch(insert, 50);
      var counts = proxy.counts().since(before);
      assertEquals(50, counts.count('B'));
      assertEquals(1, counts.roundTrips());
    }
  }

  private static void insertBatch(PreparedStatement insert, int size) throws Exception {
    for (int i = 0; i < size; i++) {
      insert.setInt(1, i);
      insert.addBatch();
    }
    insert.executeBatch();
  }
}
