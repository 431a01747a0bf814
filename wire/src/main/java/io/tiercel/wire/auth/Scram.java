package io.tiercel.wire.auth;

import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One SASL exchange by SCRAM-SHA-256 (RFC 5802, RFC 7677), with channel binding
/// `tls-server-end-point` where the server offers it and there is something to bind to. Used once,
/// by one thread.
///
/// ```
/// client first   gs2-header n=*,r=NONCE
/// server first   r=NONCE…,s=SALT,i=ROUNDS
/// client final   c=BINDING,r=NONCE…,p=PROOF
/// server final   v=SIGNATURE
/// ```
public final class Scram {
  private static final String PLAIN = "SCRAM-SHA-256";
  private static final String PLUS = "SCRAM-SHA-256-PLUS";
  private static final int NONCE_BYTES = 18;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String user;
  private final String password;
  private final int maxIterations;
  private final byte[] binding;
  private final boolean bindsChannel;
  private final String gs2Header;
  private final String nonce = nonce();

  private byte @Nullable [] serverSignature;
  private ScramKeys.@Nullable Source source;
  private @Nullable ScramKeys keys;

  /// @param mechanisms what the server offers
  /// @param binding what identifies the TLS channel; empty to go without
  /// @param maxIterations more rounds than these are refused; 0 for any number
  public Scram(
      List<String> mechanisms, String user, String password, byte[] binding, int maxIterations) {
    this.user = user;
    this.password = password;
    this.maxIterations = maxIterations;
    bindsChannel = binding.length > 0 && mechanisms.contains(PLUS);
    this.binding = bindsChannel ? binding : new byte[0];
    if (!bindsChannel && !mechanisms.contains(PLAIN)) {
      throw refused("no SASL mechanism in common, server offers " + mechanisms);
    }
    // "y" tells the server that we would have bound the channel: it then notices when somebody in
    // between took the mechanism off its list.
    gs2Header = bindsChannel ? "p=tls-server-end-point,," : (binding.length > 0 ? "y,," : "n,,");
  }

  /// The mechanism chosen.
  public String mechanism() {
    return bindsChannel ? PLUS : PLAIN;
  }

  public boolean bindsChannel() {
    return bindsChannel;
  }

  public String clientFirst() {
    return gs2Header + clientFirstBare();
  }

  private String clientFirstBare() {
    // PostgreSQL takes the user from the startup message and ignores the one in here.
    return "n=*,r=" + nonce;
  }

  /// The answer to the server's first message.
  public String clientFinal(String serverFirst) {
    String[] attributes = serverFirst.split(",", -1);
    if (attributes.length < 3) {
      throw refused("the first SCRAM message of the server is incomplete");
    }
    String fullNonce = attribute(attributes[0], "r=");
    if (!fullNonce.startsWith(nonce) || fullNonce.length() == nonce.length()) {
      throw refused("the server answers another SCRAM exchange: its nonce is not ours");
    }
    byte[] salt = base64(attribute(attributes[1], "s="));
    var from = new ScramKeys.Source(user, password, salt, iterations(attributes[2]));
    ScramKeys derived = ScramKeys.of(from);
    source = from;
    keys = derived;
    String withoutProof = "c=" + Base64.getEncoder().encodeToString(channel()) + ",r=" + fullNonce;
    byte[] message =
        (clientFirstBare() + "," + serverFirst + "," + withoutProof)
            .getBytes(StandardCharsets.UTF_8);
    serverSignature = ScramKeys.hmac(derived.serverKey(), message);
    byte[] proof = ScramKeys.hmac(derived.storedKey(), message);
    byte[] clientKey = derived.clientKey();
    for (int i = 0; i < proof.length; i++) {
      proof[i] ^= clientKey[i];
    }
    return withoutProof + ",p=" + Base64.getEncoder().encodeToString(proof);
  }

  private byte[] channel() {
    byte[] header = gs2Header.getBytes(StandardCharsets.US_ASCII);
    byte[] channel = Arrays.copyOf(header, header.length + binding.length);
    System.arraycopy(binding, 0, channel, header.length, binding.length);
    return channel;
  }

  private int iterations(String attribute) {
    int iterations;
    try {
      iterations = Integer.parseInt(attribute(attribute, "i="));
    } catch (NumberFormatException e) {
      throw refused("the number of SCRAM iterations is no number");
    }
    if (iterations < 1 || (maxIterations > 0 && iterations > maxIterations)) {
      throw refused(
          ("the server asks for %d SCRAM iterations, allowed are 1 to %d\n"
                  + "Hint: is it the right server? If so, raise scramMaxIterations.")
              .formatted(iterations, maxIterations == 0 ? Integer.MAX_VALUE : maxIterations));
    }
    return iterations;
  }

  /// Checks that the server knows the password too.
  public void verify(String serverFinal) {
    byte[] expected = serverSignature;
    if (expected == null
        || !MessageDigest.isEqual(
            expected, base64(attribute(serverFinal.split(",", -1)[0], "v=")))) {
      throw refused("the server could not prove that it knows the password");
    }
    if (keys != null && source != null) {
      keys.remember(source);
    }
  }

  private static String attribute(String text, String name) {
    if (!text.startsWith(name)) {
      throw refused("expected SCRAM attribute \"%s\" from the server".formatted(name));
    }
    return text.substring(name.length());
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw refused("a SCRAM attribute of the server is not base64");
    }
  }

  private static String nonce() {
    byte[] bytes = new byte[NONCE_BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getEncoder().withoutPadding().encodeToString(bytes);
  }

  private static ConnectionException refused(String message) {
    return new ConnectionException(SqlState.INVALID_AUTHORIZATION, message, true, null);
  }
}
