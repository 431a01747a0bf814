package io.tiercel.json.marc;

/// What a tag may be: three ASCII letters or digits (ISO 2709, 4.4.2).
final class Tags {
  private Tags() {}

  static boolean isControl(String tag) {
    return tag.startsWith("00");
  }

  static void check(String tag) {
    if (tag.length() != 3 || !tag.chars().allMatch(Tags::isLetterOrDigit)) {
      throw new IllegalArgumentException(
          "a tag has three letters or digits, got " + Quoted.of(tag));
    }
  }

  private static boolean isLetterOrDigit(int c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }
}
