package io.tiercel.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Several processes and threads with one server.
class SharingTest {
  private static final Path DIRECTORY = TestPlaces.fresh("shared");
  private static final String URL = EmbeddedUrl.PREFIX + DIRECTORY;

  private static boolean isRunning() {
    return Postmaster.find(new ServerDirectory(DIRECTORY)).isPresent();
  }

  @Test
  void processes_that_open_a_new_server_at_once_share_it() throws Exception {
    var cache = TestPlaces.fresh("new-cache");
    var url = EmbeddedUrl.PREFIX + TestPlaces.fresh("at-once");
    var classPath = System.getProperty("java.class.path");
    try (var first = ChildJvm.start(java.util.List.of(), classPath, url, cache);
        var second = ChildJvm.start(java.util.List.of(), classPath, url, cache)) {
      assertEquals(first.awaitOpen(), second.awaitOpen());
      first.closeServer();
      second.closeServer();
    }
  }

  @Test
  void the_last_process_to_close_stops_the_server() throws Exception {
    try (var first = ChildJvm.opening(URL);
        var second = ChildJvm.opening(URL)) {
      var url = first.awaitOpen();
      assertEquals(url, second.awaitOpen());
      first.closeServer();
      assertEquals("1", Sql.ask(url, "SELECT 1"));
      second.closeServer();
      assertFalse(isRunning());
    }
  }

  @Test
  void a_process_that_was_killed_counts_no_longer() throws Exception {
    try (var killed = ChildJvm.opening(URL)) {
      killed.awaitOpen();
      try (var postgres = EmbeddedPostgres.open(TestPlaces.options(URL))) {
        killed.kill();
        assertEquals("1", Sql.ask(postgres, "SELECT 1"));
      }
      assertFalse(isRunning());
    }
  }

  @Test
  void a_server_whose_only_process_was_killed_is_taken_over() throws Exception {
    try (var killed = ChildJvm.opening(URL)) {
      var url = killed.awaitOpen();
      killed.kill();
      assertTrue(isRunning());
      try (var postgres = EmbeddedPostgres.open(TestPlaces.options(URL))) {
        assertEquals(url, postgres.jdbcUrlFor("postgresql"));
      }
      assertFalse(isRunning());
    }
  }

  @Test
  void a_process_that_exits_without_closing_stops_the_server() throws Exception {
    try (var child = ChildJvm.opening(URL)) {
      child.awaitOpen();
      child.exit();
    }
    assertTrue(Deadline.in(Duration.ofSeconds(20)).await(() -> !isRunning()));
  }

  @Test
  void a_process_that_exits_leaves_the_server_to_the_others() throws Exception {
    try (var child = ChildJvm.opening(URL)) {
      child.awaitOpen();
      try (var postgres = EmbeddedPostgres.open(TestPlaces.options(URL))) {
        child.exit();
        assertEquals("1", Sql.ask(postgres, "SELECT 1"));
      }
    }
    assertFalse(isRunning());
  }

  @Test
  void a_server_that_is_about_to_stop_is_started_anew() throws SQLException {
    try (var postgres = EmbeddedPostgres.open(TestPlaces.options(URL));
        var session = java.sql.DriverManager.getConnection(postgres.jdbcUrlFor("postgresql"))) {
      var directory = new ServerDirectory(DIRECTORY);
      var before = Postmaster.find(directory).orElseThrow();
      // As a JVM does that exits; our session holds the shutdown up.
      Shutdown.smart(before);
      assertTrue(
          Deadline.in(Duration.ofSeconds(20))
              .await(() -> Postmaster.find(directory).orElseThrow().isStopping()));
      try (var again = EmbeddedPostgres.open(TestPlaces.options(URL))) {
        assertNotEquals(before.pid(), again.pid());
        assertEquals("1", Sql.ask(again, "SELECT 1"));
      }
      assertFalse(session.isValid(1));
    }
  }

  @Test
  void threads_that_open_and_close_at_once_never_find_it_stopped() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<String> user = SharingTest::openAskClose;
      var answers = threads.invokeAll(java.util.Collections.nCopies(6, user));
      for (var answer : answers) {
        assertEquals("1", answer.get());
      }
    }
    assertFalse(isRunning());
  }

  private static String openAskClose() throws SQLException, IOException {
    try (var postgres = EmbeddedPostgres.open(TestPlaces.options(URL))) {
      return Sql.ask(postgres, "SELECT 1");
    }
  }
}
