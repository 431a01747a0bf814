package io.tiercel.lab.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// CPU time of all processes of one PostgreSQL server: the postmaster's children, read from Linux's
/// `/proc/PID/schedstat` (nanoseconds on a CPU), which is finer than the 10 ms ticks of
/// `/proc/PID/stat`. Elsewhere, or when the server runs on another machine, there is no figure.
public final class ServerCpu {
  private static final Path PROC = Path.of("/proc");
  private static final Pattern SPACE = Pattern.compile(" ");

  /// In `/proc/PID/stat` the parent is the second field after the name in parentheses.
  private static final int PARENT_AFTER_NAME = 2;

  private final OptionalLong postmaster;

  private ServerCpu(OptionalLong postmaster) {
    this.postmaster = postmaster;
  }

  /// @param backendPid as `pg_backend_pid()` says; its parent is the postmaster
  static ServerCpu ofBackend(long backendPid) {
    return new ServerCpu(isPostgres(backendPid) ? parent(backendPid) : OptionalLong.empty());
  }

  /// The server may be on another machine where this pid is somebody else's.
  private static boolean isPostgres(long pid) {
    return read(pid, "comm").startsWith("postgres");
  }

  /// Nanoseconds spent so far by the processes that live now. Take the difference around work that
  /// is done by connections that stay open.
  public OptionalLong nanos() {
    if (postmaster.isEmpty()) {
      return OptionalLong.empty();
    }
    long parent = postmaster.getAsLong();
    long sum = 0;
    try (var processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (var process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        if (parent(pid).equals(postmaster) || pid == parent) {
          sum += onCpuNanos(pid);
        }
      }
    } catch (IOException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(sum);
  }

  /// Nanoseconds that one process of a server has spent so far; empty where that is not known, as
  /// above.
  public static OptionalLong nanosOf(long pid) {
    return isPostgres(pid) ? OptionalLong.of(onCpuNanos(pid)) : OptionalLong.empty();
  }

  private static OptionalLong parent(long pid) {
    var stat = read(pid, "stat");
    int name = stat.lastIndexOf(')');
    if (name < 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(field(stat.substring(name + 1), PARENT_AFTER_NAME));
  }

  private static long onCpuNanos(long pid) {
    var schedstat = read(pid, "schedstat");
    return schedstat.isEmpty() ? 0 : field(schedstat, 0);
  }

  private static long field(String line, int index) {
    return Long.parseLong(SPACE.split(line, -1)[index]);
  }

  /// Empty for a process that has ended, or where there is no `/proc`.
  private static String read(long pid, String file) {
    try {
      return Files.readString(PROC.resolve(Long.toString(pid)).resolve(file));
    } catch (IOException e) {
      return "";
    }
  }
}
