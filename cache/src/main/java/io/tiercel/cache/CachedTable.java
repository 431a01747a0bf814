package io.tiercel.cache;

import java.util.List;
import java.util.function.Function;

/// A table whose rows are cached, or are part of what is cached. Immutable.
///
/// @param schema empty to find the table by the search path
/// @param key the columns that hold the id, in its order
/// @param id makes the id of the values of those columns
public record CachedTable(
    String schema, String name, List<KeyColumn> key, Function<Object[], Object> id) {
  public CachedTable {
    key = List.copyOf(key);
    if (key.isEmpty()) {
      throw new IllegalArgumentException("table %s has no key column".formatted(name));
    }
  }

  /// As SQL names it.
  String sql() {
    return schema.isEmpty() ? quoted(name) : quoted(schema) + "." + quoted(name);
  }

  static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  @Override
  public String toString() {
    return schema.isEmpty() ? name : schema + "." + name;
  }
}
