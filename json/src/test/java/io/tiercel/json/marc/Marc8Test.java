package io.tiercel.json.marc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Marc8Test {
  /// `\HH` is a byte, everything else its ASCII.
  private static String decode(String spelled) {
    var bytes = new StringBuilder();
    for (int i = 0; i < spelled.length(); i++) {
      if (spelled.charAt(i) == '\\') {
        bytes.append((char) Integer.parseInt(spelled.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.append(spelled.charAt(i));
      }
    }
    byte[] marc8 = bytes.toString().getBytes(StandardCharsets.ISO_8859_1);
    return Marc8.decode(marc8, 0, marc8.length);
  }

  /// After the examples and tables of MARC 21's specification of character sets.
  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "plain,plain",
        "Dvo\\E9r\\E2ak,Dvořák",
        "\\E8uber,über",
        "Garc\\E2ia M\\E2arquez,García Márquez",
        "\\A2re\\B2,Øreø",
        "\\F2\\E3o,ộ",
        "\\EBi\\ECu,i︠u︡",
        "\\1b(N\\41\\42\\1b(Bx,абx",
        "\\1bNx,",
        "x\\1bb1\\1bsy,x₁y",
        "x\\1bp2\\1bsy,x²y",
        "\\1bga\\1bs,α",
        "\\1b$1\\21\\30\\21\\1b(B.,一.",
        "\\1b$$1\\21\\30\\21,",
        "\\1b(2\\60\\61\\1b(B,אב",
        "\\1b)N\\C1\\C2,аб",
        "\\1b(S\\61\\1b(B,α",
        "\\88The \\89Bible,\u0098The \u009cBible"
      })
  void text_is_decoded(String spelled, String expected) {
    if (expected == null || expected.isEmpty()) {
      assertThrows(IllegalArgumentException.class, () -> decode(spelled));
    } else {
      assertEquals(expected, decode(spelled));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "x\\1b, an escape sequence of MARC-8 is cut short",
    "x\\1b(Z, names no set known: \"Z\"",
    "\\1b$1\\21\\30, a character of three bytes is cut short",
    "\\1b$1\\7e\\7e\\7e, has no character 7E7E7E in the set \"1\"",
    "x\\FF, has no character 7F",
    "x\\90, has no control character 90",
    "x\\E2, a combining mark of MARC-8 stands before no letter"
  })
  void what_has_no_meaning_is_refused_with_its_reason(String spelled, String reason) {
    var refused = assertThrows(IllegalArgumentException.class, () -> decode(spelled));
    assertTrue(
        String.valueOf(refused.getMessage()).contains(reason), () -> "got " + refused.getMessage());
  }

  @Test
  void any_bytes_end_in_a_text_or_a_reason() {
    long seed = System.nanoTime();
    System.out.println("any_bytes_end_in_a_text_or_a_reason: seed " + seed);
    var random = new Random(seed);
    int decoded = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      for (int j = 0; j + 2 < bytes.length; j++) {
        if (random.nextInt(6) == 0) {
          bytes[j] = 0x1B;
          bytes[j + 1] = (byte) "($,)-gsbp1".charAt(random.nextInt(10));
          bytes[j + 2] = (byte) "1234NQSBE!".charAt(random.nextInt(10));
        }
      }
      try {
        Marc8.decode(bytes, 0, bytes.length);
        decoded++;
      } catch (IllegalArgumentException e) {
        assertTrue(String.valueOf(e.getMessage()).contains("MARC-8"), e::toString);
      }
    }
    assertTrue(decoded > 1_000, "too few were sound: " + decoded);
  }
}
