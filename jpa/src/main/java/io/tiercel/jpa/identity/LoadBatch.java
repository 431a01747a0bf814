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

  /// The first instance; null for none.
  private @Nullable EntityEntry first;

  /// All instances of its hierarchy, once there are two: often there is one, which takes no list.
  private @Nullable List<EntityEntry> all;

  /// Of other hierarchies; null for none. Few, so they are found by looking through: a map costs a
  /// result of one row more than the row.
  private @Nullable Members others;

  /// What is observed of the read that brought them; null when nothing is.
  public @Nullable ReadTrace trace;

  /// The instances of one hierarchy: what an attribute of a superclass needs is loaded for
  /// instances of all its subclasses together.
  private static final class Members {
    final EntityMapping root;
    final List<EntityEntry> all = new ArrayList<>(1);
    final @Nullable Members next;

    Members(EntityMapping root, @Nullable Members next) {
      this.root = root;
      this.next = next;
    }
  }

  public void add(EntityEntry entry) {
    EntityEntry known = first;
    if (known == null) {
      first = entry;
    } else if (known.type.root == entry.type.root) {
      List<EntityEntry> siblings = all;
      if (siblings == null) {
        siblings = new ArrayList<>();
        siblings.add(known);
        all = siblings;
      }
      siblings.add(entry);
    } else {
      others(entry.type.root).all.add(entry);
    }
  }

  private Members others(EntityMapping root) {
    Members known = find(root);
    if (known == null) {
      known = new Members(root, others);
      others = known;
    }
    return known;
  }

  /// The members of that type and of all other types of its hierarchy.
  public List<EntityEntry> members(EntityDescriptor type) {
    EntityEntry known = first;
    if (known != null && known.type.root == type.root) {
      List<EntityEntry> siblings = all;
      return siblings == null ? List.of(known) : siblings;
    }
    Members other = find(type.root);
    return other == null ? List.of() : other.all;
  }

  private @Nullable Members find(EntityMapping root) {
    for (Members some = others; some != null; some = some.next) {
      if (some.root == root) {
        return some;
      }
    }
    return null;
  }
}
