package io.tiercel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is left when the JVM that started a server ends, each way in a JVM of its own.
class ServerEndTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  @Test
  void nothing_is_left_when_the_jvm_is_killed() throws Exception {
    var jvm = startUser(System.getenv("PATH"));
    Path root = awaitServer(jvm);
    assertTrue(Files.exists(root));
    jvm.destroyForcibly();
    awaitGone(root);
  }

  @Test
  void nothing_is_left_when_the_jvm_is_terminated() throws Exception {
    var jvm = startUser(System.getenv("PATH"));
    Path root = awaitServer(jvm);
    jvm.destroy();
    awaitEnd(jvm);
    assertFalse(Files.exists(root));
  }

  /// Root in a container may not create user namespaces; taking unshare from the path stands in for
  /// that. As an ordinary user both runs are alike.
  @ParameterizedTest
  @ValueSource(strings = {"with unshare", "without unshare"})
  void starts_and_ends_in_order(String kind) throws Exception {
    Path programs = TemporaryDirectory.create("tiercel-path");
    try {
      for (String program : List.of("sh", "true", "setpriv", "chown", "cat", "head", "readlink")) {
        Files.createSymbolicLink(programs.resolve(program), find(program));
      }
      if (kind.equals("with unshare")) {
        Files.createSymbolicLink(programs.resolve("unshare"), find("unshare"));
      }
      var jvm = startUser(programs.toString());
      Path root = awaitServer(jvm);
      jvm.getOutputStream().close();
      awaitEnd(jvm);
      assertEquals(0, jvm.exitValue());
      assertFalse(Files.exists(root));
    } finally {
      TemporaryDirectory.delete(programs);
    }
  }

  /// Prints where the server lives, then waits for the end of its input.
  static final class User {
    private User() {}

    public static void main(String[] arguments) throws IOException {
      var server = TestServer.v18();
      server.newDatabase().execute("create table t (id int)", "insert into t values (1)");
      System.out.println("root=" + server.unixSocketDirectory().getParent());
      System.in.transferTo(System.out);
    }
  }

  private static Process startUser(String path) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath = System.getProperty("java.class.path");
    var builder = new ProcessBuilder(java, "-cp", classPath, User.class.getName());
    builder.environment().put("PATH", path);
    return builder.redirectErrorStream(true).start();
  }

  private static Path awaitServer(Process jvm) throws IOException {
    var out = new BufferedReader(jvm.inputReader(StandardCharsets.UTF_8));
    var all = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("root=")) {
        return Path.of(line.substring("root=".length()));
      }
      all.append(line).append('\n');
    }
    throw new AssertionError("the JVM ended without a server:\n" + all);
  }

  private static void awaitEnd(Process jvm) throws InterruptedException {
    assertTrue(jvm.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS));
  }

  private static void awaitGone(Path root) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (Files.exists(root)) {
      assertTrue(System.nanoTime() < deadline, () -> root + " is still there");
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private static Path find(String program) {
    for (String directory : List.of("/bin", "/usr/bin", "/sbin", "/usr/sbin")) {
      Path candidate = Path.of(directory, program);
      if (Files.isExecutable(candidate)) {
        return candidate;
      }
    }
    throw new AssertionError("no " + program);
  }
}
