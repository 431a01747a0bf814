package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestCertificates;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Every way in, on a server with TLS whose users must each come by one of them.
@Timeout(60)
class AuthenticationTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server =
        TestServer.start(
            TestServerOptions.defaults()
                .tls()
                .hba("host all trusted 127.0.0.1/32 trust")
                .hba("host all clear 127.0.0.1/32 password")
                .hba("host all md5er 127.0.0.1/32 md5")
                .hba("hostssl all encrypted 127.0.0.1/32 scram-sha-256")
                .hba("hostnossl all plain 127.0.0.1/32 scram-sha-256")
                .hba("host all encrypted,plain 127.0.0.1/32 reject"));
    server.execute(
        "set password_encryption = 'md5'",
        "create role md5er login password 'secret'",
        "set password_encryption = 'scram-sha-256'",
        "create role trusted login",
        "create role clear login password 'secret'",
        "create role encrypted login password 'secret'",
        "create role plain login password 'secret'");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ConnectionConfig.Builder as(String user) {
    return Databases.config(server.defaultDatabase()).toBuilder().user(user).password("secret");
  }

  private static boolean isEncrypted(Connection connection) {
    return connection
        .queryList(
            "select ssl from pg_stat_ssl where pid = pg_backend_pid()", row -> row.getBoolean(0))
        .getFirst();
  }

  private static boolean connects(ConnectionConfig.Builder builder) {
    try (var connection = Connection.open(builder.build())) {
      return isEncrypted(connection);
    }
  }

  @Test
  void every_authentication_method_lets_in() {
    for (String user : List.of("trusted", "clear", "md5er", "encrypted")) {
      assertTrue(connects(as(user)), user);
    }
  }

  @Test
  void a_wrong_password_is_refused_and_not_repeated() {
    for (String user : List.of("clear", "md5er", "encrypted")) {
      var builder = as(user).password("wrong-pass");
      var failure = assertThrows(WireException.class, () -> connects(builder));
      assertEquals("28P01", failure.sqlState());
      assertFalse(failure.isConnectionUsable());
      assertFalse(String.valueOf(failure.getMessage()).contains("wrong-pass"));
    }
  }

  @Test
  void a_missing_password_is_named() {
    var builder = as("encrypted").password(null);
    var failure = assertThrows(ConnectionException.class, () -> connects(builder));
    Failures.assertMentions("none is configured", failure);
  }

  @Test
  void ssl_modes_do_what_libpq_says() {
    assertFalse(connects(as("trusted").sslMode(SslMode.DISABLE)));
    assertFalse(connects(as("trusted").sslMode(SslMode.ALLOW)));
    assertTrue(connects(as("trusted").sslMode(SslMode.PREFER)));
    assertTrue(connects(as("trusted").sslMode(SslMode.REQUIRE)));
    assertTrue(connects(as("encrypted").sslMode(SslMode.ALLOW)), "falls back to TLS");
    assertFalse(connects(as("plain").sslMode(SslMode.PREFER)), "falls back to no TLS");
    assertThrows(ServerException.class, () -> connects(as("encrypted").sslMode(SslMode.DISABLE)));
    assertThrows(ServerException.class, () -> connects(as("plain").sslMode(SslMode.REQUIRE)));
  }

  @Test
  void a_server_without_tls_is_refused_when_tls_is_required() {
    var builder =
        Databases.config(TestServer.v18().defaultDatabase()).toBuilder().sslMode(SslMode.REQUIRE);
    var failure = assertThrows(ConnectionException.class, () -> connects(builder));
    Failures.assertMentions("does not offer TLS", failure);
  }

  @Test
  void direct_negotiation_starts_tls_at_once() {
    assertTrue(connects(as("trusted").sslMode(SslMode.REQUIRE).sslNegotiationDirect(true)));
  }

  @Test
  void an_untrusted_certificate_is_refused_when_it_is_verified() {
    var builder = as("trusted").sslMode(SslMode.VERIFY_CA);
    var failure = assertThrows(ConnectionException.class, () -> connects(builder));
    Failures.assertMentions("could not agree on TLS", failure);
  }

  @Test
  void a_certificate_of_a_trusted_authority_is_accepted_and_one_of_a_stranger_is_not() {
    TestCertificates certificates = TestCertificates.get();
    for (SslMode mode : List.of(SslMode.VERIFY_CA, SslMode.VERIFY_FULL, SslMode.REQUIRE)) {
      var builder = as("trusted").sslMode(mode);
      assertTrue(connects(builder.sslRootCert(certificates.authority().toString())));
      builder.sslRootCert(certificates.stranger().toString());
      assertThrows(ConnectionException.class, () -> connects(builder));
    }
  }

  @Test
  void channel_binding_can_be_required() {
    assertTrue(connects(as("encrypted").channelBinding(ChannelBinding.REQUIRE)));
    assertTrue(connects(as("encrypted").channelBinding(ChannelBinding.DISABLE)));
    for (String user : List.of("trusted", "clear", "md5er", "plain")) {
      var builder = as(user).channelBinding(ChannelBinding.REQUIRE);
      var failure = assertThrows(ConnectionException.class, () -> connects(builder), user);
      Failures.assertMentions("channel binding is required", failure);
    }
  }

  @Test
  void large_results_and_batches_pass_through_tls() {
    try (var connection = Connection.open(as("trusted").build());
        var pipeline = connection.pipeline()) {
      var wide = connection.prepare("select repeat('x', 300000), $1");
      long[] bytes = new long[1];
      String parameter = "y".repeat(200_000);
      for (int i = 0; i < 50; i++) {
        pipeline.add(wide, row -> bytes[0] += row.length(0) + row.length(1), parameter);
      }
      pipeline.await();
      assertEquals(50 * 500_000L, bytes[0]);
    }
  }

  @Test
  void a_statement_of_an_encrypted_connection_is_cancelled() throws Exception {
    try (var connection = Connection.open(as("encrypted").build());
        var observer = Databases.open(server.defaultDatabase())) {
      var running =
          CompletableFuture.supplyAsync(
              () ->
                  assertThrows(
                          ServerException.class, () -> connection.execute("select pg_sleep(50)"))
                      .sqlState());
      var asleep = "select 1 from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'";
      while (observer.query(asleep, row -> {}, connection.backendProcessId()) == 0) {
        Thread.onSpinWait();
      }
      connection.cancel();
      assertEquals("57014", running.get(30, TimeUnit.SECONDS));
    }
  }
}
