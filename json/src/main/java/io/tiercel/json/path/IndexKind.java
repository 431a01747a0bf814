package io.tiercel.json.path;

/// What an index of a path answers.
public enum IndexKind {
  /// Equality, order, ranges and beginnings of one text; equality with one of several.
  TEXT("text"),
  /// Words and phrases.
  WORDS("words"),
  /// Equality, order and ranges of one number.
  NUMBER("number");

  private final String suffix;

  IndexKind(String suffix) {
    this.suffix = suffix;
  }

  String suffix() {
    return suffix;
  }
}
