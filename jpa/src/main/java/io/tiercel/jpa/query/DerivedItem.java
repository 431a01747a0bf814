package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EmbeddedAttribute;
import org.jspecify.annotations.Nullable;

/// An item of a query whose result is a table of the statement: a value, an entity as its id, or an
/// embeddable as its columns.
///
/// @param alias its result variable, or null
/// @param embeddable null for values and entities
/// @param firstColumn where its columns begin, from 0
/// @param width how many columns it has
record DerivedItem(
    @Nullable String alias,
    ValueType type,
    @Nullable EmbeddedAttribute embeddable,
    int firstColumn,
    int width) {

  /// What it must have in common with the item of a set operation at the same place.
  Object shape() {
    var entity = type.entity();
    if (entity != null) {
      return entity.root();
    }
    return embeddable == null ? "a value" : embeddable.javaType();
  }
}
