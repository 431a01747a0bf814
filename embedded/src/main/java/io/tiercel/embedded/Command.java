package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Runs a program to its end.
final class Command {
  private Command() {}

  /// @param output standard output and standard error as they came, together
  record Outcome(int exitCode, String output) {}

  static Outcome run(List<String> command, Duration timeout) {
    return run(command, "", timeout);
  }

  /// Runs a program with `input` as its standard input. One that cannot be run at all ends with
  /// code 127, as in a shell.
  static Outcome run(List<String> command, String input, Duration timeout) {
    Process process;
    try {
      process = builder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return new Outcome(127, String.valueOf(e.getMessage()));
    }
    try {
      var output =
          CompletableFuture.supplyAsync(() -> readAll(process), Thread::startVirtualThread);
      write(process, input);
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new EmbeddedPostgresException(
            Reason.TIMEOUT,
            "%s did not end within %d ms".formatted(name(command), timeout.toMillis()),
            "the machine may be overloaded: try again");
      }
      return new Outcome(process.exitValue(), output.join());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException(
          Reason.TIMEOUT,
          "interrupted while " + name(command) + " was running",
          "try again from a thread that is not interrupted",
          e);
    } finally {
      process.destroyForcibly();
    }
  }

  /// Starts a program that is not waited for; its output is dropped.
  static Process start(List<String> command) throws IOException {
    return builder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .redirectInput(nothing())
        .start();
  }

  /// PostgreSQL's programs obey many variables (`PGPORT`, `PGOPTIONS`, `LC_ALL`, `TZ` …): a server
  /// should not depend on the shell that happened to start it.
  private static ProcessBuilder builder(List<String> command) {
    var builder = new ProcessBuilder(command);
    var environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    environment.put("LC_ALL", "C");
    environment.put("TZ", "UTC");
    // A directory the account can enter: initdb complains about one it cannot.
    builder.directory(new File(File.separator));
    return builder;
  }

  private static ProcessBuilder.Redirect nothing() {
    var isWindows = File.separatorChar == '\\';
    return ProcessBuilder.Redirect.from(new File(isWindows ? "NUL" : "/dev/null"));
  }

  private static void write(Process process, String input) {
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The program ended without reading; its exit code and output tell why.
      return;
    }
  }

  private static String readAll(Process process) {
    try (var stdout = process.getInputStream()) {
      return new String(stdout.readAllBytes(), Charset.defaultCharset());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(List<String> command) {
    return command.isEmpty() ? "command" : command.getFirst();
  }
}
