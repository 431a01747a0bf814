package io.tiercel.cache;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.tier.TierSettings;
import io.tiercel.cache.tiered.RowCodec;
import io.tiercel.cache.tiered.TieredStatistics;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One run of a node that caches the table `item` with a heap that is far too small, and a tier.
final class TieredNode implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);
  static final int HEAP_ROWS = 50;
  static final int ROWS = 1_000;

  private record Text(String text) implements CachedValue {
    @Override
    public int bytes() {
      return 800;
    }
  }

  /// Ids are numbers.
  private static final class Texts implements RowCodec<CachedValue> {
    @Override
    public String layout() {
      return "test 1";
    }

    @Override
    public byte @Nullable [] key(Object id) {
      return ByteBuffer.allocate(Long.BYTES).putLong((Long) id).array();
    }

    @Override
    public Object id(byte[] key) {
      return ByteBuffer.wrap(key).getLong();
    }

    @Override
    public Object[] columns(Object id) {
      return new Object[] {id};
    }

    @Override
    public byte @Nullable [] encode(CachedValue row) {
      return ((Text) row).text().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public CachedValue decode(byte[] bytes, int offset, int length) {
      return new Text(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }
  }

  final SharedCache cache;
  final RowRegion region;
  final Connection connection;
  private final ConnectionConfig config;

  TieredNode(TestDatabase database, TierSettings tier) throws InterruptedException {
    this(database, tier, CacheSettings.of(config(database)).probePeriod());
  }

  TieredNode(TestDatabase database, TierSettings tier, Duration probePeriod)
      throws InterruptedException {
    config = config(database);
    cache =
        SharedCache.of(
            CacheSettings.of(config)
                .withMaxBytes(HEAP_ROWS * 1_000L)
                .withTier(tier)
                .withProbePeriod(probePeriod));
    region = cache.region("item", tables(), codec());
    assertTrue(cache.await(LIMIT), "it did not start in time");
    await("the tier", cache::isTierVerified);
    connection = Connection.open(config);
  }

  static ConnectionConfig config(TestDatabase database) {
    return ConnectionConfig.builder()
        .host(database.host(), database.port())
        .database(database.name())
        .user(database.user())
        .password(database.password())
        .build();
  }

  static List<CachedTable> tables() {
    return List.of(
        new CachedTable("", "item", List.of(new KeyColumn("id", Long.class)), values -> values[0]));
  }

  static RowCodec<CachedValue> codec() {
    return new Texts();
  }

  /// Reads a row as a session would.
  void read(long id) {
    Fill fill = cache.coherence().beginFill();
    connection.query(
        "select v from item where id = $1",
        row -> region.offer(id, new Text(String.valueOf(row.getString(0))), fill, 0),
        id);
  }

  void readAll() {
    await(
        "storing all",
        () -> {
          for (long id = 0; id < ROWS; id++) {
            if (text(id) == null) {
              read(id);
            }
          }
          return stored() == ROWS;
        });
  }

  @Nullable String text(long id) {
    return region.peek(id) instanceof Text(String text) ? text : null;
  }

  int stored() {
    int stored = 0;
    for (long id = 0; id < ROWS; id++) {
      stored += text(id) == null ? 0 : 1;
    }
    return stored;
  }

  TieredStatistics statistics() {
    TieredStatistics known = cache.tier();
    assertNotNull(known);
    return known;
  }

  void awaitStamped() {
    awaitStamped(ROWS);
  }

  void awaitStamped(int rows) {
    await("stamps", () -> statistics().stamped() >= rows);
  }

  /// What is stored is what the table has.
  void compare(String when) throws InterruptedException {
    // Its own may have gone with a server.
    try (Connection asked = Connection.open(config)) {
      compare(when, asked);
    }
  }

  private void compare(String when, Connection asked) throws InterruptedException {
    long position =
        asked
            .queryList(
                "select (pg_current_wal_insert_lsn() - '0/0')::bigint", row -> row.getLong(0))
            .getFirst();
    assertTrue(cache.coherence().session().awaitApplied(position, LIMIT.toNanos()));
    Map<Long, String> table = new HashMap<>();
    asked.query(
        "select id, v from item",
        row -> table.put(row.getLong(0), String.valueOf(row.getString(1))));
    for (long id = 0; id < ROWS; id++) {
      String text = text(id);
      assertTrue(
          text == null || text.equals(table.get(id)),
          "%s: row %d is %s, and %s is stored".formatted(when, id, table.get(id), text));
    }
  }

  @Override
  public void close() {
    connection.close();
    cache.close();
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  static void create(TestDatabase database) {
    database.execute(
        "create table item (id bigint primary key, v text not null)",
        "insert into item select i, 'first ' || i from generate_series(0, %d) i"
            .formatted(ROWS - 1));
  }
}
