package io.tiercel.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What a crash leaves behind, and what becomes of it.
class CrashTest {
  private static final Path DIRECTORY = TestPlaces.fresh("crash");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static EmbeddedOptions options() {
    return TestPlaces.options(DIRECTORY);
  }

  @Test
  void a_killed_server_comes_back_with_all_that_was_committed() throws SQLException {
    try (var postgres = EmbeddedPostgres.open(options())) {
      Sql.execute(
          postgres,
          "DROP TABLE IF EXISTS kept",
          "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n");
      kill(postgres.pid());
      assertTrue(Files.exists(DIRECTORY.resolve("data/postmaster.pid")));
      try (var again = EmbeddedPostgres.open(options())) {
        assertNotEquals(postgres.pid(), again.pid());
        assertEquals(postgres.port(), again.port());
        assertEquals("1000", Sql.ask(again, "SELECT count(*) FROM kept"));
      }
    }
    assertTrue(Postmaster.find(new ServerDirectory(DIRECTORY)).isEmpty());
  }

  @Test
  void remains_whose_process_id_now_belongs_to_somebody_else_are_cleared() throws Exception {
    int port;
    try (var postgres = EmbeddedPostgres.open(options())) {
      port = postgres.port();
    }
    var us = ProcessHandle.current().pid();
    var data = DIRECTORY.resolve("data");
    var remains = "%d%n%s%n1%n%d%n%s%n127.0.0.1%n  0  0%nready   %n";
    Files.writeString(data.resolve("postmaster.pid"), remains.formatted(us, data, port, DIRECTORY));
    Files.writeString(
        DIRECTORY.resolve("socket/.s.PGSQL." + port + ".lock"),
        remains.formatted(us, data, port, DIRECTORY));
    try (var postgres = EmbeddedPostgres.open(options())) {
      assertEquals(port, postgres.port());
      assertEquals("1", Sql.ask(postgres, "SELECT 1"));
    }
  }

  @Test
  void an_empty_lock_file_of_a_crashed_machine_is_cleared() throws Exception {
    EmbeddedPostgres.open(options()).close();
    Files.createFile(DIRECTORY.resolve("data/postmaster.pid"));
    try (var postgres = EmbeddedPostgres.open(options())) {
      assertEquals("1", Sql.ask(postgres, "SELECT 1"));
    }
  }

  @Test
  void a_cluster_that_initdb_did_not_finish_is_made_anew() throws Exception {
    var directory = TestPlaces.fresh("interrupted");
    try (var child = ChildJvm.opening(EmbeddedUrl.PREFIX + directory)) {
      assertTrue(Deadline.in(PATIENCE).await(() -> hasUnfinished(directory)), "initdb never began");
      child.kill();
    }
    assertFalse(Files.exists(directory.resolve("data")));
    try (var postgres = EmbeddedPostgres.open(TestPlaces.options(directory))) {
      assertEquals("1", Sql.ask(postgres, "SELECT 1"));
    }
  }

  @Test
  void a_directory_deleted_while_in_use_is_made_anew_and_attended_again() throws Exception {
    var directory = TestPlaces.fresh("deleted");
    var options = TestPlaces.options(directory);
    try (var postgres = EmbeddedPostgres.open(options)) {
      assertTrue(EmbeddedPostgres.stop(options));
      FileTree.delete(postgres.directory());
    }
    try (var postgres = EmbeddedPostgres.open(options)) {
      assertEquals("1", Sql.ask(postgres, "SELECT 1"));
      assertEquals(1, FileTree.list(directory.resolve("users")).size());
    }
  }

  @Test
  void a_process_killed_while_its_server_starts_is_no_obstacle() throws Exception {
    EmbeddedPostgres.open(options()).close();
    var pidFile = DIRECTORY.resolve("data/postmaster.pid");
    try (var child = ChildJvm.opening(EmbeddedUrl.PREFIX + DIRECTORY)) {
      assertTrue(Deadline.in(PATIENCE).await(() -> Files.exists(pidFile)), "the start never began");
      child.kill();
    }
    try (var postgres = EmbeddedPostgres.open(options())) {
      assertEquals("1", Sql.ask(postgres, "SELECT 1"));
    }
    assertTrue(Postmaster.find(new ServerDirectory(DIRECTORY)).isEmpty());
  }

  private static boolean hasUnfinished(Path directory) {
    try {
      return FileTree.list(directory).stream()
          .anyMatch(entry -> entry.getFileName().toString().startsWith("data.new-"));
    } catch (IOException e) {
      return false;
    }
  }

  private static void kill(long pid) {
    var process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    var data = DIRECTORY.resolve("data");
    assertTrue(
        Deadline.in(PATIENCE).await(() -> !new PostmasterPid(pid, 0, "").isAlive(data)),
        "the postmaster survived SIGKILL");
  }
}
