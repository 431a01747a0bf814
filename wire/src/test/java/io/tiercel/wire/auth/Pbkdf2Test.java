package io.tiercel.wire.auth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.Security;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.Test;

/// The examples of RFC 7914 (section 11) and the JDK's own PBKDF2 are the judges.
class Pbkdf2Test {
  private static final long SEED = System.nanoTime();

  private static String key(String password, String salt, int iterations) {
    return HexFormat.of().formatHex(Pbkdf2.of(ascii(password), ascii(salt), iterations));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (' ' + random.nextInt('~' - ' ' + 1)));
    }
    return text.toString();
  }

  @Test
  void keys_are_those_of_the_rfc() {
    assertEquals(
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc",
        key("passwd", "salt", 1));
    assertEquals(
        "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56",
        key("Password", "NaCl", 80_000));
  }

  @Test
  void keys_are_those_of_the_jdk_and_the_same_by_words_and_by_digests()
      throws GeneralSecurityException {
    Random random = new Random(SEED);
    var factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
    for (int length : new int[] {1, 8, 63, 64, 65, 200}) {
      for (int iterations : new int[] {1, 2, 3, 1_000}) {
        String password = text(random, length);
        byte[] salt = new byte[1 + random.nextInt(100)];
        random.nextBytes(salt);
        byte[] judged =
            factory
                .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, 256))
                .getEncoded();
        String what = "password of %d, %d rounds, seed %d".formatted(length, iterations, SEED);
        assertArrayEquals(judged, Pbkdf2.of(ascii(password), salt, iterations), what);
        HmacSha256 hmac = new HmacSha256(ascii(password));
        byte[] first = hmac.of(salt, new byte[] {0, 0, 0, 1});
        assertArrayEquals(judged, Pbkdf2.byWords(hmac, first, iterations), what);
        assertArrayEquals(judged, Pbkdf2.byDigests(hmac, first, iterations), what);
      }
    }
  }

  /// Counts the digests that it makes, which are those of the JDK.
  public static final class Counted extends MessageDigestSpi {
    static int made;

    private final MessageDigest jdk;

    public Counted() throws GeneralSecurityException {
      jdk = MessageDigest.getInstance("SHA-256", "SUN");
      made++;
    }

    @Override
    protected void engineUpdate(byte input) {
      jdk.update(input);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      jdk.update(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
      return jdk.digest();
    }

    @Override
    protected void engineReset() {
      jdk.reset();
    }
  }

  private static final class Preferred extends Provider {
    private static final long serialVersionUID = 1L;

    Preferred() {
      super("Preferred", "1", "SHA-256 of its own");
      put("MessageDigest.SHA-256", Counted.class.getName());
    }
  }

  @Test
  void another_provider_that_comes_before_the_jdks_does_all_the_rounds() {
    String expected = key("Password", "NaCl", 100);
    Counted.made = 0;
    Security.insertProviderAt(new Preferred(), 1);
    try {
      assertEquals(expected, key("Password", "NaCl", 100));
    } finally {
      Security.removeProvider("Preferred");
    }
    // Besides one that tells whose it is.
    assertEquals(101, Counted.made);
  }
}
