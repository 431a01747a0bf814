package io.tiercel.jpa.load;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.shared.SharedCollection;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Stores in the shared cache what one query reads of a collection. Confined to the thread of its
/// context.
///
/// @param fill of before the query
/// @param forgotten how often all of the collection had been forgotten then
record CollectionFill(SharedRows shared, SharedCollection collection, Fill fill, long forgotten) {
  /// The keys of more elements are not watched.
  private static final int MAX_ELEMENTS = 10_000;

  /// To be called before the query is sent; null when what it brings is not to be stored.
  ///
  /// @param owners their keys
  static @Nullable CollectionFill begin(
      Loader loader, EntityDescriptor owner, PluralAttribute attribute, Collection<Object> owners) {
    SharedRows shared = loader.shared();
    SharedCollection collection = shared == null ? null : owner.collections().get(attribute);
    return shared == null || collection == null || owners.isEmpty()
        ? null
        : shared.beginFill(collection, owners.iterator().next());
  }

  /// What an owner's collection holds was read.
  ///
  /// @param elements the ids of its elements, where it holds entities; else empty
  void offer(Object owner, CachedValue value, int size, List<Object> elements) {
    if (size <= MAX_ELEMENTS) {
      shared.offer(this, owner, value, elements);
    }
  }
}
