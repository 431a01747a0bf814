package io.tiercel.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileGuardTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Test
  void a_second_look_from_the_same_jvm_does_not_drop_the_lock() throws IOException {
    var file = TestPlaces.empty("guard").resolve("lock");
    var guard = FileGuard.acquire(file, Deadline.in(PATIENCE));
    // POSIX would drop the first lock if this attempt closed its descriptor of the file.
    assertNull(FileGuard.tryAcquire(file));
    assertEquals("held", seenByAnotherProcess(file));
    guard.close();
    assertEquals("free", seenByAnotherProcess(file));
  }

  private static String seenByAnotherProcess(Path file) {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath = System.getProperty("java.class.path");
    var command = List.of(java, "-cp", classPath, Probe.class.getName(), file.toString());
    return Command.run(command, PATIENCE).output().strip();
  }

  /// What the other process runs.
  static final class Probe {
    private Probe() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println(FileGuard.tryAcquire(Path.of(arguments[0])) == null ? "held" : "free");
    }
  }
}
