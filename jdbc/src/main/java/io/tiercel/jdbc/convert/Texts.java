package io.tiercel.jdbc.convert;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Text as the wire carries it, and the booleans spelled in it.
final class Texts {
  private Texts() {}

  static String utf8(byte[] source, int offset, int length) {
    return new String(source, offset, length, StandardCharsets.UTF_8);
  }

  /// What PostgreSQL's own input of `boolean` takes, but for its unique prefixes.
  static boolean parseBoolean(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "t", "true", "y", "yes", "on", "1" -> true;
      case "f", "false", "n", "no", "off", "0" -> false;
      default -> throw Conversions.badBoolean(text);
    };
  }
}
