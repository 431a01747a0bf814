package io.tiercel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestServerTest {
  @EveryPostgres
  void runs_with_the_settings_our_tests_rely_on(TestServer server) throws SQLException {
    try (var connection = server.defaultDatabase().connect()) {
      assertEquals("logical", show(connection, "wal_level"));
      assertEquals("off", show(connection, "fsync"));
      assertEquals("UTF8", show(connection, "server_encoding"));
      assertEquals("pg_stat_statements", show(connection, "shared_preload_libraries"));
      assertTrue(show(connection, "server_version").startsWith(server.version()));
    }
  }

  @EveryPostgres
  void orders_and_folds_text_by_unicode(TestServer server) throws SQLException {
    try (var connection = server.defaultDatabase().connect()) {
      assertEquals("ÄÖ", value(connection, "select upper('äö')"));
    }
  }

  @EveryPostgres
  void listens_on_a_unix_socket(TestServer server) {
    assertTrue(Files.exists(server.unixSocketDirectory().resolve(".s.PGSQL." + server.port())));
  }

  @EveryPostgres
  void refuses_a_wrong_password_over_tcp(TestServer server) {
    var database = server.defaultDatabase();
    var wrong =
        new TestDatabase(database.host(), database.port(), "postgres", database.user(), "wrong");
    var e = assertThrows(SQLException.class, wrong::connect);
    assertEquals("28P01", e.getSQLState());
  }

  @EveryPostgres
  void databases_are_dropped_under_their_sessions_and_slots(TestServer server) throws SQLException {
    var database = server.newDatabase();
    try (var open = database.connect()) {
      database.execute("select pg_create_logical_replication_slot('held', 'pgoutput')");
      database.close();
      assertThrows(SQLException.class, () -> value(open, "select 1"));
    }
    try (var connection = server.defaultDatabase().connect()) {
      String left = "select count(*) from pg_database where datname = '" + database.name() + "'";
      assertEquals("0", value(connection, left));
    }
    database.close();
  }

  @Test
  void a_killed_server_recovers_what_was_committed() throws SQLException {
    try (var server = TestServer.start(TestServerOptions.defaults())) {
      server.execute("create table kept (id int)", "insert into kept values (1)");
      server.kill();
      assertThrows(IllegalStateException.class, () -> server.execute("select 1"));
      server.restart();
      try (var connection = server.defaultDatabase().connect()) {
        assertEquals("1", value(connection, "select count(*) from kept"));
      }
      server.restart();
      server.execute("select 1");
    }
  }

  @EveryPostgres
  void a_private_server_has_its_own_settings_logins_and_tls(TestServer shared) throws SQLException {
    var options =
        TestServerOptions.defaults()
            .setting("application_name", "it's private")
            .hba("host all trusted 127.0.0.1/32 trust")
            .hba("hostssl all secure 127.0.0.1/32 scram-sha-256")
            .hba("host all secure 127.0.0.1/32 reject")
            .tls();
    try (var server = shared.startAnother(options)) {
      server.execute("create role trusted login", "create role secure login password 's'");
      var trusted = new TestDatabase(server.host(), server.port(), "postgres", "trusted", "any");
      try (var connection = trusted.connect()) {
        assertEquals("trusted", value(connection, "select current_user"));
      }
      var secure = new TestDatabase("localhost", server.port(), "postgres", "secure", "s");
      var certificates = TestCertificates.get();
      try (var connection = secure.connect(verified(certificates.authority().toString()))) {
        assertEquals("secure", value(connection, "select current_user"));
      }
      var plain = Map.of("sslmode", "disable");
      assertThrows(SQLException.class, () -> secure.connect(plain));
      var stranger = verified(certificates.stranger().toString());
      assertThrows(SQLException.class, () -> secure.connect(stranger));
    }
  }

  @Test
  void closing_a_server_leaves_neither_files_nor_processes() throws SQLException {
    var server = TestServer.start(TestServerOptions.defaults());
    var root = server.unixSocketDirectory().getParent();
    try (var connection = server.defaultDatabase().connect()) {
      assertEquals("1", value(connection, "select 1"));
      server.close();
    }
    server.close();
    assertFalse(Files.exists(root));
    assertThrows(IllegalStateException.class, server::restart);
  }

  @Test
  void the_shared_server_cannot_be_stopped() {
    assertThrows(IllegalStateException.class, () -> TestServer.v18().kill());
    assertThrows(IllegalStateException.class, () -> TestServer.v18().close());
  }

  private static Map<String, String> verified(String rootCertificate) {
    return Map.of("sslmode", "verify-full", "sslrootcert", rootCertificate);
  }

  private static String show(Connection connection, String setting) throws SQLException {
    return value(connection, "show " + setting);
  }

  private static String value(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      assertTrue(rows.next());
      return rows.getString(1);
    }
  }
}
