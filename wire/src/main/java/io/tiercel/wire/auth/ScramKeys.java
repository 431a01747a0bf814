package io.tiercel.wire.auth;

import com.ongres.scram.common.StringPreparation;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What SCRAM-SHA-256 makes of a password, a salt and a number of rounds (RFC 5802, section 3):
/// ClientKey proves us to the server, ServerKey the server to us.
///
/// Deriving them takes some 4,096 rounds of HMAC on purpose, and gives the same for every
/// connection of a user. So the keys of the sessions that succeeded are remembered, in memory, the
/// least recently used go. What is remembered is found again by a keyed hash of user, password,
/// salt and rounds: the password itself is not kept.
final class ScramKeys {
  private static final int MAX_REMEMBERED = 64;
  private static final byte[] ZERO = {0};
  private static final HmacSha256 LOOKUP = new HmacSha256(lookupSecret());

  /// Guarded by itself.
  private static final Map<String, ScramKeys> REMEMBERED =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ScramKeys> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };

  private final byte[] clientKey;
  private final byte[] serverKey;

  private ScramKeys(byte[] clientKey, byte[] serverKey) {
    this.clientKey = clientKey;
    this.serverKey = serverKey;
  }

  /// What a derivation starts from.
  static final class Source {
    private final String user;
    private final String password;
    private final byte[] salt;
    private final int iterations;

    Source(String user, String password, byte[] salt, int iterations) {
      this.user = user;
      this.password = password;
      this.salt = salt.clone();
      this.iterations = iterations;
    }

    /// The name under which the keys are remembered.
    private String lookup() {
      return HexFormat.of()
          .formatHex(
              LOOKUP.of(
                  utf8(user),
                  ZERO,
                  utf8(password),
                  ZERO,
                  utf8(Integer.toString(iterations)),
                  ZERO,
                  salt));
    }
  }

  /// The keys, remembered or derived.
  static ScramKeys of(Source source) {
    ScramKeys known = remembered(source);
    return known == null ? derive(source) : known;
  }

  static @Nullable ScramKeys remembered(Source source) {
    synchronized (REMEMBERED) {
      return REMEMBERED.get(source.lookup());
    }
  }

  /// Remembers keys that the server has proved right.
  void remember(Source source) {
    synchronized (REMEMBERED) {
      REMEMBERED.put(source.lookup(), this);
    }
  }

  private static ScramKeys derive(Source source) {
    byte[] password = prepared(source.password).getBytes(StandardCharsets.UTF_8);
    byte[] salted = Pbkdf2.of(password, source.salt, source.iterations);
    return new ScramKeys(
        hmac(salted, "Client Key".getBytes(StandardCharsets.US_ASCII)),
        hmac(salted, "Server Key".getBytes(StandardCharsets.US_ASCII)));
  }

  /// The password by SASLprep (RFC 4013).
  private static String prepared(String password) {
    // It leaves printable ASCII as it is, and takes tables of Unicode to find that out.
    return isPrintableAscii(password)
        ? password
        // PostgreSQL takes a password that SASLprep refuses as it is; so does this preparation.
        : new String(StringPreparation.POSTGRESQL_PREPARATION.normalize(password.toCharArray()));
  }

  private static boolean isPrintableAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  byte[] clientKey() {
    return clientKey.clone();
  }

  byte[] serverKey() {
    return serverKey.clone();
  }

  byte[] storedKey() {
    return sha256(clientKey);
  }

  static byte[] hmac(byte[] key, byte[] message) {
    return new HmacSha256(key).of(message);
  }

  static byte[] sha256(byte[] message) {
    return HmacSha256.digest().digest(message);
  }

  private static byte[] lookupSecret() {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    return secret;
  }

  /// Never the keys.
  @Override
  public String toString() {
    return "ScramKeys";
  }
}
