package io.tiercel.wire;

/// The server's version.
///
/// @param major 18 of `18.6`
/// @param minor 6 of `18.6`
/// @param text as the server reports it, such as `15.14 (Debian 15.14-0+deb12u1)`
public record ServerVersion(int major, int minor, String text) {
  static ServerVersion parse(String text) {
    int end = 0;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    int minorEnd = end;
    if (end < text.length() && text.charAt(end) == '.') {
      minorEnd = end + 1;
      while (minorEnd < text.length() && Character.isDigit(text.charAt(minorEnd))) {
        minorEnd++;
      }
    }
    return new ServerVersion(
        number(text.substring(0, end)),
        minorEnd > end ? number(text.substring(end + 1, minorEnd)) : 0,
        text);
  }

  private static int number(String digits) {
    return digits.isEmpty() || digits.length() > 6 ? 0 : Integer.parseInt(digits);
  }

  @Override
  public String toString() {
    return text;
  }
}
