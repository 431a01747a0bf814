package io.tiercel.wire.auth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.error.ConnectionException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The client against a server of the test, which derives from RFC 5802 by itself; that real
/// servers agree is shown by [io.tiercel.wire.AuthenticationTest].
class ScramTest {
  private static final List<String> BOTH = List.of("SCRAM-SHA-256-PLUS", "SCRAM-SHA-256");
  private static final byte[] BINDING = {1, 2, 3};
  private static final byte[] NOTHING = {};

  private static Scram client(byte[] binding, List<String> mechanisms) {
    return new Scram(mechanisms, "anna", "pencil", binding, 100_000);
  }

  private static String nonce(Scram client) {
    String first = client.clientFirst();
    return first.substring(first.indexOf("r=") + 2);
  }

  private static String serverFirst(Scram client, String salt, int iterations) {
    return "r=%sSERVER,s=%s,i=%d"
        .formatted(
            nonce(client),
            Base64.getEncoder().encodeToString(salt.getBytes(StandardCharsets.UTF_8)),
            iterations);
  }

  private static String serverFinal(
      Scram client, String password, String salt, int rounds, String clientFinal) {
    var source = new ScramKeys.Source("x", password, salt.getBytes(StandardCharsets.UTF_8), rounds);
    String bare = client.clientFirst().replaceFirst("^[^,]*,[^,]*,", "");
    String withoutProof = clientFinal.substring(0, clientFinal.indexOf(",p="));
    String message = bare + "," + serverFirst(client, salt, rounds) + "," + withoutProof;
    byte[] signature =
        ScramKeys.hmac(ScramKeys.of(source).serverKey(), message.getBytes(StandardCharsets.UTF_8));
    return "v=" + Base64.getEncoder().encodeToString(signature);
  }

  @Test
  void the_keys_are_those_of_the_rfc_s_example() {
    // RFC 7677, section 3: user "user", password "pencil".
    var source =
        new ScramKeys.Source(
            "user", "pencil", Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ=="), 4096);
    String message =
        "n=user,r=rOprNGfwEbeRWgbNEkqO,"
            + "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,"
            + "i=4096,c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    ScramKeys keys = ScramKeys.of(source);
    byte[] proof = ScramKeys.hmac(keys.storedKey(), message.getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < proof.length; i++) {
      proof[i] ^= keys.clientKey()[i];
    }
    assertEquals(
        "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=", Base64.getEncoder().encodeToString(proof));
    byte[] signature =
        ScramKeys.hmac(keys.serverKey(), message.getBytes(StandardCharsets.US_ASCII));
    assertEquals(
        "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
        Base64.getEncoder().encodeToString(signature));
  }

  private static byte[] clientKey(String password) {
    return ScramKeys.of(
            new ScramKeys.Source("user", password, "salt".getBytes(StandardCharsets.UTF_8), 7))
        .clientKey();
  }

  @Test
  void a_password_is_prepared_as_the_server_prepares_it() {
    // RFC 4013, section 3: a soft hyphen maps to nothing, a Roman numeral to its letters.
    assertArrayEquals(clientKey("IX"), clientKey("I\u00adX"));
    assertArrayEquals(clientKey("IX"), clientKey("\u2168"));
    assertArrayEquals(clientKey("a b"), clientKey("a\u00a0b"));
    assertFalse(Arrays.equals(clientKey("USER"), clientKey("user")));
    // Refused by SASLprep, and so taken as it is.
    assertFalse(Arrays.equals(clientKey("a"), clientKey("a\u0007")));
  }

  @Test
  void keys_are_remembered_only_once_the_server_has_proved_them() {
    var source =
        new ScramKeys.Source("anna", "pencil", "salt-1".getBytes(StandardCharsets.UTF_8), 7);
    var liar = client(NOTHING, BOTH);
    liar.clientFinal(serverFirst(liar, "salt-1", 7));
    assertThrows(ConnectionException.class, () -> liar.verify("v=AAAA"));
    assertNull(ScramKeys.remembered(source));

    var honest = client(NOTHING, BOTH);
    String last = honest.clientFinal(serverFirst(honest, "salt-1", 7));
    honest.verify(serverFinal(honest, "pencil", "salt-1", 7, last));
    assertNotNull(ScramKeys.remembered(source));
    assertNull(
        ScramKeys.remembered(
            new ScramKeys.Source("anna", "pencil2", "salt-1".getBytes(StandardCharsets.UTF_8), 7)));
  }

  @Test
  void a_server_that_knows_another_password_is_found_out() {
    var client = client(NOTHING, BOTH);
    String last = client.clientFinal(serverFirst(client, "salt-2", 7));
    String proof = serverFinal(client, "pen", "salt-2", 7, last);
    var failure = assertThrows(ConnectionException.class, () -> client.verify(proof));
    assertTrue(String.valueOf(failure.getMessage()).contains("could not prove"));
  }

  @Test
  void the_header_tells_whether_the_channel_is_bound_could_be_or_not() {
    assertTrue(client(BINDING, BOTH).clientFirst().startsWith("p=tls-server-end-point,,n=*,r="));
    assertTrue(client(BINDING, List.of("SCRAM-SHA-256")).clientFirst().startsWith("y,,n=*,r="));
    assertTrue(client(NOTHING, BOTH).clientFirst().startsWith("n,,n=*,r="));
    assertEquals("SCRAM-SHA-256", client(NOTHING, BOTH).mechanism());
    assertEquals("SCRAM-SHA-256-PLUS", client(BINDING, BOTH).mechanism());
  }

  @Test
  void what_a_server_must_not_say_is_refused() {
    for (String first :
        List.of(
            "",
            "r=elsewhere,s=AAAA,i=4096",
            "r=%s,s=AAAA,i=4096",
            "r=%sX,s=!,i=4096",
            "r=%sX,s=AAAA,i=many",
            "r=%sX,s=AAAA,i=0",
            "r=%sX,s=AAAA,i=100001",
            "m=ext,r=%sX,s=AAAA,i=4096")) {
      var client = client(NOTHING, BOTH);
      String message = first.replace("%s", nonce(client));
      assertThrows(ConnectionException.class, () -> client.clientFinal(message), first);
    }
    assertThrows(ConnectionException.class, () -> client(NOTHING, List.of("SCRAM-SHA-256-PLUS")));
    assertThrows(ConnectionException.class, () -> client(NOTHING, BOTH).verify("v=AAAA"));
  }
}
