package io.tiercel.cache.follow;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.Lsn;
import io.tiercel.wire.replication.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A database whose tables `item` and `note`, and others if wanted, are followed. Keys are the
/// columns `id`, as texts.
final class Followed implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);

  final TestDatabase database;
  final Coherence coherence = new Coherence();
  final Region<String, String> items = region("item");
  final Region<String, String> notes = region("note");
  private final List<FollowedTable<?>> tables = new ArrayList<>();
  private @Nullable Follower follower;

  /// The tables `item` and `note` are created unless they are there.
  Followed(TestDatabase database, String... preparation) {
    this.database = database;
    database.execute(preparation);
    database.execute(
        "create table if not exists item (id text primary key, name text)",
        "create table if not exists note (id text primary key, name text)");
    tables.add(table("item", items));
    tables.add(table("note", notes));
  }

  Region<String, String> region(String name) {
    return new Region<>(coherence, name, new ConcurrentHashMap<>());
  }

  static FollowedTable<String> table(String name, Region<String, String> region) {
    return new FollowedTable<>("public", name, region, Followed::key);
  }

  private static String key(Relation relation, Tuple row) {
    for (int i = 0; i < row.size(); i++) {
      if (relation.columns().get(i).name().equals("id")) {
        return Objects.requireNonNull(row.text(i));
      }
    }
    throw new IllegalStateException("no column id in " + relation);
  }

  Region<String, String> with(String name) {
    Region<String, String> region = region(name);
    tables.add(table(name, region));
    return region;
  }

  static ConnectionConfig config(TestDatabase database) {
    return ConnectionConfig.builder()
        .host(database.host(), database.port())
        .database(database.name())
        .user(database.user())
        .password(database.password())
        .build();
  }

  Followed start() {
    start(settings -> settings);
    awaitReady();
    return this;
  }

  void start(UnaryOperator<FollowerSettings> change) {
    FollowerSettings settings =
        FollowerSettings.of(config(database), "tiercel")
            .withProbePeriod(Duration.ofMillis(100))
            .withLongestPause(Duration.ofMillis(500));
    follower = Follower.start(change.apply(settings), coherence, tables);
  }

  /// Without the triggers that announce changes of definitions.
  Followed startPolling() {
    database.execute(
        "create publication tiercel with (publish_via_partition_root = true)",
        """
        do $$ declare t record; begin
          for t in select c.relname from pg_class c
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
              and not c.relispartition and c.relname not like 'item\\_%'
          loop execute format('alter publication tiercel add table %I', t.relname); end loop;
        end $$\
        """);
    start(FollowerSettings::withoutPreparing);
    awaitReady();
    return this;
  }

  Follower follower() {
    return Objects.requireNonNull(follower);
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      // Spinning would take a core from the server that is waited for.
      LockSupport.parkNanos(200_000);
    }
  }

  void awaitReady() {
    await("the stream", () -> coherence.session().settled() >= 0);
  }

  /// Stores rows as a reader does; they are there afterwards.
  void store(Region<String, String> region, String... keys) {
    for (String key : keys) {
      await("storing " + key, () -> isStored(region, key));
    }
  }

  boolean isStored(Region<String, String> region, String key) {
    Fill fill = coherence.beginFill();
    return region.get(key) != null || region.offer(key, "stored", fill, 0);
  }

  /// Executes, each in a transaction, and waits until the stream has brought that.
  void committed(String... statements) {
    database.execute(statements);
    awaitApplied();
  }

  void awaitApplied() {
    try (Connection connection = Connection.open(config(database))) {
      long position = position(connection);
      await(
          "the stream",
          () -> {
            StreamSession session = coherence.session();
            return session.settled() >= 0 && isApplied(session, position);
          });
    }
  }

  private static boolean isApplied(StreamSession session, long position) {
    try {
      return session.awaitApplied(position, 10_000_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a test", e);
    }
  }

  static long position(Connection connection) {
    return Lsn.parse(
            Objects.requireNonNull(
                connection.simpleQuery("select pg_current_wal_insert_lsn()").getFirst().getFirst()))
        .value();
  }

  void isStillStored(Region<String, String> region, String key) {
    await("the use of " + key, () -> !region.isSuspended());
    assertNotNull(region.get(key), key);
  }

  void stop() {
    if (follower != null) {
      follower.close();
    }
  }

  @Override
  public void close() {
    stop();
    database.close();
  }
}
