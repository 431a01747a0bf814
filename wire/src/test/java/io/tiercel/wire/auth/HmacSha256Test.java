package io.tiercel.wire.auth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/// The JDK's own HMAC is the judge.
class HmacSha256Test {
  private static final long SEED = System.nanoTime();

  private static byte[] judged(byte[] key, byte[] message) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    // The JDK takes no empty key; zeros at the end of a short one mean nothing.
    mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, "HmacSHA256"));
    return mac.doFinal(message);
  }

  @Test
  void the_code_is_that_of_the_jdk_for_keys_and_messages_of_any_length()
      throws GeneralSecurityException {
    Random random = new Random(SEED);
    for (int keyBytes : new int[] {0, 1, 31, 32, 63, 64, 65, 200}) {
      byte[] key = new byte[keyBytes];
      random.nextBytes(key);
      HmacSha256 hmac = new HmacSha256(key);
      for (int bytes : new int[] {0, 1, 32, 55, 56, 64, 1_000}) {
        byte[] message = new byte[bytes];
        random.nextBytes(message);
        String what = "key of %d, message of %d, seed %d".formatted(keyBytes, bytes, SEED);
        assertArrayEquals(judged(key, message), hmac.of(message), what);
        assertArrayEquals(
            judged(key, message),
            hmac.of(
                Arrays.copyOf(message, bytes / 2), Arrays.copyOfRange(message, bytes / 2, bytes)),
            what);
      }
    }
  }
}
