package io.tiercel.jpa.mapping;

import org.jspecify.annotations.Nullable;

/// A table by its name as PostgreSQL stores it (case already folded or deliberately kept).
public record Table(@Nullable String schema, String name) {

  /// The name as SQL text, quoted where PostgreSQL would not read it back unchanged.
  public String sql() {
    return schema == null
        ? Identifier.quote(name)
        : Identifier.quote(schema) + "." + Identifier.quote(name);
  }

  @Override
  public String toString() {
    return sql();
  }
}
