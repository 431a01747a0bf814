package io.tiercel.jpa.mapping;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the declared type of a collection attribute promises (Jakarta Persistence 3.2, section
/// 2.2).
public enum CollectionKind {
  /// Elements in any order, any number of times.
  COLLECTION,
  /// Elements at positions.
  LIST,
  /// Each element once.
  SET,
  /// Elements by keys.
  MAP;

  /// The kind of a declared interface; null for any other class.
  public static @Nullable CollectionKind of(Class<?> declared) {
    if (declared == Collection.class) {
      return COLLECTION;
    }
    if (declared == List.class) {
      return LIST;
    }
    if (declared == Set.class) {
      return SET;
    }
    return declared == Map.class ? MAP : null;
  }
}
