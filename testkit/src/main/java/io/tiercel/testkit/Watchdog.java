package io.tiercel.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Ends the server when this JVM is killed and no shutdown hook runs: a shell that waits on a pipe
/// whose other end only this JVM holds. It checks that the pid still belongs to a process of
/// this data directory, because pids are used again.
final class Watchdog implements AutoCloseable {
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP
      cat >/dev/null
      pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
      if [ -n "$pid" ] && [ "$(readlink "/proc/$pid/cwd")" = "$1/data" ]; then
        kill -QUIT "$pid"
        tries=0
        while kill -0 "$pid" 2>/dev/null && [ $tries -lt 100 ]; do
          sleep 0.1
          tries=$((tries + 1))
        done
      fi
      rm -rf "$1"
      """;

  private final Process shell;

  private Watchdog(Process shell) {
    this.shell = shell;
  }

  static Watchdog over(Path directory) throws IOException {
    return new Watchdog(
        new ProcessBuilder(List.of("sh", "-c", SCRIPT, "tiercel-watchdog", directory.toString()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /// Lets the shell go; with the directory deleted it has nothing to do.
  @Override
  public void close() throws IOException {
    shell.getOutputStream().close();
  }
}
