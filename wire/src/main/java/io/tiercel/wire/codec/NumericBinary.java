package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;

/// The binary form of `numeric` (`numeric_send` of the server):
///
/// | offset | type     | meaning                                                              |
/// |--------|----------|----------------------------------------------------------------------|
/// | 0      | uint16   | n, the number of digits                                              |
/// | 2      | int16    | weight: the first digit counts 10000^weight                          |
/// | 4      | uint16   | sign: 0000 plus, 4000 minus, C000 NaN, D000 infinity, F000 -infinity |
/// | 6      | int16    | display scale: decimal digits after the point                        |
/// | 8      | n int16  | digits to base 10000, most significant first                         |
///
/// Zero digits at either end are left out. Values whose unscaled form fits a long, which is nearly
/// all money and quantities, are read and written without any intermediate object, those that fit
/// 127 bits, as quotients do, without spelling them out.
final class NumericBinary {
  private static final String TYPE = "numeric";
  private static final int HEADER = 8;
  private static final int BASE = 10_000;
  private static final int BASE_DIGITS = 4;
  private static final int POSITIVE = 0x0000;
  private static final int NEGATIVE = 0x4000;
  private static final int NAN = 0xC000;
  private static final int INFINITY = 0xD000;
  private static final int NEGATIVE_INFINITY = 0xF000;
  private static final int MAX_SCALE = 16_383;
  private static final int MAX_INTEGER_DIGITS = 131_072;

  /// So many decimal digits fit a long whatever they are.
  private static final int LONG_DIGITS = 18;

  /// So many still fit a long when zeros are added to fill the last group.
  private static final int SHORT_PRECISION = 15;

  /// So many decimal digits fit 127 bits whatever they are.
  private static final int WIDE_DIGITS = 38;

  private static final long FOUR_GROUPS = 10_000_000_000_000_000L;

  private static final long[] POWERS = new long[LONG_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  private NumericBinary() {}

  /// NaN or an infinity if the value is one of these, else 0.
  static double special(byte[] source, int offset, int length) {
    requireHeader(length);
    return switch (BinaryInts.readShort(source, offset + 4) & 0xFFFF) {
      case NAN -> Double.NaN;
      case INFINITY -> Double.POSITIVE_INFINITY;
      case NEGATIVE_INFINITY -> Double.NEGATIVE_INFINITY;
      default -> 0;
    };
  }

  static BigDecimal decode(byte[] source, int offset, int length) {
    requireHeader(length);
    int digits = BinaryInts.readShort(source, offset) & 0xFFFF;
    int weight = BinaryInts.readShort(source, offset + 2);
    int sign = BinaryInts.readShort(source, offset + 4) & 0xFFFF;
    int scale = BinaryInts.readShort(source, offset + 6);
    if (sign != POSITIVE && sign != NEGATIVE) {
      double special = special(source, offset, length);
      if (special == 0) {
        throw Faults.malformed(TYPE, "sign 0x%04x".formatted(sign));
      }
      throw Numerics.notFinite(Double.toString(special));
    }
    if (length != HEADER + digits * Short.BYTES) {
      throw Faults.malformed(TYPE, "%d digits in %d bytes".formatted(digits, length));
    }
    if (scale < 0 || scale > MAX_SCALE) {
      throw Faults.malformed(TYPE, "scale %d".formatted(scale));
    }
    return finite(source, offset + HEADER, digits, weight, sign == NEGATIVE, scale);
  }

  private static BigDecimal finite(
      byte[] source, int at, int digits, int weight, boolean negative, int scale) {
    // Decimal digits after the point that the groups hold; they may be more or fewer than the
    // scale.
    int fraction = BASE_DIGITS * (digits - 1 - weight);
    int shift = scale - fraction;
    int decimals = BASE_DIGITS * digits + Math.max(shift, 0);
    if (digits == 0) {
      return BigDecimal.valueOf(0, scale);
    }
    if (decimals > LONG_DIGITS || shift < -LONG_DIGITS) {
      return decimals <= WIDE_DIGITS && shift > -BASE_DIGITS
          ? wide(source, at, digits, shift, negative, scale)
          : spelledOut(source, at, digits, weight, negative, scale);
    }
    long unscaled = 0;
    for (int i = 0; i < digits; i++) {
      unscaled = unscaled * BASE + digit(source, at, i);
    }
    unscaled = shift >= 0 ? unscaled * POWERS[shift] : unscaled / POWERS[-shift];
    return BigDecimal.valueOf(negative ? -unscaled : unscaled, scale);
  }

  /// Adds the digits up in 128 bits, then multiplies by `10^shift`; where that is negative, the
  /// last digits of the last group are left out.
  private static BigDecimal wide(
      byte[] source, int at, int digits, int shift, boolean negative, int scale) {
    long high = 0;
    long low = 0;
    for (int i = 0; i < digits; i++) {
      int digit = digit(source, at, i);
      long factor = BASE;
      if (i == digits - 1 && shift < 0) {
        factor = POWERS[BASE_DIGITS + shift];
        digit /= (int) POWERS[-shift];
      }
      high = high * factor + Math.unsignedMultiplyHigh(low, factor);
      low = low * factor + digit;
      high += Long.compareUnsigned(low, digit) < 0 ? 1 : 0;
    }
    for (int rest = shift; rest > 0; rest -= LONG_DIGITS) {
      long factor = POWERS[Math.min(rest, LONG_DIGITS)];
      high = high * factor + Math.unsignedMultiplyHigh(low, factor);
      low *= factor;
    }
    byte[] magnitude = ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
    return new BigDecimal(new BigInteger(negative ? -1 : 1, magnitude), scale);
  }

  /// Spells the digits that are there and lets BigInteger read them; zeros that follow are a
  /// factor.
  private static BigDecimal spelledOut(
      byte[] source, int at, int digits, int weight, boolean negative, int scale) {
    int fractionGroups = (scale + BASE_DIGITS - 1) / BASE_DIGITS;
    int groups = weight + 1 + fractionGroups;
    if (groups <= 0) {
      return BigDecimal.valueOf(0, scale);
    }
    int spelledGroups = Math.min(digits, groups);
    var spelled = new StringBuilder(1 + spelledGroups * BASE_DIGITS);
    if (negative) {
      spelled.append('-');
    }
    for (int i = 0; i < spelledGroups; i++) {
      appendGroup(spelled, digit(source, at, i));
    }
    int zeros = (groups - spelledGroups) * BASE_DIGITS - (fractionGroups * BASE_DIGITS - scale);
    if (zeros < 0) {
      spelled.setLength(spelled.length() + zeros);
      zeros = 0;
    }
    var unscaled = new BigInteger(spelled.toString());
    return new BigDecimal(
        zeros == 0 ? unscaled : unscaled.multiply(BigInteger.TEN.pow(zeros)), scale);
  }

  private static void appendGroup(StringBuilder to, int group) {
    to.append((char) ('0' + group / 1000))
        .append((char) ('0' + group / 100 % 10))
        .append((char) ('0' + group / 10 % 10))
        .append((char) ('0' + group % 10));
  }

  private static int digit(byte[] source, int at, int index) {
    int digit = BinaryInts.readShort(source, at + index * Short.BYTES);
    if (digit < 0 || digit >= BASE) {
      throw Faults.malformed(TYPE, "digit %d".formatted(digit));
    }
    return digit;
  }

  private static void requireHeader(int length) {
    if (length < HEADER) {
      throw Faults.malformed(TYPE, "%d bytes, expected at least %d".formatted(length, HEADER));
    }
  }

  /// NaN and the infinities as such, any other double by its shortest decimal.
  static void encode(Double value, WriteBuffer out) {
    if (Double.isNaN(value)) {
      header(0, 0, NAN, 0, out);
    } else if (Double.isInfinite(value)) {
      header(0, 0, value > 0 ? INFINITY : NEGATIVE_INFINITY, 0, out);
    } else {
      encode(BigDecimal.valueOf(value), out);
    }
  }

  static void encode(BigDecimal value, WriteBuffer out) {
    int scale = value.scale();
    if (scale >= 0 && scale <= MAX_SCALE && value.precision() <= SHORT_PRECISION) {
      encodeShort(value.unscaledValue().longValue(), scale, out);
    } else {
      requireRange(value);
      encodeAny(scale < 0 ? value.setScale(0, RoundingMode.UNNECESSARY) : value, out);
    }
  }

  static void requireRange(BigDecimal value) {
    if (value.scale() > MAX_SCALE
        || (long) value.precision() - value.scale() > MAX_INTEGER_DIGITS) {
      throw Faults.outOfRange(
          value,
          TYPE,
          "it holds %d digits before and %d after the point"
              .formatted(MAX_INTEGER_DIGITS, MAX_SCALE));
    }
  }

  /// Divides by constants only, which the compiler turns into multiplications.
  private static void encodeShort(long unscaled, int scale, WriteBuffer out) {
    if (unscaled == 0) {
      header(0, 0, POSITIVE, scale, out);
      return;
    }
    int fractionGroups = (scale + BASE_DIGITS - 1) / BASE_DIGITS;
    long rest = Math.abs(unscaled) * POWERS[fractionGroups * BASE_DIGITS - scale];
    int dropped = 0;
    for (; rest % BASE == 0; rest /= BASE) {
      dropped++;
    }
    int top = (int) (rest / FOUR_GROUPS);
    long groups = 0;
    int count = 0;
    for (long low = rest % FOUR_GROUPS; low != 0; low /= BASE) {
      groups |= (low % BASE) << (Short.SIZE * count++);
    }
    count = top == 0 ? count : 4;
    int sent = top == 0 ? count : 5;
    int weight = sent + dropped - 1 - fractionGroups;
    header(sent, weight, unscaled < 0 ? NEGATIVE : POSITIVE, scale, out);
    if (top != 0) {
      out.putShort(top);
    }
    for (int i = count - 1; i >= 0; i--) {
      out.putShort((int) (groups >>> (Short.SIZE * i)));
    }
  }

  private static void encodeAny(BigDecimal value, WriteBuffer out) {
    String digits = value.unscaledValue().abs().toString();
    int scale = value.scale();
    int wholeDigits = digits.length() - scale;
    // Zeros on both sides make the groups whole and put a group boundary at the point.
    int weight = Math.ceilDiv(wholeDigits, BASE_DIGITS) - 1;
    int before = (weight + 1) * BASE_DIGITS - wholeDigits;
    int groups = Math.ceilDiv(before + digits.length(), BASE_DIGITS);
    int first = 0;
    while (first < groups && group(digits, first, before) == 0) {
      first++;
    }
    int last = groups;
    while (last > first && group(digits, last - 1, before) == 0) {
      last--;
    }
    header(
        last - first,
        first == last ? 0 : weight - first,
        value.signum() < 0 ? NEGATIVE : POSITIVE,
        scale,
        out);
    for (int i = first; i < last; i++) {
      out.putShort(group(digits, i, before));
    }
  }

  private static int group(String digits, int index, int before) {
    int group = 0;
    int at = index * BASE_DIGITS - before;
    for (int i = at; i < at + BASE_DIGITS; i++) {
      group = group * 10 + (i >= 0 && i < digits.length() ? digits.charAt(i) - '0' : 0);
    }
    return group;
  }

  private static void header(int digits, int weight, int sign, int scale, WriteBuffer out) {
    out.putShort(digits).putShort(weight).putShort(sign).putShort(scale);
  }
}
