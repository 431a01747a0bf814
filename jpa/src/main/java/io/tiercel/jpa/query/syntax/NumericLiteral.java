package io.tiercel.jpa.query.syntax;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Numeric literals (specification 4.6.1): Java's and SQL's spellings.
///
/// Without a suffix a whole number is the smallest of Integer, Long and BigInteger that holds it,
/// and one with a point or an exponent a Double. Suffixes: `L`, `F`, `D` as in Java, `BI` and `BD`
/// for BigInteger and BigDecimal. A leading zero means nothing, as in SQL. Between digits may stand
/// `_`, as in Java.
final class NumericLiteral {

  // No two parts of it can match the same character, so that no input makes it backtrack.
  private static final Pattern DECIMAL =
      Pattern.compile("(\\d++(?:\\.\\d*+)?+|\\.\\d++)((?:[eE][+-]?+\\d++)?+)([a-zA-Z]*+)");
  private static final Pattern HEXADECIMAL = Pattern.compile("0[xX]([0-9a-fA-F]++)([lL]?+)");
  private static final Pattern BINARY = Pattern.compile("0[bB]([01]++)([lL]?+)");
  private static final Pattern BETWEEN_DIGITS = Pattern.compile("(?<=[0-9])_++(?=[0-9])");
  private static final Pattern BETWEEN_HEXADECIMALS =
      Pattern.compile("(?<=[0-9a-fA-F])_++(?=[0-9a-fA-F])");
  // Beyond this many digits PostgreSQL's numeric ends, and BigDecimal becomes slow.
  private static final int MAX_CHARS = 1_000;
  private static final int MAX_EXPONENT_CHARS = 6;

  private NumericLiteral() {}

  /// Where the number ends that begins at an offset: at the first character that cannot belong to
  /// it.
  static int end(String text, int start) {
    int end = start;
    while (end < text.length()) {
      char c = text.charAt(end);
      boolean sign = (c == '+' || c == '-') && isExponent(text, start, end - 1);
      if (!sign && c != '.' && !Character.isLetterOrDigit(c) && c != '_') {
        break;
      }
      end++;
    }
    return end;
  }

  private static boolean isExponent(String text, int start, int at) {
    boolean hexadecimal = text.startsWith("0x", start) || text.startsWith("0X", start);
    return at > start && !hexadecimal && (text.charAt(at) == 'e' || text.charAt(at) == 'E');
  }

  /// The value of a literal, or null when it is malformed.
  static @Nullable Number parse(String literal) {
    if (literal.length() > MAX_CHARS) {
      return null;
    }
    String digits = literal.indexOf('_') < 0 ? literal : joined(literal);
    Matcher hexadecimal = HEXADECIMAL.matcher(digits);
    if (hexadecimal.matches()) {
      return bits(hexadecimal, 16);
    }
    Matcher binary = BINARY.matcher(digits);
    if (binary.matches()) {
      return bits(binary, 2);
    }
    Matcher decimal = DECIMAL.matcher(digits);
    if (!decimal.matches() || decimal.group(2).length() > MAX_EXPONENT_CHARS) {
      return null;
    }
    return decimal(decimal.group(1), decimal.group(2), decimal.group(3).toUpperCase(Locale.ROOT));
  }

  /// Without the underscores between digits; others make it malformed.
  private static String joined(String literal) {
    boolean isHexadecimal = literal.startsWith("0x") || literal.startsWith("0X");
    return (isHexadecimal ? BETWEEN_HEXADECIMALS : BETWEEN_DIGITS).matcher(literal).replaceAll("");
  }

  /// As in Java, `0xFFFFFFFF` is -1: the digits are the bits of an int, or of a long.
  private static @Nullable Number bits(Matcher literal, int radix) {
    var value = new BigInteger(literal.group(1), radix);
    boolean isLong = !literal.group(2).isEmpty();
    if (!isLong && value.bitLength() <= Integer.SIZE) {
      return value.intValue();
    }
    return value.bitLength() <= Long.SIZE ? value.longValue() : null;
  }

  private static @Nullable Number decimal(String digits, String exponent, String suffix) {
    boolean whole = exponent.isEmpty() && digits.indexOf('.') < 0;
    return switch (suffix) {
      case "" -> whole ? smallest(new BigInteger(digits)) : finite(digits + exponent);
      case "L" -> whole ? longOrNull(new BigInteger(digits)) : null;
      case "BI" -> whole ? new BigInteger(digits) : null;
      case "BD" -> new BigDecimal(digits + exponent);
      case "D" -> finite(digits + exponent);
      case "F" -> finiteFloat(digits + exponent);
      default -> null;
    };
  }

  private static Number smallest(BigInteger value) {
    if (value.bitLength() < Integer.SIZE) {
      return value.intValue();
    }
    return value.bitLength() < Long.SIZE ? value.longValue() : value;
  }

  private static @Nullable Number longOrNull(BigInteger value) {
    return value.bitLength() < Long.SIZE ? value.longValue() : null;
  }

  private static @Nullable Number finite(String digits) {
    double value = Double.parseDouble(digits);
    return Double.isInfinite(value) ? null : value;
  }

  private static @Nullable Number finiteFloat(String digits) {
    float value = Float.parseFloat(digits);
    return Float.isInfinite(value) ? null : value;
  }
}
