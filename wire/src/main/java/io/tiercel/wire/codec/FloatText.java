package io.tiercel.wire.codec;

import java.math.BigDecimal;
import java.math.MathContext;

/// Floats as the server prints them when `extra_float_digits` is positive, which it is by default:
/// the fewest digits that read back as the same value, `1e+20` from 15 (`float4`: 6) digits before
/// the point on, `Infinity`, `NaN`, `-0`. Stateless.
public final class FloatText {
  private static final int DOUBLE_FIXED_DIGITS = 15;
  private static final int FLOAT_FIXED_DIGITS = 6;
  private static final int MIN_FIXED_EXPONENT = -4;

  private FloatText() {}

  /// The text of a `float8`.
  public static String print(double value) {
    String digits = Double.toString(value);
    return isPlain(digits) ? shortened(digits) : print(decimal(value), value, DOUBLE_FIXED_DIGITS);
  }

  /// The text of a `float4`.
  public static String print(float value) {
    String digits = Float.toString(value);
    return isPlain(digits) && Math.abs(value) < 1e6f
        ? shortened(digits)
        : print(decimal(value), value, FLOAT_FIXED_DIGITS);
  }

  /// Without an exponent, which Java writes from 10^7 on and below 10^-3.
  private static boolean isPlain(String digits) {
    return digits.indexOf('E') < 0;
  }

  private static String shortened(String digits) {
    return digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits;
  }

  private static BigDecimal decimal(double value) {
    if (!Double.isFinite(value)) {
      return BigDecimal.ZERO;
    }
    var decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    // Java gives no fewer than two digits, the server gives one where it is enough.
    if (decimal.precision() == 2) {
      BigDecimal one = decimal.round(new MathContext(1));
      if (one.doubleValue() == value) {
        return one;
      }
    }
    return inside(decimal, new BigDecimal(value), new BigDecimal(Math.ulp(value)));
  }

  /// Java takes a decimal exactly between two floats if it is read as this one, the server takes
  /// the next longer one. Only whole numbers are so near to each other.
  ///
  /// @param exact the value
  /// @param gap how far the next float is
  private static BigDecimal inside(BigDecimal decimal, BigDecimal exact, BigDecimal gap) {
    if (exact.scale() > 0) {
      return decimal;
    }
    BigDecimal found = decimal;
    while (found.subtract(exact).abs().multiply(BigDecimal.TWO).compareTo(gap) == 0) {
      found = exact.round(new MathContext(found.precision() + 1));
    }
    return found;
  }

  private static BigDecimal decimal(float value) {
    if (!Float.isFinite(value)) {
      return BigDecimal.ZERO;
    }
    var decimal = new BigDecimal(Float.toString(value)).stripTrailingZeros();
    if (decimal.precision() == 2) {
      BigDecimal one = decimal.round(new MathContext(1));
      if (one.floatValue() == value) {
        return one;
      }
    }
    return inside(decimal, new BigDecimal(value), new BigDecimal(Math.ulp(value)));
  }

  private static String print(BigDecimal decimal, double value, int fixedDigits) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent >= MIN_FIXED_EXPONENT && exponent < fixedDigits) {
      return decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().abs().toString();
    var text = new StringBuilder();
    if (decimal.signum() < 0) {
      text.append('-');
    }
    text.append(digits.charAt(0));
    if (digits.length() > 1) {
      text.append('.').append(digits, 1, digits.length());
    }
    text.append('e').append(exponent < 0 ? '-' : '+');
    if (Math.abs(exponent) < 10) {
      text.append('0');
    }
    return text.append(Math.abs(exponent)).toString();
  }
}
