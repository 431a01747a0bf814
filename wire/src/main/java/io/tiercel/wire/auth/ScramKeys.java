package io.tiercel.wire.auth;

import com.ongres.scram.common.StringPreparation;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;
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
  private static final String HMAC = "HmacSHA256";
  private static final byte[] FIRST_BLOCK = {0, 0, 0, 1};
  private static final byte[] LOOKUP_SECRET = lookupSecret();

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
      Mac mac = mac(LOOKUP_SECRET);
      for (String part : new String[] {user, password, Integer.toString(iterations)}) {
        mac.update(part.getBytes(StandardCharsets.UTF_8));
        mac.update((byte) 0);
      }
      return HexFormat.of().formatHex(mac.doFinal(salt));
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
    // PostgreSQL takes a password that SASLprep refuses as it is; so does this preparation.
    char[] prepared =
        StringPreparation.POSTGRESQL_PREPARATION.normalize(source.password.toCharArray());
    byte[] password = new String(prepared).getBytes(StandardCharsets.UTF_8);
    byte[] salted = saltedPassword(password, source.salt, source.iterations);
    return new ScramKeys(
        hmac(salted, "Client Key".getBytes(StandardCharsets.US_ASCII)),
        hmac(salted, "Server Key".getBytes(StandardCharsets.US_ASCII)));
  }

  /// Hi(password, salt, i) of RFC 5802: PBKDF2 with one block of output.
  private static byte[] saltedPassword(byte[] password, byte[] salt, int iterations) {
    Mac mac = mac(password);
    mac.update(salt);
    byte[] round = mac.doFinal(FIRST_BLOCK);
    byte[] result = round.clone();
    try {
      for (int i = 1; i < iterations; i++) {
        mac.update(round);
        mac.doFinal(round, 0);
        for (int j = 0; j < result.length; j++) {
          result[j] ^= round[j];
        }
      }
    } catch (ShortBufferException e) {
      throw new IllegalStateException("HMAC is longer than its own length", e);
    }
    return result;
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
    return mac(key).doFinal(message);
  }

  static byte[] sha256(byte[] message) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no SHA-256", e);
    }
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      // HMAC pads a short key with zeros, so one zero stands for the empty password.
      mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, HMAC));
      return mac;
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("HMAC takes any key", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no " + HMAC, e);
    }
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
