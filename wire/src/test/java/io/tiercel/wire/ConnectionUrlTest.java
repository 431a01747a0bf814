package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.wire.ConnectionConfig.Host;
import io.tiercel.wire.error.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionUrlTest {
  private static ConnectionConfig parse(String url) {
    return ConnectionConfig.parse(url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:tiercel://", "jdbc:postgresql://", "postgresql://", "postgres://"})
  void every_scheme_is_understood(String scheme) {
    var config = parse(scheme + "db.example:5433/shop?user=anna&password=secret");
    assertEquals(List.of(new Host("db.example", 5433)), config.hosts());
    assertEquals("shop", config.database());
    assertEquals("anna", config.user());
    assertEquals("secret", config.password());
  }

  @Test
  void what_is_left_out_has_its_default() {
    var config = parse("jdbc:tiercel:///?user=anna");
    assertEquals(List.of(new Host("localhost", 5432)), config.hosts());
    assertEquals("anna", config.database());
    assertEquals(SslMode.PREFER, config.sslMode());
    assertEquals(Duration.ofSeconds(10), config.connectTimeout());
  }

  @Test
  void names_and_passwords_are_percent_encoded() {
    var config = parse("postgresql://an%40na:p%3As%2Fs%26+@h/d%20b");
    assertEquals("an@na", config.user());
    assertEquals("p:s/s&+", config.password());
    assertEquals("d b", config.database());
  }

  @Test
  void several_hosts_and_ip_version_6_are_understood() {
    var config = parse("jdbc:tiercel://a,b:5433,[::1]:5434/db");
    assertEquals(
        List.of(new Host("a", 5432), new Host("b", 5433), new Host("::1", 5434)), config.hosts());
  }

  @Test
  void unix_sockets_are_named_by_their_directory() {
    var expected = List.of(new Host("/var/run/pg", 5433));
    assertEquals(expected, parse("postgresql://%2Fvar%2Frun%2Fpg:5433/db").hosts());
    assertEquals(
        expected,
        parse("jdbc:tiercel://localhost:5433/db?unixSocketDirectory=/var/run/pg").hosts());
    assertEquals(expected, parse("postgresql:///db?host=/var/run/pg&port=5433").hosts());
  }

  @Test
  void properties_of_libpq_and_pgjdbc_are_understood() {
    var config =
        parse(
            "jdbc:tiercel://h/d?sslmode=verify-full&channel_binding=require&connect_timeout=3"
                + "&socketTimeout=0&currentSchema=a,b&options=-c%20x%3D1&ApplicationName=app"
                + "&max_protocol_version=3.0");
    assertEquals(SslMode.VERIFY_FULL, config.sslMode());
    assertEquals(ChannelBinding.REQUIRE, config.channelBinding());
    assertEquals(Duration.ofSeconds(3), config.connectTimeout());
    assertEquals(Duration.ofDays(1), config.socketTimeout());
    assertEquals("a,b", config.runtimeParameters().get("search_path"));
    assertEquals("-c x=1", config.runtimeParameters().get("options"));
    assertEquals("app", config.applicationName());
    assertEquals(0, config.maxProtocolMinor());
  }

  @Test
  void unknown_properties_are_passed_over_and_told() {
    var config = parse("jdbc:tiercel://h/d?reWriteBatchedInserts=true&user=u");
    assertEquals(Map.of("reWriteBatchedInserts", "true"), config.unknownProperties());
    assertEquals("u", config.user());
  }

  @Test
  void the_password_is_never_shown() {
    var config = parse("jdbc:tiercel://h/d?user=u&password=hush-hush");
    assertFalse(config.toString().contains("hush-hush"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://h/d?password=hush",
        "jdbc:tiercel://h:port/d?password=hush",
        "jdbc:tiercel://h:0/d?password=hush",
        "jdbc:tiercel://h:65536/d?password=hush",
        "jdbc:tiercel://h/d?password=hush&socketTimeout=soon",
        "jdbc:tiercel://h/d?password=hush&socketTimeout=-1",
        "jdbc:tiercel://h/d?password=hush&sslmode=maybe",
        "jdbc:tiercel://h/d?password=hush%2&user=u",
        "jdbc:tiercel://h/d?password=hush&user"
      })
  void a_malformed_url_is_refused_without_repeating_the_password(String url) {
    var failure = assertThrows(UsageException.class, () -> parse(url));
    assertFalse(String.valueOf(failure.getMessage()).contains("hush"), failure.toString());
  }

  @Test
  void any_text_is_a_configuration_or_a_usage_error() {
    long seed = Long.getLong("tiercel.fuzz.seed", System.nanoTime());
    var random = new Random(seed);
    String alphabet = "ab:/?&=%@,[]2F0+.";
    for (int round = 0; round < 50_000; round++) {
      var url = new StringBuilder("jdbc:tiercel://");
      for (int i = random.nextInt(30); i > 0; i--) {
        url.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        parse(url.toString());
      } catch (UsageException e) {
        // refused, as it should be
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + url, e);
      }
    }
  }
}
