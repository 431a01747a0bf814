package io.tiercel.cache.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the store returns, while it runs.
@Timeout(120)
class TierStoreTest {
  private static final long MIB = 1L << 20;

  private final Path directory;

  TierStoreTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void what_was_put_is_returned_until_it_is_replaced_or_removed() {
    try (TierStore store = Entries.open(directory, MIB)) {
      assertNull(store.get(Entries.LAYOUT, Entries.key(1)));
      assertTrue(Entries.put(store, 1, 1));
      assertTrue(Entries.put(store, 2, 1));
      assertEquals(1, Entries.version(store, 1));
      assertTrue(Entries.put(store, 1, 2));
      assertEquals(2, Entries.version(store, 1));
      assertNull(store.get(Entries.LAYOUT + 1, Entries.key(1)), "of another layout");
      store.remove(Entries.LAYOUT, Entries.key(1));
      assertEquals(-1, Entries.version(store, 1));
      assertEquals(1, Entries.version(store, 2));
      assertEquals(1, store.statistics().rows());
    }
  }

  @Test
  void keys_and_values_may_be_empty() {
    try (TierStore store = Entries.open(directory, MIB)) {
      assertTrue(store.put(1, new byte[0], new byte[0], Admission.NONE));
      Stored empty = store.get(1, new byte[0]);
      assertNotNull(empty);
      assertEquals(0, empty.value().length);
      assertNull(store.get(1, new byte[1]));
    }
  }

  @Test
  void a_walk_meets_every_record_while_others_overwrite_numbers_of_them() throws Exception {
    int records = 2_000;
    try (TierStore store = Entries.open(directory, 32 * MIB)) {
      List<Stored> all = new ArrayList<>();
      for (int id = 0; id < records; id++) {
        assertTrue(Entries.put(store, id, 1));
        Stored record = store.get(Entries.LAYOUT, Entries.key(id));
        assertNotNull(record);
        all.add(record);
      }
      AtomicBoolean isOver = new AtomicBoolean();
      List<CompletableFuture<Void>> writers = new ArrayList<>();
      for (int writer = 0; writer < 3; writer++) {
        writers.add(
            CompletableFuture.runAsync(
                () -> {
                  while (!isOver.get()) {
                    all.forEach(record -> store.admit(record, new Admission(1, 2, 3, 4, 5)));
                  }
                }));
      }
      try {
        for (int walk = 0; walk < 300; walk++) {
          Set<Long> met = new HashSet<>();
          Place place = Place.START;
          Place next = store.scan(place, 700, record -> met.add(Entries.id(record)));
          while (!next.equals(place)) {
            place = next;
            next = store.scan(place, 700, record -> met.add(Entries.id(record)));
          }
          assertEquals(records, met.size(), "in walk " + walk);
        }
      } finally {
        isOver.set(true);
      }
      for (CompletableFuture<Void> writer : writers) {
        writer.get();
      }
    }
  }

  @Test
  void what_is_too_large_is_not_put_and_ends_what_was_there() {
    try (TierStore store = Entries.open(directory, MIB)) {
      assertTrue(Entries.put(store, 1, 1));
      byte[] large = new byte[20_000];
      assertFalse(store.put(Entries.LAYOUT, Entries.key(1), large, Admission.NONE));
      assertEquals(-1, Entries.version(store, 1));
    }
  }

  @Test
  void what_is_known_of_a_record_can_be_told_as_long_as_it_stands_there() {
    try (TierStore store = Entries.open(directory, MIB)) {
      var first = new Admission(1, 2, 3, 4, 5);
      store.put(Entries.LAYOUT, Entries.key(1), Entries.value(1, 1), first);
      Stored record = store.get(Entries.LAYOUT, Entries.key(1));
      assertNotNull(record);
      assertEquals(first, record.admission());
      var second = new Admission(6, 7, 8, 9, 10);
      assertTrue(store.admit(record, second));
      assertTrue(store.stamp(record, Entries.stamp(9)));
      Stored changed = store.get(Entries.LAYOUT, Entries.key(1));
      assertNotNull(changed);
      assertEquals(second, changed.admission());
      assertEquals(Entries.stamp(9), changed.stamp());
      assertEquals(1, Entries.version(1, changed));
      Entries.put(store, 1, 2);
      assertFalse(store.admit(record, first), "another one stands there");
      assertFalse(store.stamp(record, Entries.stamp(1)), "another one stands there");
      assertNull(Entries.stamp(store, 1));
    }
  }

  @Test
  void any_order_of_operations_returns_what_a_map_would_or_nothing() throws IOException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    Map<Long, Integer> model = new HashMap<>();
    int found = 0;
    int missed = 0;
    try (TierStore store = Entries.open(directory, 2 * MIB)) {
      for (int step = 0; step < 200_000; step++) {
        long id = random.nextInt(10_000);
        switch (random.nextInt(4)) {
          case 0, 1 -> {
            assertTrue(Entries.put(store, id, step), () -> "seed " + seed);
            model.put(id, step);
          }
          case 2 -> {
            store.remove(Entries.LAYOUT, Entries.key(id));
            model.remove(id);
          }
          default -> {
            int version = Entries.version(store, id);
            int expected = model.getOrDefault(id, -1);
            assertTrue(version == expected || version == -1, () -> "seed " + seed);
            if (expected != -1) {
              found += version == expected ? 1 : 0;
              missed += version == expected ? 0 : 1;
            }
          }
        }
      }
      assertTrue(found > 1_000 && missed > 1_000, "%d found, %d not".formatted(found, missed));
      assertEquals(0, store.statistics().corrupt());
    }
    try (Stream<Path> files = Files.list(directory)) {
      long bytes = files.mapToLong(file -> file.toFile().length()).sum();
      assertTrue(bytes <= 2 * MIB + 100, bytes + " bytes");
    }
  }

  @Test
  void the_last_ones_are_there_and_what_was_read_stays() {
    try (TierStore store = Entries.open(directory, 4 * MIB)) {
      for (long id = 0; id < 50_000; id++) {
        Entries.put(store, id, 1);
        assertNotEquals(-1, Entries.version(store, id % 150), "read all the time: " + id % 150);
      }
      for (long id = 45_000; id < 50_000; id++) {
        assertEquals(1, Entries.version(store, id));
      }
      assertEquals(-1, Entries.version(store, 25_000));
    }
  }

  @Test
  void what_its_owner_wants_stays() {
    Retention retention = record -> Entries.id(record) < 150;
    try (TierStore store =
        TierStore.open(new TierSettings(directory, 4 * MIB), Entries.IDENTITY, retention)) {
      for (long id = 0; id < 50_000; id++) {
        Entries.put(store, id, 1);
      }
      for (long id = 0; id < 150; id++) {
        assertEquals(1, Entries.version(store, id));
      }
      assertEquals(-1, Entries.version(store, 600));
    }
  }

  @Test
  void wanting_all_of_it_does_not_stop_writers() {
    try (TierStore store =
        TierStore.open(new TierSettings(directory, MIB), Entries.IDENTITY, record -> true)) {
      for (long id = 0; id < 20_000; id++) {
        assertTrue(Entries.put(store, id, 1));
        assertEquals(1, Entries.version(store, id));
      }
    }
  }

  @Test
  void a_walk_meets_each_record_that_is_there() {
    try (TierStore store = Entries.open(directory, 4 * MIB)) {
      Set<Long> there = new HashSet<>();
      for (long id = 0; id < 5_000; id++) {
        Entries.put(store, id, 1);
        there.add(id);
        if (id % 3 == 0) {
          store.remove(Entries.LAYOUT, Entries.key(id));
          there.remove(id);
        }
      }
      List<Long> met = new ArrayList<>();
      Place place = Place.START;
      Place next = store.scan(place, 700, record -> met.add(Entries.id(record)));
      while (!next.equals(place)) {
        place = next;
        next = store.scan(place, 700, record -> met.add(Entries.id(record)));
      }
      assertEquals(there.size(), met.size());
      assertEquals(there, new HashSet<>(met));
      Entries.put(store, 9_999, 1);
      met.clear();
      store.scan(place, 700, record -> met.add(Entries.id(record)));
      assertEquals(List.of(9_999L), met);
    }
  }

  /// A walk that goes on where the last one ended must have met whatever stands before that.
  @Test
  void walks_beside_a_writer_pass_nothing_over() throws Exception {
    int records = 500_000;
    try (TierStore store = Entries.open(directory, 256 * MIB)) {
      var isOver = new AtomicBoolean();
      Set<Long> met = new HashSet<>();
      var walker =
          CompletableFuture.runAsync(
              () -> {
                Place place = Place.START;
                boolean isLast;
                do {
                  isLast = isOver.get();
                  place = store.scan(place, records, record -> met.add(Entries.id(record)));
                } while (!isLast);
              },
              task -> new Thread(task).start());
      byte[] value = new byte[16];
      for (int id = 0; id < records; id++) {
        assertTrue(store.put(Entries.LAYOUT, Entries.key(id), value, Admission.NONE));
        if (id % 100 == 99) {
          // What is removed moves others in the index.
          store.remove(Entries.LAYOUT, Entries.key(id));
        }
      }
      isOver.set(true);
      walker.get();
      for (long id = 0; id < records; id++) {
        assertTrue(id % 100 == 99 || met.contains(id), "no walk has met record " + id);
      }
    }
  }

  @Test
  void readers_beside_writers_get_what_was_put_and_never_an_older_one() {
    int writers = 2;
    int keys = 4_000;
    var stop = new AtomicBoolean();
    var hits = new AtomicLong();
    try (TierStore store = Entries.open(directory, 2 * MIB)) {
      List<CompletableFuture<Void>> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        readers.add(start(() -> read(store, keys, stop, hits)));
      }
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int first = writer;
        all.add(
            start(
                () -> {
                  var random = new Random(first);
                  for (int step = 1; step < 60_000; step++) {
                    // Each key has one writer, so that its versions are in order.
                    long id = random.nextInt(keys / writers) * (long) writers + first;
                    Entries.put(store, id, step);
                    Stored record = store.get(Entries.LAYOUT, Entries.key(id));
                    if (record != null && step % 3 == 0) {
                      store.admit(record, new Admission(step, step, step, step, step));
                    }
                  }
                }));
      }
      all.forEach(CompletableFuture::join);
      stop.set(true);
      readers.forEach(CompletableFuture::join);
      assertTrue(hits.get() > 1_000, hits + " hits");
      assertEquals(0, store.statistics().corrupt());
    }
  }

  /// In a thread of its own: a pool may have only one.
  private static CompletableFuture<Void> start(Runnable action) {
    return CompletableFuture.runAsync(action, task -> new Thread(task).start());
  }

  private static void read(TierStore store, int keys, AtomicBoolean stop, AtomicLong hits) {
    var random = new Random();
    int[] last = new int[keys];
    while (!stop.get()) {
      int id = random.nextInt(keys);
      Stored record = store.get(Entries.LAYOUT, Entries.key(id));
      if (record != null) {
        int version = Entries.version(id, record);
        assertTrue(version >= last[id], "an older one came back");
        Admission known = record.admission();
        assertTrue(
            known.admitted() == known.session()
                && known.epoch() == known.session()
                && known.upTo() == known.session()
                && known.snapshots() == known.session(),
            "torn: " + known);
        last[id] = version;
        hits.incrementAndGet();
      }
    }
  }

  @Test
  void readers_survive_the_end_of_the_tier() throws InterruptedException {
    for (int round = 0; round < 20; round++) {
      TierStore store = Entries.open(directory, 2 * MIB);
      for (long id = 0; id < 1_000; id++) {
        Entries.put(store, id, 1);
      }
      var reads = new AtomicInteger();
      var stop = new AtomicBoolean();
      var reader =
          start(
              () -> {
                while (!stop.get()) {
                  Entries.version(store, reads.incrementAndGet() % 1_000);
                  store.scan(Place.START, 10, record -> {});
                }
              });
      while (reads.get() < 1_000) {
        Thread.onSpinWait();
      }
      store.close();
      store.close();
      int before = reads.get();
      while (reads.get() < before + 100 && !reader.isDone()) {
        Thread.onSpinWait();
      }
      stop.set(true);
      reader.join();
      assertFalse(Entries.put(store, 1, 1));
      assertEquals(-1, Entries.version(store, 1));
      store.remove(Entries.LAYOUT, Entries.key(1));
    }
  }

  @Test
  void a_tier_needs_some_room() {
    var refused =
        assertThrows(IllegalArgumentException.class, () -> new TierSettings(directory, MIB - 1));
    assertTrue(String.valueOf(refused.getMessage()).contains("at least 1048576 bytes"));
  }
}
