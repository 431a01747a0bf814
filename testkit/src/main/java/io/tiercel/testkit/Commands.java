package io.tiercel.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs a program to its end within a deadline; its output is the message when it fails.
final class Commands {
  private static final long DEADLINE_SECONDS = 60;

  private Commands() {}

  /// Returns what the program wrote.
  static String run(List<String> command) throws IOException {
    Path output = Files.createTempFile("tiercel-command", ".log");
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("%s took more than %d s".formatted(command, DEADLINE_SECONDS));
      }
      String text = Files.readString(output);
      if (process.exitValue() != 0) {
        throw new IOException(
            "%s ended with %d:%n%s".formatted(command, process.exitValue(), text));
      }
      return text;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while running " + command, e);
    } finally {
      Files.delete(output);
    }
  }
}
