package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestCertificates;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.error.WireException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server that knows its users by their certificates, `clientcert=verify-full`.
@Timeout(60)
@NullUnmarked // JUnit injects; a null where none is expected fails the test by itself
class ClientCertificateTest {
  private static final TestCertificates FILES = TestCertificates.get();
  private static TestServer server;

  @TempDir private Path directory;

  @BeforeAll
  static void start() {
    server =
        TestServer.start(
            TestServerOptions.defaults()
                .tls()
                .hba("hostssl all certified 127.0.0.1/32 cert")
                .hba("hostssl all other 127.0.0.1/32 cert")
                .hba("hostssl all twice 127.0.0.1/32 scram-sha-256 clientcert=verify-ca"));
    server.execute(
        "create role certified login",
        "create role other login",
        "create role twice login password 'secret'");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ConnectionConfig.Builder as(String user) {
    return Databases.config(server.defaultDatabase()).toBuilder()
        .user(user)
        .password("secret")
        .sslMode(SslMode.VERIFY_FULL)
        .sslRootCert(FILES.authority().toString());
  }

  private static ConnectionConfig.Builder withPem(String user) {
    return as(user)
        .sslCert(FILES.clientCertificate().toString())
        .sslKey(FILES.clientKey().toString());
  }

  private static String distinguishedName(ConnectionConfig.Builder builder) {
    try (var connection = Connection.open(builder.build())) {
      return connection
          .queryList(
              "select client_dn from pg_stat_ssl where pid = pg_backend_pid()",
              row -> row.getString(0))
          .getFirst();
    }
  }

  @Test
  void a_certificate_of_pem_files_lets_its_user_in() {
    assertEquals("/CN=certified", distinguishedName(withPem("certified")));
    assertEquals("/CN=certified", distinguishedName(withPem("twice")));
  }

  @Test
  void a_pkcs12_store_lets_its_user_in() throws Exception {
    var builder =
        as("certified")
            .sslKey(clientStore().toString())
            .sslPassword(TestCertificates.STORE_PASSWORD);
    assertEquals("/CN=certified", distinguishedName(builder));
  }

  /// A store of the client's entry alone.
  private Path clientStore() throws IOException, GeneralSecurityException {
    char[] password = TestCertificates.STORE_PASSWORD.toCharArray();
    KeyStore all = KeyStore.getInstance(FILES.store().toFile(), password);
    KeyStore one = KeyStore.getInstance("PKCS12");
    one.load(null, password);
    one.setKeyEntry(
        "user", all.getKey("client", password), password, all.getCertificateChain("client"));
    Path file = directory.resolve("client.p12");
    try (var out = Files.newOutputStream(file)) {
      one.store(out, password);
    }
    return file;
  }

  @Test
  void nobody_comes_in_without_a_certificate_or_with_that_of_another() {
    assertThrows(WireException.class, () -> distinguishedName(as("certified")));
    assertThrows(WireException.class, () -> distinguishedName(as("twice")));
    assertThrows(WireException.class, () -> distinguishedName(withPem("other")));
  }

  @Test
  void a_wrong_password_of_a_store_is_named() {
    var builder = as("certified").sslKey(FILES.store().toString()).sslPassword("wrong-pass");
    var failure = assertThrows(UsageException.class, () -> distinguishedName(builder));
    Failures.assertMentions("sslpassword", failure);
    assertTrue(!String.valueOf(failure.getMessage()).contains("wrong-pass"));
  }
}
