package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Three JVMs with shared caches on one database, each of which writes, beside one that writes
/// through JDBC and is nobody's. They are killed at random and started again; after each round each
/// compares what it has stored with the table.
///
/// Goes on for 20 seconds, or for as many as the system property `tiercel.nodes.seconds` says. A
/// failure tells the seed, which `tiercel.nodes.seed` repeats, as far as that can be repeated.
@NullUnmarked
class CacheNodesTest {
  private static final int NODES = 3;
  private static final long QUIET_NANOS = 60_000_000_000L;
  private static final int WRITES_OF_A_ROUND = 300;
  private static final Duration WHOLE =
      Duration.ofSeconds(Integer.getInteger("tiercel.nodes.seconds", 20));

  private final long seed = Long.getLong("tiercel.nodes.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @Test
  @Timeout(3600)
  void what_three_nodes_have_stored_is_right_after_each_round() throws Exception {
    List<CacheNode> nodes = new ArrayList<>();
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection writer = database.connect()) {
      try {
        database.execute(
            "create table counter (id int primary key, value bigint not null)",
            "insert into counter select i, 0 from generate_series(0, %d) i"
                .formatted(CacheNode.ROWS - 1));
        for (int i = 0; i < NODES; i++) {
          nodes.add(node(database));
        }
        for (CacheNode node : nodes) {
          node.awaitReady();
        }
        long deadline = System.nanoTime() + WHOLE.toNanos();
        long compared = 0;
        int killed = 0;
        int rounds = 0;
        while (rounds < 2 || System.nanoTime() < deadline) {
          int victim = random.nextInt(2 * NODES);
          int moment = random.nextInt(WRITES_OF_A_ROUND);
          for (int i = 0; i < WRITES_OF_A_ROUND; i++) {
            write(writer);
            if (i == moment && victim < NODES) {
              nodes.get(victim).kill();
              nodes.set(victim, node(database));
              killed++;
            }
          }
          if (victim < NODES) {
            nodes.get(victim).awaitReady();
          }
          compared += compared(nodes, writer);
          rounds++;
        }
        long rows = compared;
        assertTrue(rows > rounds, () -> "only %d rows were compared".formatted(rows));
        System.out.printf(
            "%d rounds, %d nodes killed, %d stored rows compared, seed %d%n",
            rounds, killed, compared, seed);
      } finally {
        nodes.forEach(CacheNode::close);
      }
    }
  }

  private CacheNode node(TestDatabase database) throws IOException {
    return new CacheNode(database.jdbcUrl(), random.nextLong());
  }

  private void write(Connection writer) throws SQLException {
    try (var statement =
        writer.prepareStatement("update counter set value = value + 1 where id = ?")) {
      statement.setInt(1, random.nextInt(CacheNode.ROWS));
      statement.executeUpdate();
    }
  }

  /// A transaction of a node that was killed may still be about to commit.
  private static void awaitQuiet(Connection oracle) throws SQLException {
    long deadline = System.nanoTime() + QUIET_NANOS;
    try (var statement = oracle.createStatement()) {
      boolean isQuiet = false;
      while (!isQuiet) {
        assertTrue(System.nanoTime() < deadline, "transactions went on");
        try (var rows =
            statement.executeQuery(
                "select not exists (select from pg_stat_activity where backend_xid is not null"
                    + " and datname = current_database() and pid <> pg_backend_pid())")) {
          rows.next();
          isQuiet = rows.getBoolean(1);
        }
      }
    }
  }

  private long compared(List<CacheNode> nodes, Connection oracle) throws IOException, SQLException {
    for (CacheNode node : nodes) {
      String unused = node.ask("pause");
    }
    awaitQuiet(oracle);
    long compared = 0;
    for (CacheNode node : nodes) {
      String answer = node.ask("compare");
      assertTrue(answer.startsWith("right "), () -> "seed %d: %s".formatted(seed, answer));
      compared += Long.parseLong(answer.split(" ", -1)[1]);
    }
    for (CacheNode node : nodes) {
      String unused = node.ask("go");
    }
    return compared;
  }
}
