package io.tiercel.jdbc.connection;

/// Quoting.
final class Identifiers {
  private Identifiers() {}

  static String quoted(String identifier) {
    return "\"" + identifier.replace("\"", "\"\"") + "\"";
  }

  /// A string constant that means the same whatever `standard_conforming_strings` says.
  static String literal(String text) {
    String doubled = text.replace("'", "''");
    return text.indexOf('\\') < 0
        ? "'" + doubled + "'"
        : " E'" + doubled.replace("\\", "\\\\") + "'";
  }
}
