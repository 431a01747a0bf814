package io.tiercel.cache;

import java.util.Objects;

/// A column of the key that rows are stored under.
///
/// @param name as the database has it
/// @param javaType what its values are in Java
public record KeyColumn(String name, Class<?> javaType) {
  public KeyColumn {
    Objects.requireNonNull(javaType);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a key column has an empty name");
    }
  }
}
