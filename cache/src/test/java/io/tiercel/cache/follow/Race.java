package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.OwnWrite;
import io.tiercel.cache.coherence.Region;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.replication.Lsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// Readers that store what they read, writers that the node knows and writers that it does not, on
/// few rows. After each round, when nobody writes any more and the stream has caught up, every
/// stored row is compared with the table: what is wrong then stays wrong for good.
final class Race implements AutoCloseable {
  private static final int KEYS = 32;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ConnectionConfig config;
  private final Coherence coherence;
  private final Region<Integer, Long> items;
  private final Follower follower;

  final LongAdder writes = new LongAdder();
  final LongAdder hits = new LongAdder();
  final LongAdder compared = new LongAdder();
  final LongAdder stale = new LongAdder();

  /// Own commits that were answered and that a hit behind them did not show.
  final LongAdder unseen = new LongAdder();

  final ConcurrentLinkedQueue<String> findings = new ConcurrentLinkedQueue<>();

  /// @param isJournaled whether changes are learnt of by way of the journal
  Race(TestDatabase database, Coherence coherence, boolean isJournaled) {
    config =
        ConnectionConfig.builder()
            .host(database.host(), database.port())
            .database(database.name())
            .user(database.user())
            .password(database.password())
            .build();
    this.coherence = coherence;
    items = new Region<>(coherence, "item", new ConcurrentHashMap<>());
    database.execute(
        "create table item (id int primary key, version bigint not null)",
        "insert into item select i, 0 from generate_series(1, %d) i".formatted(KEYS),
        "create publication tiercel for table item");
    follower =
        Follower.start(
            isJournaled
                ? FollowerSettings.of(config, "tiercel").byJournal()
                : FollowerSettings.of(config, "tiercel"),
            coherence,
            List.of(
                new FollowedTable<>(
                    "public",
                    "item",
                    items,
                    (relation, row) -> Integer.valueOf(Objects.requireNonNull(row.text(0))))));
  }

  ConnectionConfig config() {
    return config;
  }

  void round(Duration duration) throws InterruptedException {
    awaitSettled();
    var stop = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      threads.add(run(connection -> foreignWrite(connection, key()), stop));
      threads.add(run(connection -> read(connection, key()), stop));
    }
    threads.add(run(connection -> ownWrite(connection, key()), stop));
    threads.add(run(connection -> ownWrite(connection, key()), stop));
    Thread.sleep(duration); // the length of a round, not a wait for something
    stop.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    compare();
  }

  private static int key() {
    return ThreadLocalRandom.current().nextInt(KEYS) + 1;
  }

  private interface Work {
    void once(Connection connection);
  }

  private Thread run(Work work, AtomicBoolean stop) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try (Connection connection = Connection.open(config)) {
                while (!stop.get()) {
                  work.once(connection);
                }
              } catch (RuntimeException e) {
                findings.add(e.toString());
              }
            });
  }

  private void foreignWrite(Connection connection, int key) {
    connection.simpleQuery("update item set version = version + 1 where id = " + key);
    writes.increment();
  }

  private void ownWrite(Connection connection, int key) {
    OwnWrite write = coherence.beginWrite();
    write.writes(items, key, null);
    long version =
        number(
            connection,
            "begin; update item set version = version + 1 where id = %d returning version"
                .formatted(key));
    int xid = (int) number(connection, "select pg_current_xact_id()");
    write.writes(items, key, version);
    write.beginCommit();
    connection.simpleQuery("commit");
    write.committed(xid, position(connection));
    writes.increment();
    Long seen = items.get(key);
    if (seen != null && seen < version) {
      unseen.increment();
      findings.add("own version %d of %d is not seen, but %d".formatted(version, key, seen));
    }
  }

  private void read(Connection connection, int key) {
    if (items.get(key) != null) {
      hits.increment();
      return;
    }
    Fill fill = coherence.beginFill();
    long version = number(connection, "select version from item where id = " + key);
    items.offer(key, version, fill, 0);
  }

  private void compare() throws InterruptedException {
    try (Connection connection = Connection.open(config)) {
      foreignWrite(connection, 1);
      long marker = position(connection);
      if (!coherence.session().awaitApplied(marker, LIMIT.toNanos())) {
        findings.add("the stream did not catch up");
        return;
      }
      for (int key = 1; key <= KEYS; key++) {
        Long stored = items.get(key);
        if (stored != null) {
          compared.increment();
          long version = number(connection, "select version from item where id = " + key);
          if (stored != version) {
            stale.increment();
          }
        }
      }
    }
  }

  void awaitSettled() {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (coherence.session().settled() < 0) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the follower has not connected in time");
      }
      LockSupport.parkNanos(200_000);
    }
  }

  private static long number(Connection connection, String sql) {
    return Long.parseLong(Objects.requireNonNull(connection.simpleQuery(sql).getLast().getFirst()));
  }

  private static long position(Connection connection) {
    return Lsn.parse(
            Objects.requireNonNull(
                connection.simpleQuery("select pg_current_wal_insert_lsn()").getFirst().getFirst()))
        .value();
  }

  @Override
  public void close() {
    follower.close();
  }

  @Override
  public String toString() {
    return "%d writes, %d hits, %d stored rows compared, %d wrong for good, %d own not seen, %s"
        .formatted(writes.sum(), hits.sum(), compared.sum(), stale.sum(), unseen.sum(), findings);
  }
}
