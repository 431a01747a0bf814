package io.tiercel.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.spi.ServerLocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// A server from its first start to its stop. All tests share one directory, and so one cluster.
class ServerLifeTest {
  private static final Path DIRECTORY = TestPlaces.fresh("life");

  private static EmbeddedOptions options() {
    return TestPlaces.options(DIRECTORY);
  }

  private static boolean isRunning() {
    return Postmaster.find(new ServerDirectory(DIRECTORY)).isPresent();
  }

  @AfterAll
  static void nothing_runs_on() {
    assertFalse(isRunning(), "a test left the server running");
  }

  @Test
  void a_server_has_the_settings_that_tiercel_needs() throws SQLException {
    try (var postgres = EmbeddedPostgres.open(options())) {
      assertEquals(
          "18", Sql.ask(postgres, "SELECT current_setting('server_version_num')::int / 10000"));
      assertEquals("logical", Sql.ask(postgres, "SHOW wal_level"));
      assertEquals("UTF8", Sql.ask(postgres, "SHOW server_encoding"));
      assertEquals("on", Sql.ask(postgres, "SHOW fsync"));
      assertEquals("ÄSØ", Sql.ask(postgres, "SELECT upper('äsø')"));
      assertEquals("t", Sql.ask(postgres, "SELECT count(*) >= 0 FROM pg_stat_statements"));
    }
  }

  @Test
  void a_database_that_is_asked_for_is_made_once() throws SQLException {
    try (var postgres = EmbeddedPostgres.open(options())) {
      Sql.execute(postgres, "DROP DATABASE IF EXISTS \"it's \"\"other\"\"\"");
    }
    for (var time = 0; time < 2; time++) {
      try (var postgres = EmbeddedPostgres.open(options().withDatabase("it's \"other\""))) {
        assertEquals("it's \"other\"", Sql.ask(postgres, "SELECT current_database()"));
        assertEquals("t", Sql.ask(postgres, "SELECT count(*) >= 0 FROM pg_stat_statements"));
      }
    }
  }

  @Test
  void data_stay_when_the_server_is_opened_again() throws SQLException {
    try (var postgres = EmbeddedPostgres.open(options())) {
      Sql.execute(
          postgres, "DROP TABLE IF EXISTS note", "CREATE TABLE note AS SELECT 'remember' AS text");
    }
    assertFalse(isRunning());
    try (var postgres = EmbeddedPostgres.open(options())) {
      assertEquals("remember", Sql.ask(postgres, "SELECT text FROM note"));
    }
  }

  @Test
  void the_last_handle_stops_the_server_and_no_other() throws SQLException {
    var first = EmbeddedPostgres.open(options());
    var second = EmbeddedPostgres.open(options());
    assertEquals(first.jdbcUrl(), second.jdbcUrl());
    first.close();
    first.close();
    assertEquals("1", Sql.ask(second, "SELECT 1"));
    second.close();
    assertFalse(isRunning());
  }

  @Test
  void a_server_that_is_asked_to_keeps_running_until_it_is_stopped() throws SQLException {
    EmbeddedPostgres.open(options().withKeepRunning(true)).close();
    assertTrue(isRunning());
    try (var postgres = EmbeddedPostgres.open(options())) {
      assertEquals("1", Sql.ask(postgres, "SELECT 1"));
    }
    assertTrue(isRunning());
    assertTrue(EmbeddedPostgres.stop(options()));
    assertFalse(isRunning());
    assertFalse(EmbeddedPostgres.stop(options()));
    EmbeddedPostgres.open(options()).close();
    assertFalse(isRunning(), "the wish to keep it running ended with the stop");
  }

  @Test
  void the_port_stays_the_same_unless_another_is_asked_for() throws IOException {
    int before;
    try (var postgres = EmbeddedPostgres.open(options())) {
      before = postgres.port();
    }
    try (var postgres = EmbeddedPostgres.open(options())) {
      assertEquals(before, postgres.port());
    }
    int asked;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      asked = socket.getLocalPort();
    }
    try (var postgres = EmbeddedPostgres.open(options().withPort(asked))) {
      assertEquals(asked, postgres.port());
    }
  }

  @Test
  void another_port_is_taken_when_the_last_one_is_busy() throws SQLException, IOException {
    int before;
    try (var postgres = EmbeddedPostgres.open(options())) {
      before = postgres.port();
    }
    try (var socket = new ServerSocket(before, 1, InetAddress.getLoopbackAddress());
        var postgres = EmbeddedPostgres.open(options())) {
      assertNotEquals(socket.getLocalPort(), postgres.port());
      assertEquals("1", Sql.ask(postgres, "SELECT 1"));
    }
  }

  @Test
  void parameters_of_the_url_become_settings_and_connection_properties() throws SQLException {
    var url =
        EmbeddedUrl.PREFIX
            + DIRECTORY
            + "?set.work_mem=7MB&set.tiercel.note=it's%20a%20%22note%22&ApplicationName=a%26b";
    try (var postgres = EmbeddedPostgres.open(TestPlaces.options(url))) {
      assertEquals("7MB", Sql.ask(postgres, "SHOW work_mem"));
      assertEquals("it's a \"note\"", Sql.ask(postgres, "SHOW tiercel.note"));
      assertEquals("a&b", Sql.ask(postgres, "SHOW application_name"));
    }
  }

  @Test
  void nobody_gets_in_without_the_password() {
    try (var postgres = EmbeddedPostgres.open(options())) {
      var wrong = postgres.jdbcUrlFor("postgresql").replace(postgres.password(), "wrong");
      var refusal = assertThrows(SQLException.class, () -> Sql.ask(wrong, "SELECT 1"));
      assertEquals("28P01", refusal.getSQLState());
    }
  }

  @Test
  void other_users_see_neither_password_nor_data_nor_socket() throws IOException {
    try (var postgres = EmbeddedPostgres.open(options())) {
      var socket = postgres.unixSocket().orElseThrow();
      assertTrue(Files.exists(socket.resolve(".s.PGSQL." + postgres.port())));
      assertEquals("rwx------", permissions(socket));
      assertEquals("rwx------", permissions(DIRECTORY.resolve("data")));
      assertEquals("rw-------", permissions(DIRECTORY.resolve("password")));
      assertEquals("rw-------", permissions(postgres.log()));
    }
  }

  @Test
  void the_server_is_out_of_reach_of_ctrl_c_in_our_terminal() throws IOException {
    try (var postgres = EmbeddedPostgres.open(options())) {
      assertNotEquals(session(ProcessHandle.current().pid()), session(postgres.pid()));
    }
  }

  @Test
  void the_service_loader_finds_the_locator() throws SQLException {
    var url = EmbeddedUrl.PREFIX + DIRECTORY;
    var locator =
        ServiceLoader.load(ServerLocator.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(candidate -> candidate.accepts(url))
            .findFirst()
            .orElseThrow();
    assertFalse(locator.accepts("jdbc:tiercel://localhost/shop"));
    // The locator unpacks into the user's own cache: hold the server open, so that it need not.
    try (var postgres = EmbeddedPostgres.open(options());
        var located = locator.open(url)) {
      assertEquals(postgres.jdbcUrl(), located.url());
      assertFalse(located.toString().contains(postgres.password()));
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  /// The session id in `/proc/<pid>/stat`: state, parent, process group, session after the name.
  private static String session(long pid) throws IOException {
    var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[3];
  }
}
