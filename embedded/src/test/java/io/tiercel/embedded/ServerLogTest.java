package io.tiercel.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
  private static final String PANIC =
      "2026-01-02 03:04:05.678 UTC [%d] PANIC:  could not write to file \"pg_wal/%d\"\n";

  @TempDir private Path directory;

  @Test
  void the_last_panic_since_a_position_is_found() throws IOException {
    Path file = directory.resolve("server.log");
    Files.writeString(file, PANIC.formatted(1, 1));
    var log = new ServerLog(file);
    long start = log.end();
    assertEquals(Optional.empty(), log.lastPanic(start));

    append(file, PANIC.formatted(2, 2));
    append(file, PANIC.formatted(3, 3));
    append(file, "2026-01-02 03:04:06.000 UTC [4] LOG:  server process was terminated\n");

    assertEquals(Optional.of("could not write to file \"pg_wal/3\""), log.lastPanic(start));
  }

  @Test
  void a_log_that_is_gone_tells_of_no_panic() {
    var log = new ServerLog(directory.resolve("nowhere.log"));
    assertEquals(0, log.end());
    assertEquals(Optional.empty(), log.lastPanic(0));
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }
}
