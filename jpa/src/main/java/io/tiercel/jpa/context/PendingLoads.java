package io.tiercel.jpa.context;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a result calls for beside its own rows: eager associations, fetched collections, the other
/// side of one-to-ones. Collected while rows are read, then loaded for all of them in one exchange.
final class PendingLoads {
  /// The instances of this result; what is loaded because of them belongs to a batch of its own.
  final LoadBatch batch = new LoadBatch();

  /// The lazy collection whose first touch this is; its owner is the first of `collections`.
  @Nullable LazyCollection touched;

  /// A to-one whose target has no lazy instance: set once the target is here.
  record Unset(EntityEntry owner, ToOneAttribute attribute, Object key) {}

  /// An association of an entity type.
  record Path<A>(EntityDescriptor type, A attribute) {}

  final Map<EntityDescriptor, Set<Object>> keys = new LinkedHashMap<>();
  final List<Unset> unset = new ArrayList<>();
  final Map<Path<ToManyAttribute>, Set<EntityEntry>> collections = new LinkedHashMap<>();
  final Map<Path<ToOneAttribute>, Set<EntityEntry>> inverses = new LinkedHashMap<>();

  void key(EntityDescriptor type, Object key) {
    keys.computeIfAbsent(type, any -> new LinkedHashSet<>()).add(key);
  }

  void collection(EntityEntry owner, ToManyAttribute attribute) {
    collections
        .computeIfAbsent(new Path<>(owner.type, attribute), any -> new LinkedHashSet<>())
        .add(owner);
  }

  void inverse(EntityEntry owner, ToOneAttribute attribute) {
    inverses
        .computeIfAbsent(new Path<>(owner.type, attribute), any -> new LinkedHashSet<>())
        .add(owner);
  }

  /// Forgets what has been loaded, for a reader that goes on.
  void clear() {
    keys.clear();
    unset.clear();
    collections.clear();
    inverses.clear();
  }

  boolean isEmpty() {
    return keys.isEmpty() && unset.isEmpty() && collections.isEmpty() && inverses.isEmpty();
  }
}
