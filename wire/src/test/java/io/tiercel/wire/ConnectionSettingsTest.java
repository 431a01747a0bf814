package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.wire.ConnectionConfig.Host;
import io.tiercel.wire.error.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked // JUnit injects; a null where none is expected fails the test by itself
class ConnectionSettingsTest {
  @TempDir private Path home;

  private ConnectionConfig config(
      String url, Map<String, String> properties, Map<String, String> variables) {
    return ConnectionSettings.of(url, properties, new Surroundings(variables, home)).toConfig();
  }

  private ConnectionConfig config(String url) {
    return config(url, Map.of(), Map.of());
  }

  private static final Map<String, String> VARIABLES =
      Map.of(
          "PGHOST", "env-host",
          "PGPORT", "1111",
          "PGUSER", "env-user",
          "PGDATABASE", "env-db",
          "PGPASSWORD", "env-password",
          "PGAPPNAME", "env-app",
          "PGCONNECT_TIMEOUT", "7",
          "PGTARGETSESSIONATTRS", "standby");

  @Test
  void the_url_comes_before_the_properties_before_the_service_before_the_environment()
      throws IOException {
    Files.writeString(
        home.resolve(".pg_service.conf"),
        """
        # services
        [other]
        user=nobody
        [shop]
        host=service-host
        user = service-user
        password=service-password
        application_name=service-app
        [third]
        user=nobody
        """);
    var config =
        config(
            "jdbc:tiercel:///url-db?service=shop",
            Map.of("user", "property-user", "dbname", "property-db"),
            VARIABLES);
    assertEquals("url-db", config.database());
    assertEquals("property-user", config.user());
    assertEquals("service-password", config.password());
    assertEquals("service-app", config.applicationName());
    assertEquals(Duration.ofSeconds(7), config.connectTimeout());
    assertEquals(TargetServerType.SECONDARY, config.hostChoice().targetServerType());
    // The port of the environment is that of its own host.
    assertEquals(List.of(new Host("service-host", 5432)), config.hosts());
  }

  @Test
  void the_environment_is_enough_for_our_urls_and_means_nothing_in_those_of_pgjdbc() {
    for (String url : List.of("jdbc:tiercel:///", "postgresql://")) {
      var config = config(url, Map.of(), VARIABLES);
      assertEquals(List.of(new Host("env-host", 1111)), config.hosts());
      assertEquals("env-user", config.user());
      assertEquals("env-db", config.database());
    }
    var config = config("jdbc:postgresql:///", Map.of("user", "anna"), VARIABLES);
    assertEquals(List.of(new Host("localhost", 5432)), config.hosts());
    assertNull(config.password());
    assertEquals("anna", config.database());
  }

  @Test
  void a_service_is_found_by_its_variables_and_missed_by_name() throws IOException {
    Path file = Files.writeString(home.resolve("services"), "[shop]\nhost=a,b\nport=1,2\n");
    var config =
        config(
            "jdbc:tiercel:///",
            Map.of(),
            Map.of("PGSERVICE", "shop", "PGSERVICEFILE", file.toString()));
    assertEquals(List.of(new Host("a", 1), new Host("b", 2)), config.hosts());
    Files.move(file, home.resolve("pg_service.conf"));
    config =
        config(
            "jdbc:postgresql:///d?service=shop", Map.of(), Map.of("PGSYSCONFDIR", home.toString()));
    assertEquals(2, config.hosts().size());
    var failure =
        assertThrows(UsageException.class, () -> config("jdbc:tiercel:///?service=missing"));
    Failures.assertMentions("service \"missing\" is not defined", failure);
  }

  @Test
  void passwords_are_found_by_host_port_database_and_user() throws IOException {
    Path file =
        Files.writeString(
            home.resolve(".pgpass"),
            """
            #h:*:*:*:comment
            h:5432:d:anna:a\\:b\\\\c:d
            h:5433:*:anna:other-port
            localhost:*:*:anna:socket
            *:*:d2:*:any-host
            """);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertEquals("a:b\\c:d", password("jdbc:tiercel://h/d?user=anna"));
    assertEquals("other-port", password("jdbc:tiercel://h:5433/x?user=anna"));
    assertEquals("socket", password("postgresql://%2Frun%2Fpg/x?user=anna"));
    assertEquals("any-host", password("jdbc:postgresql://zzz/d2?user=bert"));
    assertNull(password("jdbc:tiercel://h/x?user=anna"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertNull(password("jdbc:tiercel://h/d?user=anna"), "others may read the file");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Path moved = Files.move(file, home.resolve("elsewhere"));
    assertEquals("a:b\\c:d", password("jdbc:tiercel://h/d?user=anna&passfile=" + moved));
  }

  private @Nullable String password(String url) {
    var config = config(url);
    Path file = config.passwordFile();
    return file == null ? null : PasswordFile.find(file, config.hosts().getFirst(), config);
  }

  @Test
  void certificates_are_found_in_the_home_directory() throws IOException {
    Path directory = Files.createDirectory(home.resolve(".postgresql"));
    for (String name : List.of("root.crt", "postgresql.crt", "postgresql.key")) {
      Files.createFile(directory.resolve(name));
    }
    String root = directory.resolve("root.crt").toString();
    var config = config("jdbc:tiercel://h/d?sslmode=verify-full");
    assertEquals(root, config.sslRootCert());
    assertEquals(directory.resolve("postgresql.key").toString(), config.sslKey());
    assertEquals(directory.resolve("postgresql.crt").toString(), config.sslCert());
    assertEquals(root, config("jdbc:tiercel://h/d?sslmode=require").sslRootCert());
    assertNull(config("jdbc:postgresql://h/d?sslmode=require").sslRootCert());
    assertNull(config("jdbc:tiercel://h/d").sslRootCert());
    assertEquals("x", config("jdbc:tiercel://h/d?sslmode=verify-ca&sslrootcert=x").sslRootCert());
  }

  @Test
  void the_system_s_authorities_take_a_full_check() {
    assertEquals(SslMode.VERIFY_FULL, config("jdbc:tiercel://h/d?sslrootcert=system").sslMode());
    assertNull(config("jdbc:tiercel://h/d?sslrootcert=system").sslRootCert());
    assertThrows(
        UsageException.class,
        () -> config("jdbc:tiercel://h/d?sslrootcert=system&sslmode=verify-ca"));
  }

  @Test
  void direct_negotiation_takes_a_mode_that_insists_on_tls() {
    var config = config("jdbc:tiercel://h/d?sslnegotiation=direct");
    assertEquals(SslMode.REQUIRE, config.sslMode());
    assertThrows(
        UsageException.class,
        () -> config("jdbc:tiercel://h/d?sslnegotiation=direct&sslmode=prefer"));
  }

  @Test
  void methods_of_authentication_are_allowed_or_excluded() {
    assertEquals(
        Set.of(AuthenticationMethod.SCRAM_SHA_256, AuthenticationMethod.MD5),
        config("jdbc:tiercel://h/d?requireAuth=scram-sha-256,md5").authenticationMethods());
    assertEquals(
        EnumSet.complementOf(EnumSet.of(AuthenticationMethod.PASSWORD, AuthenticationMethod.NONE)),
        config("jdbc:tiercel://h/d?require_auth=!password,!none").authenticationMethods());
  }

  @Test
  void hosts_sockets_and_choice_are_read() {
    var config =
        config(
            "jdbc:tiercel://a,b/d?targetServerType=preferSecondary&loadBalanceHosts=true"
                + "&hostRecheckSeconds=3&tcpKeepAlive=false&tcpNoDelay=false&sendBufferSize=9000"
                + "&localSocketAddress=127.0.0.1");
    assertEquals(
        new HostChoice(TargetServerType.PREFER_SECONDARY, true, Duration.ofSeconds(3)),
        config.hostChoice());
    assertEquals(new SocketSettings(false, false, 9000, "127.0.0.1"), config.socket());
  }

  @Test
  void what_pgjdbc_takes_besides_is_taken_in_its_urls() {
    assertEquals("shop", config("jdbc:postgresql:shop?user=a").database());
    assertEquals("shop", config("jdbc:postgresql:/shop?user=a").database());
    assertEquals("a", config("jdbc:postgresql:?user=a").database());
    assertEquals("a b", config("jdbc:postgresql://h/d?user=a+b").user());
    assertEquals(SslMode.VERIFY_FULL, config("jdbc:postgresql://h/d?ssl").sslMode());
    assertEquals(SslMode.PREFER, config("jdbc:postgresql://h/d?ssl=false").sslMode());
    var config =
        config("jdbc:postgresql:", Map.of("PGHOST", "x", "PGPORT", "6", "PGDBNAME", "d"), Map.of());
    assertEquals(List.of(new Host("x", 6)), config.hosts());
    assertEquals("d", config.database());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "targetServerType=leader",
        "loadBalanceHosts=perhaps",
        "hostRecheckSeconds=-1",
        "requireAuth=kerberos",
        "requireAuth=md5,!none",
        "gssEncMode=require",
        "gssEncMode=maybe",
        "oauthTokenProvider=java.lang.Runtime",
        "scramMaxIterations=-1",
        "tcpNoDelay=x",
        "host=a,b&port=1,2,3"
      })
  void what_cannot_be_honoured_is_refused(String property) {
    assertThrows(UsageException.class, () -> config("jdbc:tiercel://h/d?" + property));
  }
}
