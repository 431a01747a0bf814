package io.tiercel.lab.bench.result;

import java.util.Locale;

/// Numbers for tables: about three digits, short.
final class Figures {
  private Figures() {}

  /// `1.23M`, `812k`, `404`, `6.80`, `0.045`; empty for NaN.
  static String compact(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    if (value >= 999_500) {
      return digits(value / 1e6) + "M";
    }
    return value >= 9_995 ? digits(value / 1e3) + "k" : digits(value);
  }

  /// `(790k–840k)`.
  static String range(Spread spread) {
    return "(%s–%s)".formatted(compact(spread.min()), compact(spread.max()));
  }

  private static String digits(double value) {
    if (value == 0) {
      return "0";
    }
    int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.0995 ? 2 : 4;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
