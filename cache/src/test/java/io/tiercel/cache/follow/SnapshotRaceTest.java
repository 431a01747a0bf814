package io.tiercel.cache.follow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.EventualReads;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.Reads;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.SnapshotReads;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Transactions of one snapshot that mix what is stored with what they read, on a real server,
/// while others move amounts between rows: the sum must be what it always was. The same run sees
/// hits of no level fail, else it would prove nothing.
@Timeout(240)
class SnapshotRaceTest {
  private static final int ACCOUNTS = 24;
  private static final long TOTAL = ACCOUNTS * 100L;
  private static final long LIMIT_NANOS = 90_000_000_000L;
  private static final long PAUSE_NANOS = 2_000_000;
  private static final long TIMEOUT_NANOS = 20_000_000;

  private final Coherence coherence = new Coherence();
  private final Region<Integer, Long> accounts =
      new Region<>(coherence, "account", new ConcurrentHashMap<>());
  private final LongAdder transactions = new LongAdder();
  private final LongAdder hits = new LongAdder();
  private final LongAdder reads = new LongAdder();
  private final ConcurrentLinkedQueue<String> wrongSums = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean stop = new AtomicBoolean();

  private interface Work {
    void once(Connection connection) throws InterruptedException;
  }

  private interface Level {
    Reads of(Fill fill, Connection connection);
  }

  private Thread thread(ConnectionConfig config, Work work) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try (Connection connection = Connection.open(config)) {
                while (!stop.get()) {
                  work.once(connection);
                }
              } catch (RuntimeException | InterruptedException e) {
                failures.add(e.toString());
                stop.set(true);
              }
            });
  }

  private static void transfer(Connection connection) {
    int from = ThreadLocalRandom.current().nextInt(ACCOUNTS) + 1;
    int to = from % ACCOUNTS + 1;
    // In this order, so that two of them cannot wait for each other.
    connection.simpleQuery(
        "begin; update account set amount = amount - 1 where id = %d;".formatted(Math.min(from, to))
            + "update account set amount = amount + 1 where id = %d; commit"
                .formatted(Math.max(from, to)));
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private void sum(Connection connection, Level level) throws InterruptedException {
    Fill fill = coherence.beginFill();
    connection.simpleQuery("begin isolation level repeatable read");
    Reads served = level.of(fill, connection);
    long sum = 0;
    for (int id = 1; id <= ACCOUNTS; id++) {
      Entry<Long> hit = served.hit(accounts, id);
      if (hit != null) {
        hits.increment();
        sum += hit.value();
        continue;
      }
      reads.increment();
      String amount =
          connection
              .simpleQuery("select amount from account where id = " + id)
              .getFirst()
              .getFirst();
      long read = Long.parseLong(Objects.requireNonNull(amount));
      accounts.offer(id, read, fill, 0);
      sum += read;
    }
    connection.simpleQuery("commit");
    transactions.increment();
    if (sum != TOTAL) {
      wrongSums.add("%d instead of %d".formatted(sum, TOTAL));
    }
  }

  private interface End {
    boolean isReached();
  }

  private void run(Level level, End end) throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      database.execute(
          "create table account (id int primary key, amount bigint not null)",
          "insert into account select i, 100 from generate_series(1, %d) i".formatted(ACCOUNTS));
      ConnectionConfig config = Followed.config(database);
      try (Follower _ =
          Follower.start(
              FollowerSettings.of(config, "tiercel"),
              coherence,
              List.of(
                  new FollowedTable<>(
                      "public",
                      "account",
                      accounts,
                      (relation, row) -> Integer.valueOf(Objects.requireNonNull(row.text(0))))))) {
        Followed.await("the stream", () -> coherence.session().settled() >= 0);
        List<Thread> threads = new ArrayList<>();
        threads.add(thread(config, SnapshotRaceTest::transfer));
        threads.add(thread(config, SnapshotRaceTest::transfer));
        threads.add(thread(config, connection -> sum(connection, level)));
        threads.add(thread(config, connection -> sum(connection, level)));
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!stop.get() && !end.isReached() && System.nanoTime() < deadline) {
          LockSupport.parkNanos(200_000);
        }
        stop.set(true);
        for (Thread each : threads) {
          each.join();
        }
      }
    }
    System.out.println(this);
    assertEquals(List.of(), List.copyOf(failures));
  }

  @Override
  public String toString() {
    return "%d transactions, %d hits, %d reads, %d wrong sums"
        .formatted(transactions.sum(), hits.sum(), reads.sum(), wrongSums.size());
  }

  @Test
  void a_snapshot_is_served_what_it_would_read() throws InterruptedException {
    run(
        (fill, connection) ->
            SnapshotReads.placed(fill, () -> Followed.position(connection), TIMEOUT_NANOS),
        () -> transactions.sum() >= 300 && hits.sum() >= 1_000);
    assertEquals(List.of(), List.copyOf(wrongSums), toString());
    assertTrue(transactions.sum() >= 300 && hits.sum() >= 1_000, toString());
  }

  @Test
  void hits_of_whatever_is_stored_are_seen_to_fail() throws InterruptedException {
    run((fill, connection) -> new EventualReads(), () -> !wrongSums.isEmpty());
    assertTrue(!wrongSums.isEmpty(), toString());
  }
}
