package io.tiercel.jpa.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ConnectionPoolTest {
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private static TestDatabase database;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static ConnectionPool pool(int minimumIdle, Duration idleTimeout) {
    return new ConnectionPool(
        ConnectionConfig.parse(database.jdbcUrl()).toBuilder().applicationName("pooled").build(),
        new PoolLimits(5, DEADLINE, minimumIdle, idleTimeout));
  }

  private static List<Connection> acquire(ConnectionPool pool, int count) {
    return Stream.generate(pool::acquire).limit(count).toList();
  }

  private static int processId(Connection connection) {
    int[] id = new int[1];
    connection.query("select pg_backend_pid()", row -> id[0] = row.getInt(0));
    return id[0];
  }

  /// The server processes of the pool's connections.
  private static Set<Integer> present() throws SQLException {
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select pid from pg_stat_activity where application_name = 'pooled'")) {
      Set<Integer> found = new TreeSet<>();
      while (rows.next()) {
        found.add(rows.getInt(1));
      }
      return found;
    }
  }

  private static void await(Set<Integer> expected) throws SQLException {
    long end = System.nanoTime() + DEADLINE.toNanos();
    Set<Integer> found = present();
    while (!found.equals(expected)) {
      assertTrue(System.nanoTime() < end, "expected %s, found %s".formatted(expected, found));
      found = present();
    }
  }

  @Test
  void what_is_idle_for_too_long_is_closed_down_to_the_minimum() throws SQLException {
    try (ConnectionPool pool = pool(1, SHORT)) {
      List<Connection> connections = acquire(pool, 3);
      int last = processId(connections.getLast());
      connections.forEach(pool::release);
      await(Set.of(last));
      Connection again = pool.acquire();
      assertEquals(last, processId(again));
      pool.release(again);
    }
  }

  @Test
  void a_minimum_of_none_leaves_none() throws SQLException {
    try (ConnectionPool pool = pool(0, SHORT)) {
      acquire(pool, 2).forEach(pool::release);
      await(Set.of());
      acquire(pool, 5).forEach(pool::release);
      await(Set.of());
    }
  }

  @Test
  void what_is_in_use_stays() throws SQLException {
    try (ConnectionPool pool = pool(0, SHORT)) {
      List<Connection> connections = acquire(pool, 3);
      Connection used = connections.getFirst();
      int kept = processId(used);
      connections.subList(1, 3).forEach(pool::release);
      await(Set.of(kept));
      assertEquals(kept, processId(used));
      pool.release(used);
      await(Set.of());
    }
  }

  @Test
  void what_was_closed_still_counts() throws SQLException {
    try (ConnectionPool pool = pool(0, SHORT)) {
      acquire(pool, 2).forEach(pool::release);
      long before = pool.statistics().roundTrips();
      await(Set.of());
      assertEquals(before, pool.statistics().roundTrips());
    }
  }

  @Test
  void closing_the_pool_does_not_wait_for_the_timeout() throws SQLException {
    ConnectionPool pool = pool(0, LONG);
    try (pool) {
      acquire(pool, 2).forEach(pool::release);
    }
    await(Set.of());
    assertEquals("ConnectionPool max=5 leased=0 idle=0 opening=0", pool.toString());
  }

  @Test
  void a_timeout_of_zero_and_a_long_one_close_nothing() throws SQLException {
    try (ConnectionPool brief = pool(0, SHORT);
        ConnectionPool never = pool(0, Duration.ZERO);
        ConnectionPool late = pool(0, LONG)) {
      Set<Integer> kept = new TreeSet<>();
      for (ConnectionPool pool : List.of(never, late)) {
        List<Connection> two = acquire(pool, 2);
        two.forEach(connection -> kept.add(processId(connection)));
        two.forEach(pool::release);
      }
      // What is given back after them and closed by its timeout shows that theirs had its time.
      acquire(brief, 2).forEach(brief::release);
      await(kept);
    }
  }

  @Test
  void threads_that_come_and_go_never_meet_a_closed_connection() throws InterruptedException {
    try (ConnectionPool pool = pool(0, Duration.ofNanos(1))) {
      List<Throwable> failures = new ArrayList<>();
      List<Thread> threads =
          IntStream.range(0, 4)
              .mapToObj(
                  n ->
                      Thread.ofVirtual()
                          .start(
                              () -> {
                                try {
                                  borrowOften(pool);
                                } catch (RuntimeException | AssertionError e) {
                                  synchronized (failures) {
                                    failures.add(e);
                                  }
                                }
                              }))
              .toList();
      for (Thread thread : threads) {
        assertTrue(thread.join(DEADLINE));
      }
      synchronized (failures) {
        assertEquals(List.of(), failures);
      }
    }
  }

  private static void borrowOften(ConnectionPool pool) {
    for (int i = 0; i < 50; i++) {
      Connection connection = pool.acquire();
      assertTrue(processId(connection) > 0);
      pool.release(connection);
    }
  }

  @Test
  void limits_that_make_no_sense_are_refused() {
    assertRefused("tiercel.pool.max-connections", () -> new PoolLimits(0, DEADLINE, 0, SHORT));
    assertRefused("tiercel.pool.minimum-idle", () -> new PoolLimits(1, DEADLINE, -1, SHORT));
    assertRefused(
        "tiercel.pool.idle-timeout", () -> new PoolLimits(1, DEADLINE, 0, Duration.ofMillis(-1)));
  }

  private static void assertRefused(String property, Executable limits) {
    String message = assertThrows(IllegalArgumentException.class, limits).toString();
    assertTrue(message.contains(property), message);
  }
}
