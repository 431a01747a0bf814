package io.tiercel.inside.ddl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A Java type, as far as SQL cares. Immutable.
///
/// @param name as the source writes it, with its package, without type arguments: `int[]`,
///     `java.util.stream.Stream`
/// @param element the type argument of an Iterator, Stream or Iterable; null for what is none
/// @param components those of a record class; null for what is none
public record JavaType(
    String name, @Nullable JavaType element, @Nullable List<Component> components) {

  /// A component of a record class.
  ///
  /// @param sqlType as [io.tiercel.inside.PgType] states it, or null
  public record Component(String name, JavaType type, @Nullable String sqlType) {}

  /// Whether it stands for a set of rows.
  boolean isSet() {
    return element != null;
  }
}
