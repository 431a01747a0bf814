package io.tiercel.cache.tier;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Another JVM with a tier.
final class TierProcess implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;

  private TierProcess(Process process) {
    this.process = process;
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /// What it does.
  enum Task {
    /// Opens the tier and waits to be killed.
    HOLD,
    /// Puts rows with stamps and tells each thousandth, until it is killed.
    WRITE,
    /// Puts rows until the tier is off, and tells why.
    FILL
  }

  /// @param prefix what goes before `java`
  static TierProcess start(List<String> prefix, Task task, Path directory, long bytes)
      throws IOException {
    var command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(Main.class.getName(), task.name(), directory.toString(), Long.toString(bytes)));
    return new TierProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /// The rest of the next line that begins so.
  String await(String prefix) {
    return CompletableFuture.supplyAsync(() -> readTo(prefix), Thread::startVirtualThread)
        .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  private String readTo(String prefix) {
    var seen = new StringBuilder();
    try {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(prefix)) {
          return line.substring(prefix.length());
        }
        seen.append(line).append('\n');
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("it ended without saying \"" + prefix + "\":\n" + seen);
  }

  long pid() {
    return process.pid();
  }

  /// SIGKILL: nothing of it runs any more.
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
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

    public static void main(String[] arguments) throws IOException {
      try (TierStore store = Entries.open(Path.of(arguments[1]), Long.parseLong(arguments[2]))) {
        System.out.println("open");
        switch (Task.valueOf(arguments[0])) {
          case HOLD -> System.out.println("read " + System.in.read());
          case WRITE -> write(store);
          case FILL -> fill(store);
        }
      }
    }

    private static void write(TierStore store) {
      for (long id = 0; ; id++) {
        Entries.putStamped(store, id, (int) id);
        if (id % 1_000 == 0) {
          System.out.println("written " + id);
        }
      }
    }

    private static void fill(TierStore store) {
      long id = 0;
      while (Entries.put(store, id, 1)) {
        id++;
      }
      boolean isEmpty = Entries.version(store, id / 2) == -1 && !Entries.put(store, 1, 1);
      System.out.println("off %s %s".formatted(isEmpty, store.offReason()));
    }
  }
}
