package io.tiercel.json.marc;

/// Foreign text for a message: quoted, shortened, control characters shown.
final class Quoted {
  private static final int MAX_LENGTH = 40;

  private Quoted() {}

  static String of(String text) {
    var quoted = new StringBuilder("\"");
    text.codePoints()
        .limit(MAX_LENGTH)
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                quoted.append("\\u%04x".formatted(c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.append(text.length() > MAX_LENGTH ? "…\"" : "\"").toString();
  }
}
