package io.tiercel.inside.xml.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a column takes of a row's element. Immutable.
///
/// @param path names of elements, each a child of the one before; none for the element itself
/// @param attribute null except for [Part#ATTRIBUTE]
/// @param isString `string(…)`: what is missing is the empty string and not NULL
record ColumnPath(List<NameTest> path, Part part, @Nullable NameTest attribute, boolean isString) {
  /// What of the element at the path's end.
  enum Part {
    VALUE,
    ATTRIBUTE,
    /// Its text nodes.
    TEXT
  }

  /// Whether it is the string value of the row itself.
  boolean isValue() {
    return path.isEmpty() && part == Part.VALUE;
  }

  /// Whether the row's start tag has it.
  boolean isKnownAtStart() {
    return path.isEmpty() && part == Part.ATTRIBUTE;
  }
}
