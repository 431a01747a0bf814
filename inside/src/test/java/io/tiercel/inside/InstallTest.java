package io.tiercel.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `make install` and CREATE EXTENSION as an administrator does them, in a copy of the server's
/// programs: those of the machine are left alone. The first version and its upgrade included, and a
/// dump that carries code.
@Timeout(300)
class InstallTest {
  private static final Path PROGRAMS = Path.of("/usr/lib/postgresql/15");
  private static final Path SHARED = Path.of("/usr/share/postgresql/15");

  @Test
  void the_extension_is_installed_upgraded_and_dumped() throws Exception {
    var built = InsideServer.orSkip();
    assumeTrue(
        Files.isDirectory(PROGRAMS.resolve("bin")) && Files.isDirectory(SHARED),
        "NOT TESTED: make install, because PostgreSQL 15 is not where Debian has it");
    Path root = Files.createTempDirectory("tiercel-install");
    try {
      install(root, built);
      Path bin = root.resolve("usr/lib/postgresql/15/bin");
      Path data = Files.createDirectory(root.resolve("data"));
      if (isRoot()) {
        run("chown", "postgres", data.toString());
      }
      asServer(bin + "/initdb", "-A", "trust", "-U", "postgres", "-D", data + "/d");
      int port = freePort();
      String settings =
          ("-c port=%d -c listen_addresses= -c unix_socket_directories=%s -c fsync=off"
                  + " -c shared_preload_libraries=pgjava -c pgjava.java_home=%s")
              .formatted(port, data, System.getProperty("java.home"));
      asServer(
          bin + "/pg_ctl", "-w", "-D", data + "/d", "-l", data + "/log", "-o", settings, "start");
      try {
        var psql = new Psql(bin, data, port);
        psql.execute("postgres", "create extension pgjava version '0.1'");
        psql.execute(
            "postgres",
            "create function f(bytea) returns int language javau as"
                + " 'java.util.Arrays.hashCode(byte[])'");
        String before = psql.execute("postgres", "select f('\\x0102')");
        psql.execute("postgres", "alter extension pgjava update");
        assertEquals(
            "0.2",
            psql.execute(
                "postgres", "select extversion from pg_extension where extname = 'pgjava'"));
        assertEquals(before, psql.execute("postgres", "select f('\\x0102')"));
        psql.execute(
            "postgres",
            "select pgjava.store_jar('kept', '\\x00', '{}', '{}')",
            "select sqlj.set_classpath('public', 'kept')");
        psql.execute("postgres", "create database copied");
        String dump =
            output(
                asServerCommand(
                    bin + "/pg_dump",
                    "-h",
                    data.toString(),
                    "-p",
                    "" + port,
                    "-U",
                    "postgres",
                    "postgres"));
        assertTrue(dump.contains("CREATE EXTENSION IF NOT EXISTS pgjava"), dump);
        Path file = Files.writeString(root.resolve("dump.sql"), dump);
        run("chmod", "644", file.toString());
        psql.file("copied", file);
        assertEquals("kept", psql.execute("copied", "select sqlj.get_classpath('public')"));
        assertEquals(
            psql.execute("postgres", "select hash from pgjava.jar_version"),
            psql.execute("copied", "select hash from pgjava.jar_version"));
        psql.execute("copied", "drop extension pgjava cascade");
      } finally {
        asServer(bin + "/pg_ctl", "-w", "-D", data + "/d", "-m", "fast", "stop");
      }
    } finally {
      InsideServer.delete(root);
    }
  }

  private static void install(Path root, InsideServer built) throws Exception {
    run("mkdir", "-p", root + "/usr/lib/postgresql", root + "/usr/share/postgresql");
    run("cp", "-r", PROGRAMS.toString(), root + "/usr/lib/postgresql/");
    run("cp", "-rL", SHARED.toString(), root + "/usr/share/postgresql/");
    Path source = Path.of("pgjava").toAbsolutePath();
    Path build = Files.createDirectory(root.resolve("build"));
    run(
        "make",
        "-s",
        "-C",
        build.toString(),
        "-f",
        source.resolve("Makefile").toString(),
        "VPATH=" + source,
        "srcdir=" + source,
        "PG_CONFIG=" + PROGRAMS.resolve("bin/pg_config"),
        "JAVA_HOME=" + System.getProperty("java.home"),
        "with_llvm=no",
        "DESTDIR=" + root,
        "install");
    // The jars are Maven's to build: here the worker's classes stand for them.
    Path jars = root.resolve("usr/share/postgresql/15/pgjava");
    Files.createDirectories(jars);
    run(
        System.getProperty("java.home") + "/bin/jar",
        "-cf",
        jars.resolve("worker.jar").toString(),
        "-C",
        built.classes().toString(),
        ".");
    run("chmod", "-R", "a+rX", root.toString());
  }

  private record Psql(Path bin, Path socket, int port) {
    String execute(String database, String... statements) throws Exception {
      List<String> command = command(database);
      for (String statement : statements) {
        command.addAll(List.of("-c", statement));
      }
      return output(command).strip();
    }

    void file(String database, Path file) throws Exception {
      List<String> command = command(database);
      command.addAll(List.of("-f", file.toString()));
      output(command);
    }

    private List<String> command(String database) {
      return new ArrayList<>(
          List.of(
              bin + "/psql",
              "-X",
              "-q",
              "-A",
              "-t",
              "-v",
              "ON_ERROR_STOP=1",
              "-h",
              socket.toString(),
              "-p",
              Integer.toString(port),
              "-U",
              "postgres",
              database));
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> asServerCommand(String... command) {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    all.addAll(List.of(command));
    return all;
  }

  private static void asServer(String... command) throws Exception {
    output(asServerCommand(command));
  }

  private static void run(String... command) throws Exception {
    output(List.of(command));
  }

  private static String output(List<String> command) throws Exception {
    Path log = Files.createTempFile("tiercel-install", ".log");
    try {
      var process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> command + " does not end");
      String output = Files.readString(log);
      assertEquals(0, process.exitValue(), () -> command + ": " + output);
      return output;
    } finally {
      Files.delete(log);
    }
  }
}
