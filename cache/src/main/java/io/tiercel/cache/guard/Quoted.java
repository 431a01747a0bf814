package io.tiercel.cache.guard;

/// Names and texts in statements that take no parameters.
final class Quoted {
  private Quoted() {}

  static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
