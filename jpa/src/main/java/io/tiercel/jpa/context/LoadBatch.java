package io.tiercel.jpa.context;

import io.tiercel.jpa.mapping.EntityMapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The instances that one result brought into the context, by type. Touching a lazy association of
/// one of them loads it for the others too: that is what dissolves the N+1 problem.
final class LoadBatch {
  /// At most this many keys travel in one `= ANY`.
  static final int MAX_KEYS = 1_000;

  /// Of instances that came alone; nothing is ever added to it.
  static final LoadBatch NONE = new LoadBatch();

  /// By the root of their hierarchy: what an attribute of a superclass needs is loaded for
  /// instances of all its subclasses together.
  private final Map<EntityMapping, List<EntityEntry>> members = new HashMap<>();

  void add(EntityEntry entry) {
    members.computeIfAbsent(entry.type.root, root -> new ArrayList<>()).add(entry);
  }

  /// The members of that type and of all other types of its hierarchy.
  List<EntityEntry> members(EntityDescriptor type) {
    return members.getOrDefault(type.root, List.of());
  }
}
