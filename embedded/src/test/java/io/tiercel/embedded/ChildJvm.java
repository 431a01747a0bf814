package io.tiercel.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Another JVM that opens a server and then does what it is told, one word per line.
final class ChildJvm implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /// Starts a JVM that opens this server at once.
  static ChildJvm opening(String url) throws IOException {
    return start(List.of(), System.getProperty("java.class.path"), url, TestPlaces.cache());
  }

  /// @param prefix what goes before `java`, to run it as somebody else
  static ChildJvm start(List<String> prefix, String classPath, String url, Path cache)
      throws IOException {
    var command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp", classPath));
    command.addAll(List.of(Main.class.getName(), url, cache.toString()));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(Path.of("/").toFile());
    return new ChildJvm(builder.start());
  }

  /// The URL for pgjdbc, once the server is open.
  String awaitOpen() {
    return await("open ");
  }

  /// Closes the server and waits until that is done.
  void closeServer() throws IOException {
    tell("close");
    await("closed");
  }

  /// Ends with `System.exit` without closing.
  void exit() throws IOException, InterruptedException {
    tell("exit");
    awaitEnd();
  }

  /// SIGKILL: no hook runs.
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd();
  }

  long pid() {
    return process.pid();
  }

  String await(String prefix) {
    var found =
        CompletableFuture.supplyAsync(() -> readTo(prefix), Thread::startVirtualThread)
            .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    return found.join();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private String readTo(String prefix) {
    var seen = new StringBuilder();
    try {
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(prefix)) {
          return line.substring(prefix.length());
        }
        seen.append(line).append('\n');
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("the child ended without saying \"" + prefix + "\":\n" + seen);
  }

  private void tell(String word) throws IOException {
    var input = process.getOutputStream();
    input.write((word + "\n").getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  private void awaitEnd() throws InterruptedException {
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the child did not end");
    }
  }

  /// What the other JVM runs.
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
      var options = EmbeddedOptions.parse(arguments[0]).withCacheDirectory(Path.of(arguments[1]));
      var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      try (var postgres = EmbeddedPostgres.open(options)) {
        System.out.println("open " + postgres.jdbcUrlFor("postgresql"));
        if ("exit".equals(input.readLine())) {
          System.exit(0);
        }
      } catch (EmbeddedPostgresException e) {
        System.out.println("failed " + e.reason() + " " + e.getMessage());
        return;
      }
      System.out.println("closed");
    }
  }
}
