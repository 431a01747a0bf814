package io.tiercel.jpa.collection;

import java.util.Collection;

/// A collection of an entity that may not be read yet. Not safe for concurrent use, like the
/// EntityManager it belongs to, but for those of shared instances.
public sealed interface LazyCollection
    permits LazyList, LazySet, LazyMap, SharedList, SharedSet, SharedMap {

  /// Whether its elements are here.
  boolean isLoaded();

  /// Asks the loader unless they are.
  void load();

  /// Brings the elements, entries for a map; called by the loader. Replaces what was there.
  void fill(Collection<?> elements);

  /// Fills lazy collections on first touch.
  @FunctionalInterface
  interface Loader {

    /// Calls [LazyCollection#fill] on the collection, and on its siblings if that costs nothing.
    void load(LazyCollection collection, Object owner, int attributeIndex);
  }
}
