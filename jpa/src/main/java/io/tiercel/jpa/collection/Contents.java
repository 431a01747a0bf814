package io.tiercel.jpa.collection;

import io.tiercel.jpa.mapping.CollectionKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the values of collection attributes hold, whatever their class.
public final class Contents {
  private static final Object[] NONE = {};

  private Contents() {}

  /// The elements, or a map's values, in an array of its own; loads what is not loaded. Null holds
  /// none.
  public static @Nullable Object[] of(@Nullable Object value) {
    return switch (value) {
      case null -> NONE;
      case Map<?, ?> map -> map.values().toArray();
      case Collection<?> collection -> collection.toArray();
      default -> throw new IllegalArgumentException("no collection: " + value.getClass());
    };
  }

  /// Whether the elements are here.
  public static boolean isLoaded(@Nullable Object value) {
    return !(value instanceof LazyCollection lazy) || lazy.isLoaded();
  }

  /// An empty collection of the JDK's.
  public static Object empty(CollectionKind kind) {
    return switch (kind) {
      case COLLECTION, LIST -> new ArrayList<>();
      case SET -> new LinkedHashSet<>();
      case MAP -> new LinkedHashMap<>();
    };
  }

  /// A collection that asks the loader on first touch.
  public static LazyCollection lazy(
      CollectionKind kind, LazyCollection.Loader loader, Object owner, int attributeIndex) {
    return switch (kind) {
      case COLLECTION, LIST -> new LazyList<>(loader, owner, attributeIndex);
      case SET -> new LazySet<>(loader, owner, attributeIndex);
      case MAP -> new LazyMap<>(loader, owner, attributeIndex);
    };
  }

  /// One that asks the loader on first touch, of an instance that all units of work share.
  public static LazyCollection shared(
      CollectionKind kind, LazyCollection.Loader loader, Object owner, int attributeIndex) {
    return switch (kind) {
      case COLLECTION, LIST -> new SharedList<>(loader, owner, attributeIndex);
      case SET -> new SharedSet<>(loader, owner, attributeIndex);
      case MAP -> new SharedMap<>(loader, owner, attributeIndex);
    };
  }

  /// Replaces what a collection holds.
  ///
  /// @param elements entries for a map
  @SuppressWarnings("unchecked") // an attribute's elements fit its collection
  public static void replace(Object value, Collection<?> elements) {
    if (value instanceof Map<?, ?> map) {
      map.clear();
      for (Map.Entry<?, ?> entry : (Collection<Map.Entry<?, ?>>) elements) {
        ((Map<Object, @Nullable Object>) map).put(entry.getKey(), entry.getValue());
      }
    } else {
      Collection<Object> collection = (Collection<Object>) value;
      collection.clear();
      collection.addAll(elements);
    }
  }
}
