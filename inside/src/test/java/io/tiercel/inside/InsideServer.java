package io.tiercel.inside;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import io.tiercel.inside.samples.Echo;
import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.codec.Codecs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.sf.saxon.Configuration;
import org.codehaus.stax2.XMLStreamReader2;
import org.xmlresolver.XMLResolver;

/// A PostgreSQL 15 with the extension, built from this source, and its worker. One for all tests of
/// a JVM. Where the machine cannot build it, the tests that need it are skipped and the reason is
/// printed.
public final class InsideServer {
  private static final long BUILD_SECONDS = 120;
  private static final long INSTALL_SECONDS = 180;

  private final TestServer server;

  /// Where the extension's libraries are.
  private final Path libraries;

  /// Where the worker's classes are, and those of the samples.
  private final Path classes;

  private InsideServer(TestServer server, Path libraries, Path classes) {
    this.server = server;
    this.libraries = libraries;
    this.classes = classes;
  }

  /// The server, or the end of the test.
  public static InsideServer orSkip() {
    assumeTrue(Shared.MISSING.isEmpty(), () -> "not tested: " + Shared.MISSING.orElseThrow());
    return Objects.requireNonNull(Shared.SERVER);
  }

  public TestServer server() {
    return server;
  }

  public Path libraries() {
    return libraries;
  }

  public Path classes() {
    return classes;
  }

  /// A new database with the extension, as CREATE EXTENSION would make it from the script.
  public TestDatabase newDatabase() {
    return withExtension(server.newDatabase());
  }

  /// Runs the extension's scripts, from the first version to this one. CREATE EXTENSION itself
  /// would want them in the server's own directories.
  static TestDatabase withExtension(TestDatabase database) {
    database.execute("create schema pgjava");
    for (String script : List.of("pgjava--0.1.sql", "pgjava--0.1--0.2.sql")) {
      try {
        String statements =
            Files.readString(Path.of("pgjava", script))
                .replaceFirst("\\\\echo.*\\n", "")
                .replaceAll("select pg_catalog.pg_extension_config_dump.*\\n", "")
                .replace("MODULE_PATHNAME", "pgjava");
        database.execute("begin; set local search_path = pgjava; " + statements + "; commit");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return database;
  }

  /// Whether all servers of this JVM have an extension that is compiled with the sanitizers of
  /// addresses and of undefined behaviour: `-Dtiercel.inside.sanitize=true`.
  static boolean isSanitized() {
    return Boolean.getBoolean("tiercel.inside.sanitize");
  }

  /// Another server like this one, which the caller closes.
  InsideServer startAnother(TestServerOptions options) {
    return new InsideServer(
        server.startAnother(withLibraries(options, libraries)), libraries, classes);
  }

  /// The settings by which a server finds the extension, and what that needs.
  static TestServerOptions withLibraries(TestServerOptions options, Path libraries) {
    return Sanitizers.in(
        options.setting("dynamic_library_path", libraries + ":$libdir"), libraries);
  }

  /// The settings by which a server starts its worker itself.
  static TestServerOptions launching(TestServerOptions options, Path libraries, Path classes) {
    return withLibraries(options, libraries)
        .setting("shared_preload_libraries", "pgjava")
        .setting("max_worker_processes", "32")
        .setting("pgjava.max_workers", "16")
        .setting("pgjava.idle_timeout", "10s")
        .setting("pgjava.java_home", System.getProperty("java.home"))
        .setting("pgjava.class_path", classes.toString())
        .setting("pgjava.stop_library", libraries.resolve("pgjava_stop.so").toString());
  }

  private static final class Shared {
    static final Optional<String> MISSING;
    static final @org.jspecify.annotations.Nullable InsideServer SERVER;

    static {
      try {
        MISSING = missing();
        SERVER = MISSING.isEmpty() ? start() : null;
        MISSING.ifPresent(
            reason ->
                System.out.println(
                    "JAVA INSIDE POSTGRESQL IS NOT TESTED%s: %s"
                        .formatted(isSanitized() ? " UNDER SANITIZERS" : "", reason)));
      } catch (IOException | InterruptedException | URISyntaxException e) {
        throw new IllegalStateException("cannot build the extension", e);
      }
    }
  }

  /// Why this machine cannot build and run the extension; empty if it can.
  private static Optional<String> missing() throws IOException, InterruptedException {
    if (TestServer.v15().isEmpty()) {
      return Optional.of("there is no PostgreSQL 15 here");
    }
    var installed = run(INSTALL_SECONDS, Path.of("."), "pgjava/install-headers");
    if (installed.exitCode != 0) {
      return Optional.of(
          "no headers of PostgreSQL 15, compiler or make, and they could not be installed: "
              + installed.output.strip());
    }
    if (isSanitized() && Sanitizers.missing().isPresent()) {
      return Sanitizers.missing();
    }
    Path home = Path.of(System.getProperty("java.home"));
    if (!Files.exists(home.resolve("include/jvmti.h"))) {
      return Optional.of("no include/jvmti.h in " + home);
    }
    if (System.getProperty("user.name").equals("root") && !isReadableByAll(home)) {
      return Optional.of("root alone can read " + home + ", and the server does not run as root");
    }
    return Optional.empty();
  }

  private static boolean isReadableByAll(Path directory) throws IOException {
    for (Path at = directory.toRealPath(); at != null; at = at.getParent()) {
      if (!Files.getPosixFilePermissions(at).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }

  private static InsideServer start() throws IOException, InterruptedException, URISyntaxException {
    Path root = Files.createTempDirectory("tiercel-inside");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
    Path libraries = Files.createDirectory(root.resolve("lib"));
    Path classes = Files.createDirectory(root.resolve("classes"));
    build(libraries, "");
    for (Class<?> inModule :
        List.of(PgSession.class, Codecs.class, TiercelDriver.class, Echo.class)) {
      copy(Path.of(inModule.getProtectionDomain().getCodeSource().getLocation().toURI()), classes);
    }
    String classPath = classes + ":" + copyJarsForXml(Files.createDirectory(root.resolve("xml")));
    makeReadable(root);
    var options =
        launching(TestServerOptions.defaults(), libraries, classes)
            .setting("pgjava.class_path", classPath);
    return new InsideServer(
        TestServer.v15().orElseThrow().startAnother(options), libraries, classes);
  }

  /// The optional libraries; returns their class path.
  private static String copyJarsForXml(Path directory) throws IOException, URISyntaxException {
    List<String> classPath = new ArrayList<>();
    for (Class<?> inJar :
        List.of(
            Configuration.class,
            XMLResolver.class,
            InputFactoryImpl.class,
            XMLStreamReader2.class)) {
      Path jar = Path.of(inJar.getProtectionDomain().getCodeSource().getLocation().toURI());
      classPath.add(Files.copy(jar, directory.resolve(jar.getFileName())).toString());
    }
    return String.join(":", classPath);
  }

  /// The extension once more, also compiled with other flags.
  static Path buildWith(Path directory, String flags) throws IOException, InterruptedException {
    Path libraries = Files.createDirectory(directory.resolve("lib"));
    build(libraries, flags);
    makeReadable(directory);
    return libraries;
  }

  private static void build(Path libraries, String flags) throws IOException, InterruptedException {
    if (isSanitized()) {
      Sanitizers.build(libraries);
    }
    make(
        libraries,
        "PGJAVA_CFLAGS=-Werror " + flags + (isSanitized() ? " " + Sanitizers.FLAGS : ""),
        "SHLIB_LINK=" + (isSanitized() ? Sanitizers.LINK_FLAGS : ""));
  }

  /// Runs make for the extension in a directory of its own; returns what it says.
  static String make(Path directory, String... arguments) throws IOException, InterruptedException {
    String bin =
        Objects.requireNonNullElse(System.getenv("TIERCEL_PG15_BIN"), "/usr/lib/postgresql/15/bin");
    Path source = Path.of("pgjava").toAbsolutePath();
    var command =
        Stream.of(
            "make",
            "-f",
            source.resolve("Makefile").toString(),
            "VPATH=" + source,
            "srcdir=" + source,
            "PG_CONFIG=" + bin + "/pg_config",
            "JAVA_HOME=" + System.getProperty("java.home"),
            "with_llvm=no");
    var made =
        run(
            BUILD_SECONDS,
            directory,
            Stream.concat(command, Stream.of(arguments)).toArray(String[]::new));
    if (made.exitCode != 0) {
      throw new IOException("could not build the extension:\n" + made.output);
    }
    return made.output;
  }

  private record Run(int exitCode, String output) {}

  private static Run run(long seconds, Path directory, String... command)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("tiercel-inside", ".log");
    try {
      var process =
          new ProcessBuilder(absolute(command))
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Run(-1, "%s took more than %d s".formatted(command[0], seconds));
      }
      return new Run(process.exitValue(), Files.readString(log));
    } finally {
      Files.delete(log);
    }
  }

  private static List<String> absolute(String... command) {
    return Stream.of(command)
        .map(
            word ->
                word.equals("pgjava/install-headers")
                    ? Path.of(word).toAbsolutePath().toString()
                    : word)
        .toList();
  }

  /// Copies classes out of a directory or jar, so that the server's account can read them. What
  /// several of them provide of a service is put together.
  private static void copy(Path from, Path to) throws IOException, InterruptedException {
    if (!Files.isDirectory(from)) {
      Path unpacked = Files.createTempDirectory("tiercel-inside-jar");
      try {
        var done =
            run(
                BUILD_SECONDS,
                unpacked,
                System.getProperty("java.home") + "/bin/jar",
                "-xf",
                from.toString());
        if (done.exitCode != 0) {
          throw new IOException(done.output);
        }
        copy(unpacked, to);
      } finally {
        delete(unpacked);
      }
      return;
    }
    try (var files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Path directory = Objects.requireNonNull(target.getParent());
        Files.createDirectories(directory);
        if (!Files.exists(target)) {
          Files.copy(file, target);
        } else if (directory.endsWith("META-INF/services")) {
          Files.write(target, Files.readAllBytes(file), StandardOpenOption.APPEND);
        }
      }
    }
  }

  static void makeReadable(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  static void delete(Path root) {
    try (var files = Files.walk(root)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
