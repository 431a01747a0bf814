package io.tiercel.inside;

import static io.tiercel.inside.Failures.execute;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Whether the sanitizers are there when they are asked for: otherwise the tests that run with them
/// would say nothing.
class SanitizersTest {
  @Test
  void the_server_has_the_libraries_of_the_sanitizers_when_it_should() throws Exception {
    var server = InsideServer.orSkip();
    try (var database = server.newDatabase();
        var connection = database.connect()) {
      execute(connection, "load 'pgjava'");
      String pid = Failures.scalar(connection, "select pg_backend_pid()");
      String maps = Files.readString(Path.of("/proc", pid, "maps"));
      assertEquals(
          InsideServer.isSanitized() ? 2 : 0,
          java.util.stream.Stream.of("libasan", "libubsan").filter(maps::contains).count(),
          "libraries of the sanitizers");
    }
  }

  @AfterAll
  static void nothing_was_found() {
    if (InsideServer.isSanitized()) {
      String log = InsideServer.orSkip().server().log();
      assertFalse(log.contains("Sanitizer") || log.contains("runtime error:"), log);
    }
  }
}
