package io.tiercel.lab.bench.inside;

import io.tiercel.inside.PgSession;
import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.wire.codec.Codecs;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// A PostgreSQL 15 of its own in a directory that is deleted, with the extension compiled from this
/// clone. Where this runs as root, the server runs as `postgres`.
final class ExtensionServer implements AutoCloseable {
  private static final long SECONDS = 180;
  private static final List<String> SCRIPTS = List.of("pgjava--0.1.sql", "pgjava--0.1--0.2.sql");

  private final Path root;
  private final Path bin;
  private final int port;

  private ExtensionServer(Path root, Path bin, int port) {
    this.root = root;
    this.bin = bin;
    this.port = port;
  }

  /// Compiles the extension and starts the server.
  ///
  /// @throws CommandFailure if this machine lacks something for it
  static ExtensionServer start() throws IOException, InterruptedException, SQLException {
    Path bin =
        Path.of(
            Objects.requireNonNullElse(
                System.getenv("TIERCEL_PG15_BIN"), "/usr/lib/postgresql/15/bin"));
    if (!Files.isExecutable(bin.resolve("initdb"))) {
      throw new CommandFailure(
          "there is no PostgreSQL 15 in " + bin,
          "Install postgresql-15, or set TIERCEL_PG15_BIN to its directory of programs.");
    }
    Path source = classes(PgSession.class).resolve("../../pgjava").normalize();
    run(source, "sh", source.resolve("install-headers").toString());
    Path root = Files.createTempDirectory("tiercel-bench-inside");
    var server = new ExtensionServer(root, bin, freePort());
    try {
      server.build(source);
      server.initialize(server.copyClasses());
      server.createExtension(source);
      return server;
    } catch (IOException | InterruptedException | SQLException | CommandFailure e) {
      server.close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Class<?> library(String className) {
    try {
      return Class.forName(className, false, ExtensionServer.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e); // it is a dependency of lab
    }
  }

  private static Path classes(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private void build(Path source) throws IOException, InterruptedException {
    Path libraries = Files.createDirectory(root.resolve("lib"));
    run(
        libraries,
        "make",
        "-s",
        "-f",
        source.resolve("Makefile").toString(),
        "VPATH=" + source,
        "srcdir=" + source,
        "PG_CONFIG=" + bin.resolve("pg_config"),
        "JAVA_HOME=" + System.getProperty("java.home"),
        "with_llvm=no");
  }

  /// Copies the worker's classes to where the server's account can read them: modules are
  /// directories in a clone, jars while Maven builds.
  private String copyClasses() throws IOException {
    Path target = Files.createDirectory(root.resolve("classes"));
    List<String> classPath = new ArrayList<>();
    for (Class<?> inModule : List.of(PgSession.class, TiercelDriver.class, Codecs.class)) {
      Path from = classes(inModule);
      if (Files.isDirectory(from)) {
        Path to = target.resolve("module" + classPath.size());
        try (var files = Files.walk(from)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            copy(file, to.resolve(from.relativize(file).toString()));
          }
        }
        classPath.add(to.toString());
      } else {
        Path to = target.resolve("module" + classPath.size() + ".jar");
        Files.copy(from, to);
        classPath.add(to.toString());
      }
    }
    for (String inLibrary : XmlBench.LIBRARIES) {
      Path from = classes(library(inLibrary));
      Path to = target.resolve(Objects.requireNonNull(from.getFileName()).toString());
      Files.copy(from, to);
      classPath.add(to.toString());
    }
    String functions = BenchFunctions.class.getName().replace('.', '/') + ".class";
    Path own = target.resolve("functions");
    copy(classes(BenchFunctions.class).resolve(functions), own.resolve(functions));
    classPath.add(own.toString());
    try (var files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
    return String.join(File.pathSeparator, classPath);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(Objects.requireNonNull(to.getParent()));
    Files.copy(from, to);
  }

  private void initialize(String classPath) throws IOException, InterruptedException {
    Path data = Files.createDirectory(root.resolve("server"));
    if (isRoot()) {
      run(root, "chown", "postgres", data.toString());
    }
    asServer(bin.resolve("initdb").toString(), "-A", "trust", "-U", "postgres", "-D", data + "/d");
    List<String> settings =
        List.of(
            "listen_addresses = '127.0.0.1'",
            "port = " + port,
            "unix_socket_directories = '" + data + "'",
            "fsync = off",
            "jit = off",
            "max_worker_processes = 32",
            "dynamic_library_path = '" + root.resolve("lib") + ":$libdir'",
            "shared_preload_libraries = 'pgjava'",
            "pgjava.java_home = '" + System.getProperty("java.home") + "'",
            "pgjava.class_path = '" + classPath + "'",
            "pgjava.stop_library = '" + root.resolve("lib/pgjava_stop.so") + "'");
    Path file = root.resolve("settings.conf");
    Files.write(file, settings);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    asServer(
        bin.resolve("pg_ctl").toString(),
        "-w",
        "-D",
        data + "/d",
        "-l",
        data + "/log",
        "-o",
        "-c config_file=" + data + "/d/postgresql.conf",
        "-o",
        settingsAsOptions(settings),
        "start");
  }

  private static String settingsAsOptions(List<String> settings) {
    List<String> options = new ArrayList<>();
    for (String setting : settings) {
      String[] parts = setting.split(" = ", 2);
      options.add("-c %s=%s".formatted(parts[0], parts[1].replace("'", "").replace("$", "\\$")));
    }
    return String.join(" ", options);
  }

  private void createExtension(Path source) throws IOException, SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute("create schema pgjava");
      for (String script : SCRIPTS) {
        statement.execute(
            "begin; set local search_path = pgjava; "
                + Files.readString(source.resolve(script))
                    .replaceFirst("\\\\echo.*\\n", "")
                    .replaceAll("select pg_catalog.pg_extension_config_dump.*\\n", "")
                    .replace("MODULE_PATHNAME", "pgjava")
                + "; commit");
      }
    }
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url("postgresql"));
  }

  /// The URL for a driver, with its user, who is superuser.
  String url(String driver) {
    return "jdbc:%s://127.0.0.1:%d/postgres?user=postgres".formatted(driver, port);
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private void asServer(String... command) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    all.addAll(List.of(command));
    run(root, all.toArray(String[]::new));
  }

  private static void run(Path directory, String... command)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("tiercel-bench-inside", ".log");
    try {
      var process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new CommandFailure("%s took more than %d s".formatted(command[0], SECONDS), null);
      }
      if (process.exitValue() != 0) {
        throw new CommandFailure(
            "%s failed: %s".formatted(command[0], Files.readString(log).strip()), null);
      }
    } finally {
      Files.delete(log);
    }
  }

  @Override
  public void close() throws IOException {
    Path data = root.resolve("server/d");
    if (Files.exists(data.resolve("postmaster.pid"))) {
      try {
        asServer(
            bin.resolve("pg_ctl").toString(), "-D", data.toString(), "-m", "fast", "-w", "stop");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted before the server in %s had ended".formatted(root), e);
      }
    }
    try (var files = Files.walk(root)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
