package io.tiercel.wire.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.wire.buffer.WriteBuffer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumericBinaryTest {
  private static final int MAX_DIGITS = 60;

  /// Around 18 and 38 digits the way of decoding changes.
  @Test
  void valuesOfEveryPrecisionAndScaleComeBack() {
    var random = new Random(4711);
    for (int digits = 1; digits <= MAX_DIGITS; digits++) {
      for (int scale = 0; scale <= MAX_DIGITS; scale++) {
        assertRoundTrip(new BigDecimal(BigInteger.TEN.pow(digits).subtract(BigInteger.ONE), scale));
        assertRoundTrip(new BigDecimal(BigInteger.TEN.pow(digits - 1), scale));
        assertRoundTrip(new BigDecimal(randomDigits(digits, random), scale).negate());
      }
    }
  }

  @Test
  void digitsBehindTheScaleAreCutOff() {
    for (int groups = 1; groups <= 12; groups++) {
      short[] digits = new short[groups];
      var spelled = new StringBuilder();
      for (int i = 0; i < groups; i++) {
        digits[i] = (short) (i == 0 ? 7 : 9999 - i);
        spelled.append("%04d".formatted(digits[i]));
      }
      for (int weight = 0; weight < groups; weight++) {
        int fraction = 4 * (groups - 1 - weight);
        for (int scale = Math.max(0, fraction - 3); scale <= fraction; scale++) {
          BigDecimal expected =
              new BigDecimal(new BigInteger(spelled.toString()), fraction)
                  .setScale(scale, RoundingMode.DOWN);
          assertEquals(expected, decoded(digits, weight, scale));
        }
      }
    }
  }

  private static BigInteger randomDigits(int count, Random random) {
    var spelled = new StringBuilder();
    for (int i = 0; i < count; i++) {
      spelled.append((char) ('0' + random.nextInt(10)));
    }
    return new BigInteger(spelled.toString());
  }

  private static void assertRoundTrip(BigDecimal value) {
    var out = new WriteBuffer();
    NumericBinary.encode(value, out);
    assertEquals(value, NumericBinary.decode(out.array(), 0, out.position()));
  }

  private static BigDecimal decoded(short[] digits, int weight, int scale) {
    var out = new WriteBuffer();
    out.putShort(digits.length).putShort(weight).putShort(0).putShort(scale);
    for (short digit : digits) {
      out.putShort(digit);
    }
    return NumericBinary.decode(out.array(), 0, out.position());
  }
}
