package io.tiercel.jpa.identity;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.learn.ReadTrace;
import io.tiercel.jpa.mapping.EntityMapping;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The instances that one result brought into the context, by type. Touching a lazy association of
/// one of them loads it for the others too: that is what dissolves the N+1 problem.
@SuppressWarnings("ReferenceEquality") // mappings are one object each
public final class LoadBatch {
  /// Of instances that came alone; nothing is ever added to it.
  public static final LoadBatch NONE = new LoadBatch();

  /// Few, so they are found by looking through: a map costs a result of one row more than the row.
  private final List<Members> members = new ArrayList<>(1);

  /// What is observed of the read that brought them; null when nothing is.
  public @Nullable ReadTrace trace;

  /// The instances of one hierarchy: what an attribute of a superclass needs is loaded for
  /// instances of all its subclasses together.
  private record Members(EntityMapping root, List<EntityEntry> entries) {}

  public void add(EntityEntry entry) {
    List<EntityEntry> known = find(entry.type.root);
    if (known == null) {
      known = new ArrayList<>(4);
      members.add(new Members(entry.type.root, known));
    }
    known.add(entry);
  }

  /// The members of that type and of all other types of its hierarchy.
  public List<EntityEntry> members(EntityDescriptor type) {
    List<EntityEntry> known = find(type.root);
    return known == null ? List.of() : known;
  }

  private @Nullable List<EntityEntry> find(EntityMapping root) {
    for (Members some : members) {
      if (some.root() == root) {
        return some.entries();
      }
    }
    return null;
  }
}
