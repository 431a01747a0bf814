package io.tiercel.jdbc.value;

import java.util.Objects;

/// A value of a PostgreSQL type that has no Java class: the type's name and the server's text.
/// Given as a parameter, it is parsed by the server as a value of that type.
///
/// @param typeName as `ResultSetMetaData.getColumnTypeName` tells it, for example `jsonb`
/// @param text the server's spelling
public record TypedText(String typeName, String text) {
  public TypedText {
    Objects.requireNonNull(typeName, "typeName");
    Objects.requireNonNull(text, "text");
  }

  /// The text alone.
  @Override
  public String toString() {
    return text;
  }
}
