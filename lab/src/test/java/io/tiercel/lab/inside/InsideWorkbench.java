package io.tiercel.lab.inside;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL 15 whose worker has the class path of this test, persistence included. Where the
/// machine cannot build the extension, the tests that need it are skipped and the reason is
/// printed.
final class InsideWorkbench {
  private static final Path SOURCE = Path.of("../inside/pgjava").toAbsolutePath().normalize();
  private static final long BUILD_SECONDS = 180;

  private InsideWorkbench() {}

  /// A new database with the extension, or the end of the test.
  static TestDatabase orSkip() {
    try {
      String missing = missing();
      if (missing != null) {
        System.out.println("THE ENTITY MANAGER INSIDE POSTGRESQL IS NOT TESTED: " + missing);
      }
      assumeTrue(missing == null, () -> "not tested: " + missing);
      return start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable String missing() throws IOException, InterruptedException {
    if (TestServer.v15().isEmpty()) {
      return "there is no PostgreSQL 15 here";
    }
    try {
      run(SOURCE, SOURCE.resolve("install-headers").toString());
      return null;
    } catch (IOException e) {
      return "no headers of PostgreSQL 15, compiler or make: " + e.getMessage();
    }
  }

  private static TestDatabase start() throws IOException, InterruptedException {
    Path root = Files.createTempDirectory("tiercel-inside");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
    Path libraries = Files.createDirectory(root.resolve("lib"));
    build(libraries);
    String classPath = copyClassPath(root);
    makeReadable(root);
    var options =
        TestServerOptions.defaults()
            .setting("dynamic_library_path", libraries + ":$libdir")
            .setting("shared_preload_libraries", "pgjava")
            .setting("pgjava.java_home", System.getProperty("java.home"))
            .setting("pgjava.class_path", classPath)
            .setting("pgjava.stop_library", libraries.resolve("pgjava_stop.so").toString());
    TestServer server = TestServer.v15().orElseThrow().startAnother(options);
    TestDatabase database = server.newDatabase();
    database.execute("create schema pgjava");
    for (String name : List.of("pgjava--0.1.sql", "pgjava--0.1--0.2.sql")) {
      String script =
          Files.readString(SOURCE.resolve(name))
              .replaceFirst("\\\\echo.*\\n", "")
              .replaceAll("select pg_catalog.pg_extension_config_dump.*\\n", "")
              .replace("MODULE_PATHNAME", "pgjava");
      database.execute("begin; set local search_path = pgjava; " + script + "; commit");
    }
    return database;
  }

  private static void build(Path libraries) throws IOException, InterruptedException {
    String bin =
        Objects.requireNonNullElse(System.getenv("TIERCEL_PG15_BIN"), "/usr/lib/postgresql/15/bin");
    run(
        libraries,
        "make",
        "-f",
        SOURCE.resolve("Makefile").toString(),
        "VPATH=" + SOURCE,
        "srcdir=" + SOURCE,
        "PG_CONFIG=" + bin + "/pg_config",
        "JAVA_HOME=" + System.getProperty("java.home"),
        "with_llvm=no");
  }

  /// Copies what this JVM runs on to where the server's account can read it.
  private static String copyClassPath(Path root) throws IOException {
    List<String> copies = new ArrayList<>();
    String[] entries = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    for (int i = 0; i < entries.length; i++) {
      Path from = Path.of(entries[i]);
      if (Files.isDirectory(from)) {
        Path to = root.resolve("classes" + i);
        try (var files = Files.walk(from)) {
          for (Path file : files.toList()) {
            Path target = to.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file)) {
              Files.createDirectories(target);
            } else {
              Files.copy(file, target);
            }
          }
        }
        copies.add(to.toString());
      } else if (Files.exists(from)) {
        copies.add(Files.copy(from, root.resolve(i + ".jar")).toString());
      }
    }
    return String.join(File.pathSeparator, copies);
  }

  private static void run(Path directory, String... command)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("tiercel-inside", ".log");
    try {
      var process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(BUILD_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(
            "%s took more than %d s".formatted(String.join(" ", command), BUILD_SECONDS));
      }
      if (process.exitValue() != 0) {
        throw new IOException(Files.readString(log));
      }
    } finally {
      Files.delete(log);
    }
  }

  private static void makeReadable(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  private static void delete(Path root) {
    try (var files = Files.walk(root)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
