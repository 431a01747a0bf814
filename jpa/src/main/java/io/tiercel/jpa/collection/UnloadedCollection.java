package io.tiercel.jpa.collection;

import io.tiercel.jpa.error.LazyLoadingException;
import io.tiercel.jpa.mapping.CollectionKind;
import java.io.Serial;
import java.io.Serializable;

/// A collection that was not loaded when its owner was serialized. It comes back as one that
/// nothing can load and that merge passes over.
///
/// @param kind of the collection
record UnloadedCollection(CollectionKind kind) implements Serializable {

  @Serial
  private Object readResolve() {
    return Contents.lazy(kind, UnloadedCollection::refuse, this, -1);
  }

  private static void refuse(LazyCollection collection, Object owner, int attributeIndex) {
    throw new LazyLoadingException(
        "a collection", "it was not loaded when its owner was serialized");
  }
}
