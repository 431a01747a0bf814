package io.tiercel.json.advisor;

/// Texts as literals of SQL.
final class Literal {
  private Literal() {}

  /// A literal that means the same whatever standard_conforming_strings is.
  static String of(String text) {
    String quoted = text.replace("'", "''");
    return text.indexOf('\\') < 0 ? "'" + quoted + "'" : "E'" + quoted.replace("\\", "\\\\") + "'";
  }
}
