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

  /// Of the hierarchies in it; null for none. Few, so they are found by looking through: a map
  /// costs a result of one row more than the row.
  private @Nullable Members members;

  /// What is observed of the read that brought them; null when nothing is.
  public @Nullable ReadTrace trace;

  /// The instances of one hierarchy: what an attribute of a superclass needs is loaded for
  /// instances of all its subclasses together. Often there is one, which takes no list.
  private static final class Members {
    final EntityMapping root;
    final EntityEntry first;
    final @Nullable Members next;

    /// All of them, once there are two.
    @Nullable List<EntityEntry> all;

    Members(EntityMapping root, EntityEntry first, @Nullable Members next) {
      this.root = root;
      this.first = first;
      this.next = next;
    }
  }

  public void add(EntityEntry entry) {
    Members known = find(entry.type.root);
    if (known == null) {
      members = new Members(entry.type.root, entry, members);
      return;
    }
    List<EntityEntry> all = known.all;
    if (all == null) {
      all = new ArrayList<>();
      all.add(known.first);
      known.all = all;
    }
    all.add(entry);
  }

  /// The members of that type and of all other types of its hierarchy.
  public List<EntityEntry> members(EntityDescriptor type) {
    Members known = find(type.root);
    if (known == null) {
      return List.of();
    }
    List<EntityEntry> all = known.all;
    return all == null ? List.of(known.first) : all;
  }

  private @Nullable Members find(EntityMapping root) {
    for (Members some = members; some != null; some = some.next) {
      if (some.root == root) {
        return some;
      }
    }
    return null;
  }
}
