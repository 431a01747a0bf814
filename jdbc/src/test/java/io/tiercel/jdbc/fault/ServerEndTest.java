package io.tiercel.jdbc.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The server, or the process behind a connection, ends while every kind of exchange runs over and
/// over: each ends with the server's word or as a lost connection, and what is stored is all or
/// nothing, by what the client was told.
@Timeout(180)
class ServerEndTest {
  private static final int USUAL_ROUNDS = 2;

  /// The server's word that it ends, and the loss of the line, told at once or to the next use.
  private static final Set<String> ENDS = Set.of("57P01", "57P02", "08003", "08006", "08007");

  private final AtomicInteger lastTag = new AtomicInteger();

  /// Ends the server or the processes of these connections.
  private interface End {
    void come(TestServer server, List<Integer> processes) throws Exception;
  }

  /// Makes the server usable again.
  private interface Again {
    void come(TestServer server);
  }

  /// What a thread did until the end came.
  private record Story(Exchange exchange, List<Integer> done, int last, SQLException failure) {}

  @Test
  void processes_that_are_terminated() throws Exception {
    assertEnds(
        (server, processes) ->
            server.execute(
                "select pg_terminate_backend(process) from unnest(array%s) process"
                    .formatted(processes)),
        server -> {});
  }

  @Test
  void a_process_that_is_killed_and_takes_all_others_along() throws Exception {
    assertEnds(
        (server, processes) ->
            assertTrue(ProcessHandle.of(processes.getFirst()).orElseThrow().destroyForcibly()),
        ServerEndTest::awaitRecovery);
  }

  @Test
  void a_server_that_stops_in_order() throws Exception {
    assertEnds((server, processes) -> server.stop(), TestServer::restart);
  }

  @Test
  void a_server_that_is_killed() throws Exception {
    assertEnds((server, processes) -> server.kill(), TestServer::restart);
  }

  /// After a crash of one process the server recovers by itself.
  private static void awaitRecovery(TestServer server) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    SQLException last = null;
    while (System.nanoTime() < deadline) {
      try (var connection = server.defaultDatabase().connect()) {
        assertTrue(connection.isValid(10));
        return;
      } catch (SQLException e) {
        last = e;
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }
    throw new AssertionError("the server does not recover", last);
  }

  private void assertEnds(End end, Again again) throws Exception {
    try (var server = TestServer.start(TestServerOptions.defaults());
        var threads = Executors.newCachedThreadPool()) {
      TestDatabase database = server.newDatabase();
      database.execute("create table item (tag int, number int)", "create index on item (tag)");
      var begun = new CountDownLatch(USUAL_ROUNDS * Exchange.values().length);
      var processes = new ArrayList<Integer>();
      Map<Exchange, Future<Story>> running = startAll(database, threads, begun, processes);
      assertTrue(begun.await(60, TimeUnit.SECONDS), "every exchange went through a few times");
      end.come(server, processes);
      var stories = new ArrayList<Story>();
      for (Future<Story> story : running.values()) {
        stories.add(story.get(60, TimeUnit.SECONDS));
      }
      again.come(server);
      assertStored(database, stories);
    }
  }

  private Map<Exchange, Future<Story>> startAll(
      TestDatabase database, ExecutorService threads, CountDownLatch begun, List<Integer> processes)
      throws SQLException {
    var running = new EnumMap<Exchange, Future<Story>>(Exchange.class);
    for (Exchange exchange : Exchange.values()) {
      Connection connection =
          Objects.requireNonNull(new TiercelDriver().connect(database.jdbcUrl(), null));
      processes.add(connection.unwrap(TiercelConnection.class).backendProcessId());
      Callable<Story> repeating = () -> repeat(exchange, connection, begun);
      running.put(exchange, threads.submit(repeating));
    }
    return running;
  }

  private Story repeat(Exchange exchange, Connection connection, CountDownLatch begun)
      throws SQLException {
    var done = new ArrayList<Integer>();
    while (true) {
      int tag = lastTag.incrementAndGet();
      try {
        connection.setAutoCommit(true);
        exchange.run(connection, tag);
        done.add(tag);
        if (done.size() <= USUAL_ROUNDS) {
          begun.countDown();
        }
      } catch (SQLException e) {
        assertLost(exchange, connection, e);
        return new Story(exchange, done, tag, e);
      }
    }
  }

  private static void assertLost(Exchange exchange, Connection connection, SQLException failure)
      throws SQLException {
    // A cancel request goes over a connection of its own, which may be refused first.
    boolean isCancelled = exchange == Exchange.CANCEL && "57014".equals(failure.getSQLState());
    String sqlState = Objects.requireNonNullElse(failure.getSQLState(), "");
    if (exchange == Exchange.CANCEL && sqlState.startsWith("08") && !connection.isClosed()) {
      connection.close();
      return;
    }
    if (isCancelled || !ENDS.contains(sqlState)) {
      throw new AssertionError(exchange + " does not say that the server ended", failure);
    }
    assertTrue(connection.isClosed(), () -> exchange + " leaves its connection open");
    assertFalse(connection.isValid(5));
    connection.close();
  }

  private static void assertStored(TestDatabase database, List<Story> stories) throws SQLException {
    Map<Integer, Integer> stored = stored(database);
    for (Story story : stories) {
      int expected = story.exchange().stored;
      for (int tag : story.done()) {
        assertEquals(expected, stored.getOrDefault(tag, 0), () -> "committed by " + story);
      }
      int last = stored.getOrDefault(story.last(), 0);
      assertTrue(last == 0 || last == expected, () -> last + " rows are left of " + story);
      if (last > 0
          && story.exchange().hasTransaction()
          && !"08007".equals(story.failure().getSQLState())) {
        throw new AssertionError(story.exchange() + " was committed", story.failure());
      }
    }
  }

  private static Map<Integer, Integer> stored(TestDatabase database) throws SQLException {
    var stored = new HashMap<Integer, Integer>();
    try (var connection = database.connect();
        var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select tag, count(*) from item group by tag")) {
      while (rows.next()) {
        stored.put(rows.getInt(1), rows.getInt(2));
      }
    }
    return stored;
  }
}
