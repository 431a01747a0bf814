package io.tiercel.wire.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Key files as OpenSSL writes them; `openssl pkcs8`, `rsa -traditional`, `ecparam -genkey`.
@NullUnmarked // JUnit injects; a null where none is expected fails the test by itself
class PrivateKeysTest {
  private static final Path KEYS = Path.of("src/test/resources/keys");

  @TempDir private Path directory;

  private static PrivateKey read(String name, @Nullable String password)
      throws IOException, GeneralSecurityException {
    return PrivateKeys.read(KEYS.resolve(name), password);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rsa-pkcs1.pem", "rsa-encrypted.pem", "rsa-encrypted.pk8", "rsa.pk8"})
  void every_form_of_an_rsa_key_is_the_same_key(String name) throws Exception {
    assertArrayEquals(read("rsa.pem", null).getEncoded(), read(name, "open-sesame").getEncoded());
  }

  @Test
  void an_ec_key_of_sec_1_is_read_with_its_curve() throws Exception {
    var key = (ECPrivateKey) read("ec.pem", null);
    var same = (ECPrivateKey) read("ec-sec1.pem", null);
    assertEquals(key.getS(), same.getS());
    assertEquals(key.getParams(), same.getParams());
  }

  @Test
  void an_edwards_key_is_read() throws Exception {
    assertEquals("EdDSA", read("ed25519.pem", null).getAlgorithm());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rsa-encrypted.pem", "rsa-encrypted.pk8"})
  void an_encrypted_key_asks_for_its_password_and_tells_when_it_is_wrong(String name) {
    assertMentions("set sslpassword", name, null);
    assertMentions("is sslpassword right", name, "open-barley");
  }

  @Test
  void the_old_encryption_is_refused_with_the_way_out() {
    assertMentions("openssl pkcs8 -topk8", "rsa-old.pem", "open-sesame");
  }

  private static void assertMentions(String text, String name, @Nullable String password) {
    var failure = assertThrows(GeneralSecurityException.class, () -> read(name, password));
    assertTrue(String.valueOf(failure.getMessage()).contains(text), failure.toString());
  }

  @Test
  void a_damaged_key_is_refused_and_nothing_else() throws IOException {
    long seed = Long.getLong("tiercel.fuzz.seed", System.nanoTime());
    var random = new Random(seed);
    for (String name : new String[] {"ec-sec1.pem", "rsa.pk8", "rsa-encrypted.pk8"}) {
      byte[] good = Files.readAllBytes(KEYS.resolve(name));
      Path file = directory.resolve("damaged");
      for (int round = 0; round < 300; round++) {
        byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length));
        bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bad);
        try {
          PrivateKeys.read(file, "open-sesame");
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
          // refused, as it should be; a harmless bit may also have changed nothing
        } catch (RuntimeException e) {
          throw new AssertionError("seed " + seed + ", " + name, e);
        }
      }
    }
  }
}
