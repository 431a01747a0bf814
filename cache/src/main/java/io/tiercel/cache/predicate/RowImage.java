package io.tiercel.cache.predicate;

/// A row as far as it is known. Immutable, or at least never seen to change.
@FunctionalInterface
public interface RowImage {

  /// The [canonical][Domain#canonical] value of a column, or one of [Special].
  Object value(Column column);
}
