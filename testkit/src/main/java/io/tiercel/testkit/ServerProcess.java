package io.tiercel.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A running postmaster and its backends.
final class ServerProcess {
  private static final Duration START_DEADLINE = Duration.ofSeconds(60);
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(30);
  private static final long POLL_NANOS = Duration.ofMillis(10).toNanos();

  /// The line of `postmaster.pid` that tells how far the start has come (LOCK_FILE_LINE_PM_STATUS).
  private static final int STATUS_LINE = 7;

  private static final int LOG_LINES = 20;

  private final Process process;

  private ServerProcess(Process process) {
    this.process = process;
  }

  /// Starts the server and returns when it accepts connections.
  static ServerProcess start(DataDirectory directory, TestServerOptions options)
      throws IOException {
    var command =
        directory
            .account()
            .command(directory.binaries().program("postgres"), "-D", directory.data().toString());
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.log().toFile()));
    builder.environment().putAll(options.environment());
    var process = builder.start();
    process.getOutputStream().close();
    var server = new ServerProcess(process);
    server.awaitReady(directory);
    return server;
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /// Ends the server in order: sessions are cut off, data are written (SIGINT, "fast").
  void stop() throws IOException {
    end("INT");
  }

  /// Ends the server without writing anything (SIGQUIT, "immediate"), when its data are not needed.
  void abandon() throws IOException {
    end("QUIT");
  }

  /// Kills postmaster and backends with SIGKILL, as a lost machine would. Returns when they are
  /// gone, so that the port and the shared memory are free.
  void kill() throws IOException {
    List<ProcessHandle> backends = process.descendants().toList();
    process.destroyForcibly();
    backends.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(backends);
  }

  private void end(String signal) throws IOException {
    if (!process.isAlive()) {
      return;
    }
    List<ProcessHandle> backends = process.descendants().toList();
    // The Process API knows only TERM and KILL.
    Commands.run(List.of("sh", "-c", "kill -" + signal + " " + process.pid()));
    awaitEnd(backends);
  }

  private void awaitEnd(List<ProcessHandle> backends) throws IOException {
    long deadline = System.nanoTime() + STOP_DEADLINE.toNanos();
    try {
      if (!process.waitFor(STOP_DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("server did not end within " + STOP_DEADLINE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the server ended", e);
    }
    while (backends.stream().anyMatch(ProcessHandle::isAlive)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("backends did not end within " + STOP_DEADLINE);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void awaitReady(DataDirectory directory) throws IOException {
    long deadline = System.nanoTime() + START_DEADLINE.toNanos();
    while (!isReady(directory)) {
      if (!process.isAlive()) {
        throw new IOException(
            "could not start PostgreSQL %s:%n%s"
                .formatted(directory.binaries().version(), directory.logTail(LOG_LINES)));
      }
      if (System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IOException(
            "PostgreSQL was not ready within %s:%n%s"
                .formatted(START_DEADLINE, directory.logTail(LOG_LINES)));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean isReady(DataDirectory directory) throws IOException {
    try {
      List<String> lines = Files.readAllLines(directory.data().resolve("postmaster.pid"));
      // A crashed predecessor leaves its file, so the pid counts as well.
      return lines.size() > STATUS_LINE
          && lines.getFirst().equals(Long.toString(process.pid()))
          && lines.get(STATUS_LINE).strip().equals("ready");
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
