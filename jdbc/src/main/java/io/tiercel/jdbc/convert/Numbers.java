package io.tiercel.jdbc.convert;

import io.tiercel.wire.error.CodecException;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Numbers from text and from each other, as the getters promise: fractions are cut off, what does
/// not fit is refused.
final class Numbers {
  /// Decimal digits that fit a long whatever they are.
  private static final int SAFE_DIGITS = 18;

  private static final double LONG_RANGE = 0x1p63;

  private Numbers() {}

  /// A whole number within bounds.
  static long parse(byte[] source, int offset, int length, long min, long max, String target) {
    int at = offset;
    int end = offset + length;
    boolean negative = at < end && source[at] == '-';
    if (negative) {
      at++;
    }
    if (at == end || end - at > SAFE_DIGITS) {
      return parse(Texts.utf8(source, offset, length), min, max, target);
    }
    long value = 0;
    for (; at < end; at++) {
      int digit = source[at] - '0';
      if (digit < 0 || digit > 9) {
        return parse(Texts.utf8(source, offset, length), min, max, target);
      }
      value = value * 10 + digit;
    }
    return inRange(negative ? -value : value, min, max, target);
  }

  /// A whole number in any spelling of a decimal.
  static long parse(String text, long min, long max, String target) {
    return truncated(parseDecimal(text, target), min, max, target);
  }

  static BigDecimal parseDecimal(String text, String target) {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw Conversions.badNumber(text, target);
    }
  }

  static double parseDouble(String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw Conversions.badNumber(text, "double");
    }
  }

  static float parseFloat(String text) {
    try {
      return Float.parseFloat(text.strip());
    } catch (NumberFormatException e) {
      throw Conversions.badNumber(text, "float");
    }
  }

  static long inRange(long value, long min, long max, String target) {
    if (value < min || value > max) {
      throw Conversions.badNumber(Long.toString(value), target);
    }
    return value;
  }

  /// The whole part of a decimal.
  static long truncated(BigDecimal value, long min, long max, String target) {
    // More whole digits than a long has; a huge exponent must not become a huge integer.
    if ((long) value.precision() - value.scale() > 19) {
      throw Conversions.badNumber(value.toString(), target);
    }
    BigInteger whole = value.toBigInteger();
    if (whole.bitLength() >= Long.SIZE) {
      throw Conversions.badNumber(value.toString(), target);
    }
    return inRange(whole.longValue(), min, max, target);
  }

  /// The whole part of a float.
  static long truncated(double value, long min, long max, String target) {
    if (!(value >= -LONG_RANGE && value < LONG_RANGE)) {
      throw Conversions.badNumber(Double.toString(value), target);
    }
    return inRange((long) value, min, max, target);
  }

  static CodecException notFinite(String value) {
    return Conversions.badNumber(value, "java.math.BigDecimal");
  }
}
