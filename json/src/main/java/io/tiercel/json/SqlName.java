package io.tiercel.json;

import java.util.ArrayList;
import java.util.List;

/// The name of a table, column or index, as the catalog has it, perhaps with that of its schema.
///
/// @param parts at least one: schema and name, or the name alone
public record SqlName(List<String> parts) {
  /// @throws IllegalArgumentException if there is no part or an empty one
  public SqlName {
    parts = List.copyOf(parts);
    if (parts.isEmpty()
        || parts.stream().anyMatch(part -> part.isEmpty() || part.indexOf(0) >= 0)) {
      throw new IllegalArgumentException("a name in SQL has at least one character, got " + parts);
    }
  }

  /// A name, or a schema and a name.
  public static SqlName of(String... parts) {
    return new SqlName(List.of(parts));
  }

  /// The name without its schema.
  public String last() {
    return parts.getLast();
  }

  /// Another name in the same schema.
  public SqlName sibling(String name) {
    var sibling = new ArrayList<>(parts);
    sibling.set(sibling.size() - 1, name);
    return new SqlName(sibling);
  }

  /// The name in SQL, always in double quotes.
  @Override
  public String toString() {
    return String.join(".", parts.stream().map(SqlName::quoted).toList());
  }

  private static String quoted(String part) {
    return '"' + part.replace("\"", "\"\"") + '"';
  }
}
