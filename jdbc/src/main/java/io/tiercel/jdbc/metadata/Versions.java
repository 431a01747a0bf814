package io.tiercel.jdbc.metadata;

/// Numbers out of a version such as `18.6 (Debian 18.6-1)`, `19beta1` or `0.1.0-SNAPSHOT`.
final class Versions {
  private Versions() {}

  /// A number of a dotted version, 0 if it has fewer.
  ///
  /// @param index which one, from 0
  static int part(String version, int index) {
    String[] parts = version.split(" ", 2)[0].split("\\.", -1);
    if (index >= parts.length) {
      return 0;
    }
    int number = 0;
    for (int i = 0; i < Math.min(parts[index].length(), 9); i++) {
      char c = parts[index].charAt(i);
      if (c < '0' || c > '9') {
        break;
      }
      number = number * 10 + (c - '0');
    }
    return number;
  }
}
