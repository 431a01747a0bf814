package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// Stops a server by signals, as `pg_ctl stop` does; `pg_ctl` itself would refuse to work for root.
///
/// @param binaries asked only where `pg_ctl` is needed
record Shutdown(ServerDirectory directory, Supplier<Binaries> binaries) {
  private static final Duration FAST = Duration.ofSeconds(20);
  private static final Duration IMMEDIATE = Duration.ofSeconds(10);

  /// Lets running sessions come to their end, refuses new ones, and does not wait: for a JVM that
  /// exits, whose own sessions end with it.
  static void smart(PostmasterPid server) {
    ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroy);
  }

  /// Ends all sessions and waits until the server is gone.
  void fast(PostmasterPid server) {
    signal(server, "INT");
    if (Deadline.in(FAST).await(() -> isGone(server))) {
      return;
    }
    signal(server, "QUIT");
    if (!Deadline.in(IMMEDIATE).await(() -> isGone(server))) {
      throw new EmbeddedPostgresException(
          Reason.TIMEOUT,
          "the server in %s (process %d) did not stop within %d s"
              .formatted(directory.root(), server.pid(), FAST.plus(IMMEDIATE).toSeconds()),
          "see " + directory.log() + ", and end the process by hand");
    }
  }

  private boolean isGone(PostmasterPid server) {
    return !server.isAlive(directory.data());
  }

  private void signal(PostmasterPid server, String name) {
    var pid = Long.toString(server.pid());
    var isWindows = System.getProperty("os.name", "").startsWith("Windows");
    // No signals on Windows; pg_ctl talks to the server through a pipe of its own. Elsewhere the
    // shell's own kill: slim images have no other.
    var command =
        isWindows
            ? List.of(binaries.get().program("pg_ctl").toString(), "kill", name, pid)
            : List.of("/bin/sh", "-c", "kill -" + name + " " + pid);
    Command.run(command, IMMEDIATE);
  }
}
