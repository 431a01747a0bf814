package io.tiercel.lab.bench.raw;

import io.tiercel.wire.buffer.WriteBuffer;
import java.math.BigDecimal;
import java.nio.ByteBuffer;

/// `numeric` in binary, as far as an amount of money needs it.
///
/// ```
/// offset  length  meaning
/// 0       2       number of digits in base 10000
/// 2       2       weight: the first digit counts 10000^weight
/// 4       2       sign: 0 positive, 0x4000 negative
/// 6       2       scale: decimal digits shown after the point
/// 8       2 each  digits
/// ```
final class Numeric {
  private static final int BASE = 10_000;
  private static final int CENTS_SCALE = 2;

  private Numeric() {}

  /// Hundredths up to 99,999,999.99, length word included.
  static void putCents(WriteBuffer out, long cents) {
    int whole = Math.toIntExact(cents / 100);
    int fraction = (int) (cents % 100) * 100;
    int high = whole / BASE;
    int digits = high > 0 ? 3 : 2;
    out.putInt(8 + 2 * digits).putShort(digits).putShort(digits - 2).putShort(0);
    out.putShort(CENTS_SCALE);
    if (high > 0) {
      out.putShort(high);
    }
    out.putShort(whole % BASE).putShort(fraction);
  }

  /// Reads a positive amount of two decimals. `in` stands behind the length word and is left
  /// behind the value.
  static BigDecimal getAmount(ByteBuffer in) {
    int digits = in.getShort();
    int weight = in.getShort();
    in.position(in.position() + 4);
    long tenThousandths = 0;
    int last = -1;
    for (int power = weight, i = 0; power >= last; power--, i++) {
      tenThousandths = tenThousandths * BASE + (i < digits ? in.getShort() : 0);
    }
    return BigDecimal.valueOf(tenThousandths / 100, CENTS_SCALE);
  }
}
