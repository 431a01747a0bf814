package io.tiercel.wire;

import static io.tiercel.wire.ScriptedLogin.OK;
import static io.tiercel.wire.ScriptedServer.error;
import static io.tiercel.wire.ScriptedServer.int32;
import static io.tiercel.wire.ScriptedServer.message;
import static io.tiercel.wire.ScriptedServer.ready;
import static io.tiercel.wire.ScriptedServer.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.spi.OAuthTokenProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Logging in at servers that ask for what a real one in the tests does not: OAuth tokens, less
/// than they should, or something else than is allowed.
@Timeout(60)
class LoginTest {
  private static final byte[] OAUTH = message('R', int32(10), text("OAUTHBEARER"), new byte[1]);

  private static byte[] challenge(String json) {
    return message('R', int32(11), json.getBytes(StandardCharsets.UTF_8));
  }

  /// Takes the token `good`, and says where tokens come from for any other.
  private static void validate(ScriptedLogin.Client client) throws IOException {
    client.send(OAUTH);
    if (client.answer().contains("auth=Bearer good\u0001")) {
      client.send(OK, ready('I'));
      client.answer(); // Terminate
    } else {
      client.send(
          challenge(
              "{\"status\":\"invalid_token\",\"openid-configuration\":"
                  + "\"https:\\/\\/issuer.example\\/.well-known\",\"scope\":\"db\"}"));
      client.answer();
      client.send(error("FATAL", "28000", "bearer authentication failed"));
    }
  }

  private static OAuthTokenProvider provider(
      List<OAuthTokenProvider.Request> requests, String... tokens) {
    return request -> {
      requests.add(request);
      String token = tokens[requests.size() - 1];
      return token.isEmpty() ? null : token;
    };
  }

  @Test
  void a_token_of_the_provider_lets_in() throws Exception {
    var requests = new ArrayList<OAuthTokenProvider.Request>();
    try (var server = ScriptedLogin.encrypted(LoginTest::validate)) {
      var config = server.config().oauthTokenProvider(provider(requests, "good"));
      Connection.open(config.build()).close();
      assertEquals("anna", requests.getFirst().user());
    }
    assertEquals(1, requests.size());
  }

  @Test
  void a_provider_without_a_token_is_told_the_issuer_and_asked_again() throws Exception {
    for (String first : List.of("", "stale")) {
      var requests = new ArrayList<OAuthTokenProvider.Request>();
      try (var server = ScriptedLogin.encrypted(LoginTest::validate)) {
        var config = server.config().oauthTokenProvider(provider(requests, first, "good"));
        Connection.open(config.build()).close();
        assertTrue(server.answers.getFirst().endsWith("\u0001\u0001"));
        assertEquals("\u0001", server.answers.get(1));
      }
      assertEquals("https://issuer.example/.well-known", requests.getLast().openidConfiguration());
      assertEquals("db", requests.getLast().scope());
    }
  }

  @Test
  void a_token_that_is_refused_twice_is_given_up() throws Exception {
    var requests = new ArrayList<OAuthTokenProvider.Request>();
    try (var server = ScriptedLogin.encrypted(LoginTest::validate)) {
      var config = server.config().oauthTokenProvider(provider(requests, "bad", "worse", "good"));
      assertThrows(ServerException.class, () -> Connection.open(config.build()));
    }
    assertEquals(2, requests.size());
  }

  @Test
  void a_token_is_never_sent_without_tls_and_never_with_more_in_it() throws Exception {
    var requests = new ArrayList<OAuthTokenProvider.Request>();
    try (var server = ScriptedLogin.plain(LoginTest::validate)) {
      var config = server.config().oauthTokenProvider(provider(requests, "good"));
      assertRefused("not sent without TLS", config);
      assertRefused("no provider", config.oauthTokenProvider(null));
      assertEquals(List.of(), server.answers);
    }
    try (var server = ScriptedLogin.encrypted(LoginTest::validate)) {
      assertRefused("characters", server.config().oauthTokenProvider(request -> "a\u0001b"));
      assertEquals(List.of(), server.answers);
    }
  }

  private static void assertRefused(String reason, ConnectionConfig.Builder config) {
    var failure = assertThrows(WireException.class, () -> Connection.open(config.build()));
    Failures.assertMentions(reason, failure);
  }

  @Test
  void a_method_that_is_not_allowed_is_refused_before_anything_is_sent() throws Exception {
    Map<AuthenticationMethod, byte[]> requests =
        Map.of(
            AuthenticationMethod.PASSWORD, message('R', int32(3)),
            AuthenticationMethod.MD5, message('R', int32(5), int32(99)),
            AuthenticationMethod.SCRAM_SHA_256,
                message('R', int32(10), text("SCRAM-SHA-256"), new byte[1]),
            AuthenticationMethod.OAUTH, OAUTH,
            AuthenticationMethod.NONE, OK);
    for (var request : requests.entrySet()) {
      try (var server =
          ScriptedLogin.plain(
              client -> {
                client.send(request.getValue(), ready('I'));
                client.answer();
              })) {
        var config =
            server
                .config()
                .password("secret")
                .authenticationMethods(EnumSet.complementOf(EnumSet.of(request.getKey())));
        assertRefused("asks for authentication by " + request.getKey(), config);
        assertEquals(List.of(), server.answers);
      }
    }
  }

  @Test
  void required_channel_binding_never_falls_back() throws Exception {
    byte[] withoutPlus = message('R', int32(10), text("SCRAM-SHA-256"), new byte[1]);
    for (byte[] request : List.of(withoutPlus, OK, message('R', int32(3)))) {
      try (var server =
          ScriptedLogin.encrypted(
              client -> {
                client.send(request, ready('I'));
                client.answer();
              })) {
        var config = server.config().password("s").channelBinding(ChannelBinding.REQUIRE);
        assertRefused("channel binding is required", config);
        assertEquals(List.of(), server.answers);
      }
    }
  }

  @Test
  void a_server_that_lets_in_without_finishing_scram_is_refused() throws Exception {
    try (var server =
        ScriptedLogin.plain(
            client -> {
              client.send(message('R', int32(10), text("SCRAM-SHA-256"), new byte[1]));
              client.answer();
              client.send(OK, ready('I'));
              client.answer();
            })) {
      var config = server.config().password("secret").build();
      var failure = assertThrows(WireException.class, () -> Connection.open(config));
      Failures.assertMentions("without proving", failure);
    }
  }

  @Test
  void kerberos_is_refused_by_name() throws Exception {
    try (var server =
        ScriptedLogin.plain(
            client -> {
              client.send(message('R', int32(7)));
              client.answer();
            })) {
      var failure =
          assertThrows(ConnectionException.class, () -> Connection.open(server.config().build()));
      Failures.assertMentions("GSSAPI", failure);
      assertEquals("0A000", failure.sqlState());
    }
  }
}
