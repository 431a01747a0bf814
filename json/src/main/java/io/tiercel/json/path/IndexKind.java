package io.tiercel.json.path;

/// What an index of a path answers.
public enum IndexKind {
  /// Equality, order, ranges and beginnings of one text; equality with one of several.
  TEXT("text"),
  /// Words and phrases.
  WORDS("words"),
  /// Equality, order and ranges of one number.
  NUMBER("number"),
  /// Masks anywhere in one text. Takes the extension pg_trgm, which is not created with the index.
  TRIGRAMS("trigram");

  private final String suffix;

  IndexKind(String suffix) {
    this.suffix = suffix;
  }

  String suffix() {
    return suffix;
  }
}
