package io.tiercel.cache;

import io.tiercel.cache.tier.TierSettings;
import io.tiercel.testkit.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A node with a permanent slot in a JVM of its own, that stores rows until it is killed.
final class SlotProcess implements AutoCloseable {
  private static final String STORED = "stored all";

  private final Process process;

  private SlotProcess(Process process) {
    this.process = process;
  }

  /// Returns when all rows were stored once.
  static SlotProcess start(TestDatabase database, Path directory, String slot) throws IOException {
    Process started =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx128m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    database.host(),
                    Integer.toString(database.port()),
                    database.name(),
                    database.user(),
                    database.password(),
                    directory.toString(),
                    slot))
            .redirectErrorStream(true)
            .start();
    var output =
        new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
    var seen = new StringBuilder();
    for (String line = output.readLine(); !STORED.equals(line); line = output.readLine()) {
      if (line == null) {
        throw new AssertionError("it ended:\n" + seen);
      }
      seen.append(line).append('\n');
    }
    return new SlotProcess(started);
  }

  /// SIGKILL: nothing of it runs any more.
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("it did not end");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /// What the other JVM runs.
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) throws InterruptedException {
      var database =
          new TestDatabase(
              arguments[0],
              Integer.parseInt(arguments[1]),
              arguments[2],
              arguments[3],
              arguments[4]);
      var tier = new TierSettings(Path.of(arguments[5]), 4L << 20).withSlot(arguments[6]);
      try (TieredNode node = new TieredNode(database, tier)) {
        node.readAll();
        System.out.println(STORED);
        var random = new Random();
        while (true) {
          long id = random.nextInt(TieredNode.ROWS);
          if (node.text(id) == null) {
            node.read(id);
          }
          LockSupport.parkNanos(100_000);
        }
      }
    }
  }
}
