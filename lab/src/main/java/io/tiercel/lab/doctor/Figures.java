package io.tiercel.lab.doctor;

import java.util.Locale;

/// Figures as people read them.
final class Figures {
  private static final double MINUTE = 60_000;
  private static final double HOUR = 3_600_000;

  private Figures() {}

  static String millis(double millis) {
    double size = Math.abs(millis);
    if (Double.isNaN(millis)) {
      return "failed";
    }
    if (size >= HOUR) {
      return format("%.1f h", millis / HOUR);
    }
    if (size >= MINUTE) {
      return format("%.1f min", millis / MINUTE);
    }
    return size >= 1000
        ? format("%.1f s", millis / 1000)
        : size >= 10 ? format("%.0f ms", millis) : format("%.2f ms", millis);
  }

  static String bytes(long bytes) {
    long size = Math.abs(bytes);
    return size >= 1e9
        ? format("%.1f GB", bytes / 1e9)
        : size >= 1e6 ? format("%.1f MB", bytes / 1e6) : format("%.0f kB", bytes / 1e3);
  }

  static String percent(double share) {
    return format("%.0f %%", share * 100);
  }

  static String count(double count) {
    return count >= 100 || count == Math.rint(count)
        ? format("%,.0f", count)
        : format("%.1f", count);
  }

  static String count(long count) {
    return format("%,d", count);
  }

  static String times(double factor) {
    return Double.isInfinite(factor) ? "∞" : format(factor >= 10 ? "%,.0fx" : "%.1fx", factor);
  }

  static String format(String pattern, Object... arguments) {
    return String.format(Locale.ROOT, pattern, arguments);
  }
}
