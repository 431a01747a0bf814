package io.tiercel.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.EventualReads;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.observe.Meter;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a cache tells of itself.
@Timeout(120)
class ObservedCacheTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private record Text(int bytes) implements CachedValue {}

  private static SharedCache cache(TestDatabase database) {
    return SharedCache.of(
        CacheSettings.of(
                ConnectionConfig.builder()
                    .host(database.host(), database.port())
                    .database(database.name())
                    .user(database.user())
                    .password(database.password())
                    .build())
            .withProbePeriod(Duration.ofMillis(100)));
  }

  private static RowRegion region(SharedCache cache, String table) {
    return cache.region(
        table,
        List.of(
            new CachedTable(
                "", table, List.of(new KeyColumn("id", Integer.class)), values -> values[0])));
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static void store(SharedCache cache, RowRegion region, int id, int bytes) {
    await(
        "storing " + id,
        () -> {
          Fill fill = cache.coherence().beginFill();
          region.offer(id, new Text(bytes), fill, 0);
          return region.peek(id) != null;
        });
  }

  @Test
  void its_figures_are_those_of_what_it_did() throws InterruptedException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        SharedCache cache = cache(database)) {
      database.execute(
          "create table a (id int primary key)", "create table b (id int primary key)");
      RowRegion a = region(cache, "a");
      RowRegion b = region(cache, "b");
      assertTrue(cache.await(LIMIT));
      store(cache, a, 1, 1_000);
      store(cache, a, 2, 1_000);
      store(cache, b, 1, 5_000);
      assertNotNull(a.hit(new EventualReads(), 1));
      var unused = b.hit(new EventualReads(), 7);
      CacheStatistics now = cache.snapshot();
      assertEquals(CacheState.Phase.FOLLOWING, now.state().phase());
      assertEquals(1, now.stretches());
      assertEquals(3, now.rows());
      assertEquals(1, now.regions().getFirst().hits());
      assertTrue(now.settled() > 0 && now.applied() >= now.settled(), now.toString());
      assertEquals(now.bytes(), cache.bytesOfRegions().values().stream().mapToLong(n -> n).sum());
      assertTrue(cache.bytesOfRegions().getOrDefault("b", 0L) > 5_000);
      await("a proof", () -> cache.snapshot().proved() != null);
      List<Meter> meters = cache.meters();
      assertEquals(1, value(meters, "tiercel.cache.gets", "result", "hit", "a"));
      assertEquals(1, value(meters, "tiercel.cache.gets", "result", "miss", "b"));
      assertEquals(2, value(meters, "tiercel.cache.puts", "region", "a", "a"));
      meters.forEach(
          meter -> assertTrue(Double.isFinite(meter.value().getAsDouble()), meter.toString()));
      database.execute(
          "select pg_terminate_backend(active_pid) from pg_replication_slots"
              + " where database = current_database()");
      await("another stretch", () -> cache.snapshot().stretches() == 2);
    }
  }

  private static double value(
      List<Meter> meters, String name, String tag, String tagValue, String region) {
    return meters.stream()
        .filter(meter -> meter.name().equals(name) && region.equals(meter.tags().get("region")))
        .filter(meter -> tagValue.equals(meter.tags().get(tag)))
        .findFirst()
        .orElseThrow()
        .value()
        .getAsDouble();
  }

  @Test
  void the_flight_recorder_has_its_events(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("cache.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("io.tiercel.cache.Stream");
      recording.enable("io.tiercel.cache.Table");
      recording.enable("io.tiercel.cache.Region").withPeriod(Duration.ofMillis(20));
      recording.start();
      try (TestDatabase database = TestServer.v18().newDatabase();
          SharedCache cache = cache(database)) {
        database.execute("create unlogged table a (id int primary key)");
        RowRegion a = region(cache, "a");
        assertTrue(cache.await(LIMIT));
        assertNotNull(a.unfit());
        var unused = a.hit(new EventualReads(), 7);
        await("the periodic event", () -> has(recording, file, "Region", "misses", 1L));
      }
      assertTrue(has(recording, file, "Stream", "follows", true));
      assertTrue(has(recording, file, "Table", "cached", false));
      assertTrue(has(recording, file, "Table", "mend", "ALTER TABLE \"public\".\"a\" SET LOGGED"));
    }
  }

  private static boolean has(
      Recording recording, Path file, String event, String field, Object value) {
    try {
      recording.dump(file);
      for (RecordedEvent each : RecordingFile.readAllEvents(file)) {
        if (each.getEventType().getName().equals("io.tiercel.cache." + event)
            && value.equals(each.getValue(field))) {
          return true;
        }
      }
      Files.delete(file);
      return false;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
