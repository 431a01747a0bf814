package io.tiercel.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// `postmaster.pid`, the lock file by which PostgreSQL tells the world about a running server.
/// Lines: process id, data directory, start time, port, socket directory, listen address, shared
/// memory, status (PostgreSQL's `miscadmin.h`, `LOCK_FILE_LINE_…`). It is written line by line as
/// the server comes up, so any tail of it may be missing.
///
/// @param status `starting`, `ready`, `standby` or `stopping`; empty if not written yet
record PostmasterPid(long pid, int port, String status) {
  private static final int PORT_LINE = 3;
  private static final int STATUS_LINE = 7;

  static Path file(Path data) {
    return data.resolve("postmaster.pid");
  }

  /// What the file says; empty if there is none, or not even a process id in it.
  static Optional<PostmasterPid> read(Path data) {
    try {
      return parse(Files.readAllLines(file(data)));
    } catch (IOException e) {
      return Optional.empty(); // it comes and goes with the server
    }
  }

  static Optional<PostmasterPid> parse(List<String> lines) {
    try {
      var pid = Long.parseLong(line(lines, 0));
      var port = line(lines, PORT_LINE);
      return Optional.of(
          new PostmasterPid(
              // A standalone backend writes its id negated.
              Math.abs(pid),
              port.isEmpty() ? 0 : Integer.parseInt(port),
              line(lines, STATUS_LINE)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  boolean isReady() {
    return status.equals("ready");
  }

  boolean isStopping() {
    return status.equals("stopping");
  }

  /// Whether the process is alive and the server of this data directory: after a crash its id may
  /// belong to anybody. On Linux a process without a parent to mourn it stays as a zombie, which
  /// counts as dead.
  boolean isAlive(Path data) {
    var process = ProcessHandle.of(pid);
    if (process.isEmpty() || !process.get().isAlive()) {
      return false;
    }
    var proc = Path.of("/proc", Long.toString(pid));
    if (!Files.isDirectory(proc)) {
      return process
          .get()
          .info()
          .command()
          .map(command -> command.contains("postgres"))
          .orElse(true);
    }
    try {
      return isPostgres(Files.readString(proc.resolve("stat"))) && worksIn(proc, data);
    } catch (IOException e) {
      return Files.isDirectory(
          proc); // gone meanwhile, or hidden from us and then not ours to judge
    }
  }

  /// `pid (command) state …`
  private static boolean isPostgres(String stat) {
    var end = stat.lastIndexOf(')');
    return stat.contains("(postgres)") && !stat.startsWith(" Z", end + 1);
  }

  private static boolean worksIn(Path proc, Path data) throws IOException {
    try {
      return Files.readSymbolicLink(proc.resolve("cwd")).equals(data.toRealPath());
    } catch (IOException e) {
      // Without the right to trace processes the link cannot be read; the command line can.
      return Files.readString(proc.resolve("cmdline")).contains(data.toString());
    }
  }

  private static String line(List<String> lines, int index) {
    return index < lines.size() ? lines.get(index).strip() : "";
  }
}
