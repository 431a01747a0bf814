package io.tiercel.cache.guard;

/// A table, by names as the catalog has them. Immutable.
public record TableName(String schema, String name) {
  /// For use in a statement.
  String sql() {
    return Quoted.identifier(schema) + "." + Quoted.identifier(name);
  }

  @Override
  public String toString() {
    return "\"" + schema + "." + name + "\"";
  }
}
