package io.tiercel.jdbc.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Timeout;

/// Nothing grows with the number of operations: descriptors, direct buffers, the live heap,
/// sessions, prepared statements and portals of the server, threads.
/// `-Dtiercel.test.operations=1000000` runs it for long; then it prints what
/// it counts.
@Timeout(7200)
class LeakTest {
  private static final int OPERATIONS = Integer.getInteger("tiercel.test.operations", 4_000);
  private static final int WARM_UP = 2_000;
  private static final int AT_ONCE = 50_000;
  private static final int CONNECTIONS = 4;
  private static final int RECONNECT_EVERY = 50;
  private static final long MB = 1024 * 1024;

  /// What is held at one moment.
  private record Holdings(
      long descriptors, long directBytes, long heapBytes, int threads, int sessions) {}

  @EveryPostgres
  void operations_leave_nothing_behind(TestServer server) throws Exception {
    long seed = Long.getLong("tiercel.fuzz.seed", System.nanoTime());
    var random = new Random(seed);
    var operations = new Operations(random);
    var connections = new ArrayList<Connection>();
    try (var database = server.newDatabase();
        var observer = database.connect()) {
      database.execute("create table item (id int, name text)");
      for (int i = 0; i < CONNECTIONS; i++) {
        connections.add(open(database));
      }
      run(operations, connections, database, random, WARM_UP);
      Holdings before = holdings(observer);
      Holdings after = before;
      for (int done = 0; done < OPERATIONS; done += AT_ONCE) {
        run(operations, connections, database, random, Math.min(AT_ONCE, OPERATIONS - done));
        after = holdings(observer);
        if (OPERATIONS > AT_ONCE) {
          System.out.printf("after %d operations on %s: %s%n", done + AT_ONCE, server, after);
        }
      }
      String what = "seed %d: %s, then %s".formatted(seed, before, after);
      assertTrue(after.descriptors() <= before.descriptors() + 8, what);
      assertTrue(after.directBytes() <= before.directBytes() + 2 * MB, what);
      assertTrue(after.heapBytes() <= before.heapBytes() + 8 * MB, what);
      assertTrue(after.threads() <= before.threads() + 4, what);
      assertEquals(before.sessions(), after.sessions(), what);
      for (Connection connection : connections) {
        // The cache, and those whose Close rides along with the next statement.
        assertTrue(count(connection, "pg_prepared_statements") <= 256 + 8, what);
        assertTrue(count(connection, "pg_cursors where name <> ''") <= 1, what);
      }
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private static void run(
      Operations operations,
      List<Connection> connections,
      TestDatabase database,
      Random random,
      int count)
      throws SQLException {
    for (int i = 0; i < count; i++) {
      int at = random.nextInt(CONNECTIONS);
      if (i % RECONNECT_EVERY == 0) {
        connections.get(at).close();
        connections.set(at, open(database));
      }
      operations.one(connections.get(at));
    }
  }

  private static Connection open(TestDatabase database) throws SQLException {
    return Objects.requireNonNull(new TiercelDriver().connect(database.jdbcUrl(), null));
  }

  private static Holdings holdings(Connection observer) throws SQLException, IOException {
    return new Holdings(
        descriptors(),
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum(),
        liveHeap(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        awaitSessions(observer));
  }

  /// A process ends a moment after its client has said goodbye.
  private static int awaitSessions(Connection observer) throws SQLException {
    long deadline = System.nanoTime() + 20_000_000_000L;
    int sessions;
    do {
      sessions =
          count(
              observer,
              "pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()");
    } while (sessions > CONNECTIONS && System.nanoTime() < deadline);
    return sessions;
  }

  /// The smallest of a few collections: what nobody holds may take more than one to go.
  private static long liveHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  /// Zero where the operating system does not tell.
  private static long descriptors() throws IOException {
    Path own = Path.of("/proc/self/fd");
    if (!Files.isDirectory(own)) {
      return 0;
    }
    try (var open = Files.list(own)) {
      return open.count();
    }
  }

  private static int count(Connection connection, String from) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from " + from)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
