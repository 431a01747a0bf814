package io.tiercel.cache.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a later run finds, and that it never takes what is not right for a record.
@Timeout(120)
class TierRecoveryTest {
  private static final long BYTES = 4L << 20;
  private static final int ROWS = 5_000;

  private final Path directory;

  TierRecoveryTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private TierStore open() {
    return Entries.open(directory, BYTES);
  }

  private void fill() {
    try (TierStore store = open()) {
      for (long id = 0; id < ROWS; id++) {
        Entries.putStamped(store, id, (int) id);
      }
    }
  }

  /// How many rows a run finds; each is right, or an AssertionError tells.
  private int found() {
    try (TierStore store = open()) {
      int found = 0;
      for (long id = 0; id < ROWS; id++) {
        int version = Entries.version(store, id);
        if (version != -1) {
          assertEquals(id, version);
          assertEquals(Entries.stamp(version), Entries.stamp(store, id));
          found++;
        }
      }
      return found;
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".tier")).sorted().toList();
    }
  }

  @Test
  void what_has_a_stamp_is_there_again() {
    try (TierStore store = open()) {
      Entries.putStamped(store, 1, 1);
      Entries.put(store, 2, 1);
      Entries.putStamped(store, 3, 1);
      Entries.put(store, 3, 2);
      Entries.putStamped(store, 4, 1);
      Entries.putStamped(store, 4, 2);
    }
    try (TierStore store = open()) {
      assertEquals(1, Entries.version(store, 1));
      assertEquals(Entries.stamp(1), Entries.stamp(store, 1));
      assertEquals(-1, Entries.version(store, 2), "without a stamp");
      assertEquals(-1, Entries.version(store, 3), "the later one has no stamp");
      assertEquals(2, Entries.version(store, 4));
      assertEquals(2, store.statistics().found());
      Entries.putStamped(store, 5, 1);
    }
    try (TierStore store = open()) {
      assertEquals(1, Entries.version(store, 1));
      assertEquals(1, Entries.version(store, 5));
    }
  }

  @Test
  void what_was_moved_keeps_its_stamp() {
    Retention retention = record -> Entries.id(record) < 100;
    try (TierStore store =
        TierStore.open(new TierSettings(directory, BYTES), Entries.IDENTITY, retention)) {
      for (long id = 0; id < 40_000; id++) {
        Entries.putStamped(store, id, (int) id);
      }
    }
    try (TierStore store = open()) {
      for (long id = 0; id < 100; id++) {
        assertEquals(Entries.stamp((int) id), Entries.stamp(store, id));
      }
    }
  }

  @Test
  void a_tier_that_was_full_goes_on() {
    for (int run = 0; run < 5; run++) {
      try (TierStore store = open()) {
        for (long id = 0; id < 20_000; id++) {
          Entries.putStamped(store, id, run);
        }
        assertEquals(run, Entries.version(store, 19_999));
        assertEquals(run == 0 ? 0 : 1, Math.min(1, store.statistics().found()));
      }
    }
  }

  @Test
  void a_flipped_bit_costs_rows_and_never_makes_a_wrong_one() throws IOException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    fill();
    assertEquals(ROWS, found());
    int least = ROWS;
    for (int round = 0; round < 60; round++) {
      List<Path> files = files();
      try (var file =
          new RandomAccessFile(files.get(random.nextInt(files.size())).toFile(), "rw")) {
        // In the part that is written, and often in the numbers of a record or of the file.
        long at = random.nextInt(4) == 0 ? random.nextInt(64) : random.nextLong(file.length());
        file.seek(at);
        int was = file.read();
        file.seek(at);
        file.write(was ^ 1 << random.nextInt(8));
      }
      least = Math.min(least, found());
      if (files().size() < files.size()) {
        files().forEach(TierRecoveryTest::delete);
        fill();
      }
    }
    assertTrue(least < ROWS, "no round met a record, seed " + seed);
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_flipped_bit_is_seen_while_the_tier_runs() throws IOException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    try (TierStore store = open()) {
      for (long id = 0; id < ROWS; id++) {
        Entries.put(store, id, (int) id);
      }
      Path first = files().getFirst();
      try (var file = new RandomAccessFile(first.toFile(), "rw")) {
        for (int i = 0; i < 200; i++) {
          long at = SegmentHeader.BYTES + random.nextLong(file.length() - SegmentHeader.BYTES);
          file.seek(at);
          int was = file.read();
          file.seek(at);
          file.write(was ^ 1 << random.nextInt(8));
        }
      }
      int missing = 0;
      for (long id = 0; id < ROWS; id++) {
        missing += Entries.version(store, id) == -1 ? 1 : 0;
      }
      assertTrue(missing > 50, () -> "seed " + seed);
      assertEquals(missing, store.statistics().corrupt());
      assertEquals(ROWS - missing, store.statistics().rows());
      for (long id = 0; id < 30_000; id++) {
        assertTrue(Entries.put(store, id, 1), "what is damaged does not keep its room");
      }
    }
  }

  @Test
  void a_truncated_file_costs_what_was_cut() throws IOException {
    fill();
    for (Path file : files()) {
      try (var cut = new RandomAccessFile(file.toFile(), "rw")) {
        cut.setLength(cut.length() / 2 + 3);
      }
    }
    int found = found();
    assertTrue(found > ROWS / 4 && found < ROWS, found + " found");
  }

  @Test
  void files_of_others_are_deleted() throws IOException {
    fill();
    int count = files().size();
    var random = new Random(1);
    byte[] foreign = new byte[100_000];
    random.nextBytes(foreign);
    Files.write(files().get(0), foreign);
    Files.write(files().get(1), new byte[0]);
    try (var other = new RandomAccessFile(files().get(2).toFile(), "rw")) {
      other.seek(7);
      other.write(2); // a later version of the format
    }
    Files.write(directory.resolve("segment-99999.tier"), foreign);
    Path kept = Files.write(directory.resolve("notes.txt"), foreign);
    try (TierStore store = open()) {
      assertEquals(4, store.statistics().discarded());
      assertEquals(0, store.statistics().corrupt());
    }
    assertTrue(Files.exists(kept));
    assertEquals(count - 3, files().size());
    int found = found();
    assertTrue(found > 0 && found < ROWS, found + " found");
  }

  @Test
  void a_tier_of_another_database_or_size_begins_empty() throws IOException {
    fill();
    int count = files().size();
    try (TierStore store =
        TierStore.open(new TierSettings(directory, BYTES), "another", Retention.NONE)) {
      assertEquals(0, store.statistics().found());
      assertEquals(count, store.statistics().discarded());
    }
    fill();
    try (TierStore store = Entries.open(directory, 2 * BYTES)) {
      assertEquals(0, store.statistics().found());
    }
    assertFalse(Files.exists(directory.resolve("segment-00000.tier")));
  }

  @Test
  void a_file_under_two_names_does_no_harm() throws IOException {
    fill();
    Files.copy(files().getFirst(), directory.resolve(SegmentLog.fileName(15)));
    assertEquals(ROWS, found());
    assertNotNull(files());
  }
}
