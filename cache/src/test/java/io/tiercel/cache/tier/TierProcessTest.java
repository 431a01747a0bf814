package io.tiercel.cache.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.tier.TierProcess.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two processes and one directory, one after the other and side by side.
@Timeout(120)
class TierProcessTest {
  private static final long BYTES = 64L << 20;

  private final Path directory;

  TierProcessTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void a_process_that_is_killed_in_full_load_leaves_what_it_had_written()
      throws IOException, InterruptedException {
    for (int round = 1; round <= 3; round++) {
      Path place = directory.resolve("round" + round);
      long written;
      try (TierProcess child = TierProcess.start(List.of(), Task.WRITE, place, BYTES)) {
        do {
          written = Long.parseLong(child.await("written "));
        } while (written < 7_000L * round);
        child.kill();
      }
      try (TierStore store = Entries.open(place, BYTES)) {
        for (long id = 0; id <= written; id++) {
          assertEquals(id, Entries.version(store, id));
        }
        assertTrue(store.statistics().found() > written);
        assertEquals(0, store.statistics().corrupt());
        Entries.putStamped(store, 1, 2);
        assertEquals(2, Entries.version(store, 1));
      }
    }
  }

  @Test
  void a_process_that_is_killed_while_old_rows_make_room_leaves_right_ones()
      throws IOException, InterruptedException {
    long written;
    long bytes = 2L << 20;
    try (TierProcess child = TierProcess.start(List.of(), Task.WRITE, directory, bytes)) {
      do {
        written = Long.parseLong(child.await("written "));
      } while (written < 30_000);
      child.kill();
    }
    try (TierStore store = Entries.open(directory, bytes)) {
      long found = 0;
      for (long id = 0; id <= written; id++) {
        int version = Entries.version(store, id);
        assertTrue(version == id || version == -1, "a wrong version of " + id);
        found += version == -1 ? 0 : 1;
      }
      assertTrue(found > 2_000, found + " found");
      assertNotEquals(-1, Entries.version(store, written));
    }
  }

  @Test
  void a_second_process_is_refused_and_told_why() throws IOException, InterruptedException {
    try (TierProcess child = TierProcess.start(List.of(), Task.HOLD, directory, BYTES)) {
      child.await("open");
      var refused = assertThrows(TierException.class, () -> Entries.open(directory, BYTES));
      assertEquals(
          "the tier's directory %s is in use by process %d\nHint: give each process a directory of its own"
              .formatted(directory.toRealPath(), child.pid()),
          refused.getMessage());
      child.kill();
      Entries.open(directory, BYTES).close();
    }
  }

  @Test
  void a_second_tier_of_a_process_is_refused_and_the_first_keeps_its_lock()
      throws IOException, InterruptedException {
    try (TierStore store = Entries.open(directory, BYTES)) {
      var refused = assertThrows(TierException.class, () -> Entries.open(directory, BYTES));
      assertTrue(String.valueOf(refused.getMessage()).contains("in use by this process"));
      assertTrue(Entries.put(store, 1, 1));
      try (TierProcess child = TierProcess.start(List.of(), Task.HOLD, directory, BYTES)) {
        String told = child.await("Exception in thread \"main\" ");
        assertTrue(told.contains("in use by process " + ProcessHandle.current().pid()), told);
      }
    }
  }

  @Test
  void a_directory_that_cannot_be_made_is_named() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    var refused =
        assertThrows(TierException.class, () -> Entries.open(file.resolve("tier"), BYTES));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(file.toString()) && message.contains("Hint: "), message);
  }

  /// The size of files that a process may write stands for a disk that is full.
  @Test
  void a_tier_that_cannot_write_any_more_is_off_and_says_so_once() throws IOException {
    List<String> limited = List.of("bash", "-c", "ulimit -f 1024; exec \"$@\"", "bash");
    try (TierProcess child = TierProcess.start(limited, Task.FILL, directory, BYTES)) {
      String warning = child.await("WARNING: ");
      assertTrue(warning.contains(directory + " is off until the next start"), warning);
      String off = child.await("off ");
      assertTrue(off.startsWith("true "), off);
    }
  }
}
