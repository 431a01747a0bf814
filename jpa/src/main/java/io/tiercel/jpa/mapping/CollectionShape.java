package io.tiercel.jpa.mapping;

import org.jspecify.annotations.Nullable;

/// How the elements of a collection stand to each other.
///
/// @param position the `@OrderColumn` of a list, null for none. It stands in the table that holds
///     the collection's rows; in a target's table its slot is -1
/// @param key of a map, null for the others
public record CollectionShape(
    CollectionKind kind, @Nullable Column position, @Nullable CollectionKey key) {

  /// A kind without positions and keys.
  static CollectionShape plain(CollectionKind kind) {
    return new CollectionShape(kind, null, null);
  }
}
